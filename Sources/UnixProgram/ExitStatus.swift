import Glibc

/// How a program here ends, by the numbers of sysexits(3).
public enum ExitStatus: Int32, Sendable {
    /// All went well; a reader that went away counts as that.
    case ok = 0
    /// A wrong command line, or a request that was refused.
    case usage = 64
    /// Bad data: a binary, empty or cut recording, an unknown unit.
    case dataError = 65
    /// An input that is missing, unreadable or a directory.
    case noInput = 66
    /// No sensor, or no daemon that answers.
    case unavailable = 69
    /// A socket or file that cannot be made, or that exists.
    case cannotCreate = 73
    /// Another one is already running.
    case temporary = 75
    /// The right to do it is missing.
    case noPermission = 77
    /// A wrong configuration.
    case configuration = 78
}

/// Why a program ends: a status for scripts and a sentence for people.
public struct Failure: Error {
    /// What the program exits with.
    public let status: ExitStatus
    /// One sentence: what was wrong, where, and what to do.
    public let message: String

    /// A failure with `status`, explained by `message`.
    public init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// Ends the program with `status`.
public func endProgram(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
}
