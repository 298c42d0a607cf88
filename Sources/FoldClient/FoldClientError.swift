import PlainText
import UnixProgram

/// Why there are no messages, or no more. Its description is a sentence for people.
public enum FoldClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody answers on the socket at this path.
    case unreachable(path: String, reason: SystemError)
    /// The daemon was there, and broke the connection.
    case lost(path: String, reason: SystemError)
    /// Somebody listens on the socket at this path, and nobody answers: systemd does for a service that does not come up.
    case silent(path: String)
    /// The daemon refuses what was asked; the sentence is its own, and says what would be right.
    case refused(String)
    /// The daemon refuses to serve at all, and hung up: this user may not read, or there are too many readers. The sentence
    /// is its own. Who tries again later may be let in.
    case turnedAway(String)
    /// What came is not in the protocol: this line, or its beginning.
    case malformed(String, problem: String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unreachable(let path, let reason):
            "no daemon answers on \(path): \(reason); start folddaemon (a service by sudo systemctl start folddaemon)"
        case .lost(let path, let reason): "the daemon on \(path) is gone: \(reason); start it again"
        case .silent(let path):
            "connected to \(path), but nobody answers; sudo journalctl -n 20 -u folddaemon says why"
        case .refused(let problem), .turnedAway(let problem): "the daemon refuses: \(problem)"
        case .malformed(let line, let problem):
            "the daemon's line \(quoted(line.utf8)) is not of the protocol: \(problem); is it folddaemon's socket?"
        }
    }
}

extension FoldClientError {
    /// What the daemon's refusal for the reason `problem` means on the socket `descriptor`: it hangs up at once on whom it turns
    /// away, and stays with whom it refuses a request. For that end at most `patience` ms are waited.
    static func refusal(_ problem: String, on descriptor: Int32, patience: Int32) -> FoldClientError {
        FileDescriptor.wait(descriptor, for: 0, timeout: patience) ? .turnedAway(problem) : .refused(problem)
    }
}
