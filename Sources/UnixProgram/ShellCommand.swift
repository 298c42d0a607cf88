import CLinux
import Glibc

/// A command that the shell runs beside this program.
public struct ShellCommand: Sendable {
    /// What to poll: readable once the command has ended.
    public let descriptor: Int32
    private let pid: pid_t

    /// How a command ended.
    public enum End: Hashable, Sendable {
        /// With this status.
        case status(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// Starts `command` by `/bin/sh -c`, with `environment` (`NAME=value`), nothing to read, this program's output, and no
    /// signal ignored or blocked.
    public init(_ command: String, environment: [String]) throws(SystemError) {
        // Where ends of children are ignored, as a parent may have left it, how one ended is not kept.
        signal(SIGCHLD, SIG_DFL)
        pid = try Self.start(command, environment)
        let child = pid
        descriptor = Int32(try systemResult { Int(pidfd_open(child, 0)) })
    }

    /// How it ended, once it has: waits for that, and gives back what belongs to it.
    public func end() -> End {
        defer { FileDescriptor.close(descriptor) }
        var code: Int32 = 0
        guard case .value = systemCall({ Int(waitpid(pid, &code, 0)) }) else { return .status(0) }
        let signal = code & 0x7f
        return signal == 0 ? .status(code >> 8 & 0xff) : .signal(signal)
    }

    private static func start(_ command: String, _ environment: [String]) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, FileDescriptor.standardInput, "/dev/null", O_RDONLY, 0)
        return try spawn(["/bin/sh", "-c", command], environment: environment, &actions)
    }
}

/// This program's environment, each as `NAME=value`.
public func programEnvironment() -> [String] {
    guard var entry = process_environment() else { return [] }
    var settings: [String] = []
    while let text = entry.pointee {
        settings.append(String(cString: text))
        entry += 1
    }
    return settings
}
