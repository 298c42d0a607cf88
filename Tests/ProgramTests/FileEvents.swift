import Glibc
import UnixProgram

/// Waits for something to become of a directory's files.
enum FileEvents {
    /// Waits until `holds`, asked anew whenever something happens in one of `directories`.
    static func wait(for what: String, in directories: String..., until holds: () -> Bool) throws {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        let events = UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM)
        for directory in directories {
            guard inotify_add_watch(descriptor, directory, events) >= 0 else { throw SystemError(errno) }
        }
        var happened = [UInt8](repeating: 0, count: 65_536)
        while !holds() {
            try Overdue.wait(for: what, on: descriptor)
            _ = read(descriptor, &happened, happened.count)
        }
    }
}

/// What stands at `path`, links not followed; nil where nothing does.
func fileMode(_ path: String) -> mode_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode : nil
}

/// Whether anything stands at `path`.
func exists(_ path: String) -> Bool { fileMode(path) != nil }
