import Glibc

/// Something that was waited for did not happen.
struct Overdue: Error, CustomStringConvertible {
    let description: String

    /// How long anything is waited for, in ms. It bounds a failure; no test depends on how fast something comes.
    static let limit: Int32 = 20_000

    /// Waits until `descriptor` has something to read, or has ended.
    static func wait(for what: String, on descriptor: Int32) throws {
        try wait(for: what, on: [descriptor])
    }

    /// Waits until one of `descriptors` has something to read, or has ended.
    static func wait(for what: String, on descriptors: [Int32]) throws {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let ready = poll(&entries, nfds_t(entries.count), limit)
            if ready > 0 { return }
            if ready == 0 || errno != EINTR { throw Overdue(description: "\(what) did not come in time") }
        }
    }
}
