import Foundation
import UnixProgram
import TestSupport

/// A folddaemon that is ready for readers, with a socket and a configuration of its own.
final class RunningDaemon {
    let process: ChildProcess
    /// Where readers connect.
    let socket: String
    private let notify: NotifySocket

    /// Starts one on `source` in `directory`, and waits until it is ready.
    ///
    /// The socket's own directory is left to the daemon to make. `configuration` is the text of its file. With
    /// `descriptors` it may have no more of them.
    init(
        in directory: TemporaryDirectory, source: String, _ options: [String] = [], configuration: String = "",
        environment: [String: String] = [:], descriptors: Int? = nil
    ) throws {
        socket = directory("run/fold.sock")
        notify = try NotifySocket(directory("notify-\(UInt32.random(in: 0 ... .max))"))
        let file = try directory.file("folddaemon.conf", configuration)
        let limit = descriptors.map { ["prlimit", "--nofile=\($0):\($0)"] } ?? []
        let words = limit + [Programs.folddaemon, "--config", file, "--socket", socket, "--source", source] + options
        process = try ChildProcess(
            words[0], Array(words.dropFirst()),
            environment: environment.merging(["NOTIFY_SOCKET": notify.path]) { $1 })
        guard try notify.wait(for: "READY=1", orEnd: process.end) else {
            throw Overdue(description: "the daemon ended before it was ready: \(process.errors)")
        }
    }

    /// A connection to its control socket.
    func control() throws -> StreamClient {
        try StreamClient(String(socket.dropLast("fold.sock".count)) + "control.sock", of: self)
    }

    /// The answer to `request` on the control socket.
    func ask(_ request: String) throws -> String? {
        let client = try control()
        try client.send(request + "\n")
        return try client.next()
    }

    func connect() throws -> StreamClient { try StreamClient(socket, of: self) }

    /// A client that has said `request` before the daemon could notice that it is there, so that it misses nothing.
    func connect(saying request: String) throws -> StreamClient {
        try paused {
            let client = try connect()
            try client.send(request + "\n")
            return client
        }
    }

    /// Waits until the daemon has read all that was sent to it before, on any connection.
    func catchUp() throws {
        let client = try connect()
        // Of what is ready at once anything may come first: a new connection, what it sent, and this.
        for _ in 0..<4 {
            try client.send("ping\n")
            _ = try client.next { $0.hasPrefix(#"{"error":"#) }
        }
    }

    /// Does `body` while the daemon stands still.
    func paused<Value>(_ body: () throws -> Value) throws -> Value {
        process.send(SIGSTOP)
        defer { process.send(SIGCONT) }
        return try body()
    }

    /// Waits until the daemon says `text` of its state.
    func wait(forState text: String) throws -> Bool {
        try notify.wait(for: text, orEnd: process.end)
    }

    /// Ends it by a signal; the status it ended with.
    func end(by signal: Int32 = SIGTERM) throws -> Int32 {
        process.send(signal)
        return try process.wait()
    }

    /// How much memory of its own it has, in bytes.
    var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/\(process.pid)/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// What it has open, as the paths that its descriptors stand for.
    var openPaths: [String] {
        let descriptors = "/proc/\(process.pid)/fd"
        return ((try? directoryEntries(descriptors)) ?? []).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
        }
    }
}
