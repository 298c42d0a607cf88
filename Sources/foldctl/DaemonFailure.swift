import FoldClient
import UnixProgram

extension Failure {
    /// How a program ends that the daemon gave no lines, or wrong ones.
    init(_ error: FoldClientError) {
        switch error {
        case .unreachable(_, let reason):
            self.init(reason.status(otherwise: .unavailable), "\(error), or name its socket with --socket")
        case .lost, .silent: self.init(.unavailable, "\(error)")
        case .refused: self.init(.usage, "\(error)")
        case .turnedAway: self.init(.noPermission, "\(error)")
        case .malformed: self.init(.dataError, "\(error)")
        }
    }
}

/// That a daemon on the socket `path` is waited for, which is not there, or turns this user away for `reason`.
func waitingNote(_ path: String, _ reason: String?) -> String {
    "waiting for a daemon on \(path)\(reason.map { ", which refuses: \($0)" } ?? "")"
}
