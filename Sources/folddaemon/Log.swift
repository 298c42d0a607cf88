import Glibc
import PlainText
import UnixProgram

/// The daemon's log: standard error, a sentence a line.
enum Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// Whether standard error is the journal, which takes a line's priority from a prefix.
    private static let isJournal: Bool = {
        guard let name = getenv("JOURNAL_STREAM") else { return false }
        var facts = stat()
        guard fstat(FileDescriptor.standardError, &facts) == 0 else { return false }
        return String(cString: name) == "\(facts.st_dev):\(facts.st_ino)"
    }()

    static func write(_ priority: Priority, _ message: String) {
        let prefix = isJournal ? "<\(priority.rawValue)>" : "folddaemon: "
        // A log whose reader sleeps loses lines: the service waits for nobody.
        guard FileDescriptor.wait(FileDescriptor.standardError, for: Int16(POLLOUT), timeout: 0) else { return }
        // A log that cannot be written leaves nowhere to complain of it.
        try? FileDescriptor.writeAll(FileDescriptor.standardError, Array("\(prefix)\(printable(message))\n".utf8))
    }
}
