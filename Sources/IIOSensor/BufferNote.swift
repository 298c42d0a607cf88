import Glibc
import UnixProgram

/// A note in the service's run directory that says which buffer it has switched on.
///
/// A buffer stays on when its reader is killed, and then looks like another program's. The note outlives the kill, so that
/// the next start takes its own leftover back, and nobody else's.
struct BufferNote {
    private let path: String

    /// The note in `directory`; nil where no directory is the service's.
    init?(in directory: String?) {
        guard let directory else { return nil }
        path = "\(directory)/buffer"
    }

    /// Says that this process is about to switch on the buffer of the device that hangs at `device`.
    func write(_ device: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        // Without it a leftover is taken for another program's, which only costs the buffer.
        guard descriptor >= 0 else { return }
        defer { FileDescriptor.close(descriptor) }
        let lines = [device, Self.boot, "\(getpid())", Self.birth(getpid())]
        try? FileDescriptor.writeAll(descriptor, Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// The buffer is off again.
    func remove() { unlink(path) }

    /// Whether a buffer that is on at `device` was left by a service that is no more, or is this one's.
    func claims(_ device: String) -> Bool {
        guard let bytes = try? FileDescriptor.contents(path, limit: 4096) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 4, lines[0] == device, lines[1] == Self.boot, let process = pid_t(lines[2]) else {
            return false
        }
        return process == getpid() || Self.birth(process) != lines[3]
    }

    /// The kernel's name for the time since it started.
    private static var boot: String { firstLine("/proc/sys/kernel/random/boot_id") ?? "" }

    /// When `process` began, by which another one with its number is told apart; `none` where there is none.
    private static func birth(_ process: pid_t) -> String {
        // The name before it, in brackets, may have anything in it.
        let fields = firstLine("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
        // The 22nd field; the first after the name is the 3rd.
        return fields.count > 19 ? String(fields[19]) : "none"
    }
}
