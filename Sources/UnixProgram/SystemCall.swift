import Glibc

/// What a system call came back with. EINTR is handled inside, and errno is taken before anything else can change it.
public enum CallOutcome {
    /// It worked, with this non-negative result.
    case value(Int)
    /// It would have had to wait.
    case wouldBlock
    /// It failed.
    case failed(SystemError)
}

/// An error number of the kernel with its text.
public struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The errno.
    public let code: Int32

    /// The error `code`.
    public init(_ code: Int32) {
        self.code = code
    }

    /// The C library's words for it, as in "Permission denied".
    public var description: String {
        var text = [CChar](repeating: 0, count: 128)
        // The XSI variant that Swift imports fills the buffer, or fails and leaves it empty.
        guard strerror_r(code, &text, text.count - 1) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The exit status for an input or output that failed with this.
    public func status(otherwise status: ExitStatus) -> ExitStatus {
        code == EACCES || code == EPERM ? .noPermission : status
    }
}

/// Runs `call` until it is not interrupted, and sorts what it says.
public func systemCall(_ call: () -> Int) -> CallOutcome {
    while true {
        let result = call()
        if result >= 0 { return .value(result) }
        let code = errno
        if code == EINTR { continue }
        return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .failed(SystemError(code))
    }
}

/// Runs `call`, for which waiting is a failure like any other.
@discardableResult
public func systemResult(_ call: () -> Int) throws(SystemError) -> Int {
    switch systemCall(call) {
    case .value(let result): return result
    case .wouldBlock: throw SystemError(EAGAIN)
    case .failed(let error): throw error
    }
}
