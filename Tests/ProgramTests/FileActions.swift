import Glibc
import UnixProgram
import TestSupport

/// What a program that is started finds open.
struct FileActions {
    private var actions = posix_spawn_file_actions_t()

    init() {
        posix_spawn_file_actions_init(&actions)
    }

    mutating func destroy() {
        posix_spawn_file_actions_destroy(&actions)
    }

    mutating func open(_ path: String, as number: Int32) {
        posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
    }

    mutating func duplicate(_ descriptor: Int32, as number: Int32) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }

    /// Starts `program`, with no signal blocked or ignored, whatever the tests' own threads do.
    mutating func spawn(
        _ program: String, _ arguments: [String], environment: [String: String]
    ) throws -> pid_t {
        try UnnamedPipe.inheritance.withLock { _ in
            try UnixProgram.spawn(
                [program] + arguments, environment: environment.map { "\($0)=\($1)" }, &actions)
        }
    }
}
