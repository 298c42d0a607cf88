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
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var pid: pid_t = 0
        let code = UnnamedPipe.inheritance.withLock { _ in
            posix_spawnp(&pid, program, &actions, &attributes, words, settings)
        }
        guard code == 0 else { throw SystemError(code) }
        return pid
    }
}
