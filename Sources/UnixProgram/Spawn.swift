import Glibc

/// Starts the program `words[0]`, looked for on PATH where it is no path, with the other words as its arguments, with
/// `environment` (`NAME=value`), its descriptors changed by `actions`, and no signal ignored or blocked, whatever this
/// program's own threads do.
public func spawn(
    _ words: [String], environment: [String], _ actions: inout posix_spawn_file_actions_t
) throws(SystemError) -> pid_t {
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
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, &attributes, arguments, settings)
    guard code == 0 else { throw SystemError(code) }
    return pid
}
