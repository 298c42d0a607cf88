import Glibc
import TestSupport
import UnixProgram

/// Two sockets that are listened on in the place of a service manager.
final class HandedSockets {
    let directory: String
    let descriptors: [Int32]

    /// Makes both in `directory`, which is made with them. They block, as systemd's do.
    init(in directory: String) throws {
        self.directory = directory
        mkdir(directory, 0o700)
        descriptors = try ["fold.sock", "control.sock"].map { name in
            let descriptor = try UnixSocket.listen("\(directory)/\(name)", mode: 0o600)
            FileDescriptor.setNonblocking(descriptor, false)
            return descriptor
        }
    }

    /// The stream's socket, made in `directory`, and in the place of the other one `descriptor`, which is none.
    init(in directory: String, replacing descriptor: Int32) throws {
        self.directory = directory
        descriptors = [
            try UnixSocket.listen("\(directory)/fold.sock", mode: 0o600), fcntl(descriptor, F_DUPFD_CLOEXEC, 3),
        ]
    }

    deinit {
        for descriptor in descriptors { FileDescriptor.close(descriptor) }
    }

    var stream: String { "\(directory)/fold.sock" }
    var control: String { "\(directory)/control.sock" }
}

/// A folddaemon that was handed its sockets.
final class ActivatedDaemon {
    let process: ChildProcess
    private let notify: NotifySocket

    /// Starts one with `options` on `sockets`, handed over as `names`; does not wait for it.
    init(
        in directory: TemporaryDirectory, _ sockets: HandedSockets, _ options: [String] = [],
        names: String = "fold:control", configuration: String = "", environment: [String: String] = [:]
    ) throws {
        notify = try NotifySocket(directory("notify-\(UInt32.random(in: 0 ... .max))"))
        let file = try directory.file("folddaemon.conf", configuration)
        let source = "replay:\(Recordings.path("slow-roll"))"
        let count = names.split(separator: ":").count
        process = try ChildProcess(
            // Only the process itself knows its number, which the sockets are addressed to.
            "/bin/sh",
            [
                "-c", #"LISTEN_PID=$$ exec "$0" "$@""#, Programs.folddaemon, "--config", file, "--source", source,
                "--loop",
            ]
                + options,
            environment: environment.merging([
                "NOTIFY_SOCKET": notify.path, "LISTEN_FDS": "\(count)", "LISTEN_FDNAMES": names,
            ]) { $1 },
            handing: Array(sockets.descriptors.prefix(count)))
    }

    /// Waits until it is ready; false if it ends before.
    func isReady() throws -> Bool { try notify.wait(for: "READY=1", orEnd: process.end) }
}
