import CLinux
import Glibc

/// SIGINT and SIGTERM as something to read, instead of something that happens.
public struct SignalDescriptor {
    /// What to poll: readable once one of the signals has come.
    public let descriptor: Int32

    /// From now on the two signals wait here.
    public init() throws(SystemError) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        sigprocmask(SIG_BLOCK, &signals, nil)
        descriptor = Int32(try systemResult { Int(signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))) })
    }

    /// Waits until `input` can be read or a signal has come; whether to go on reading.
    public func waitForInput(_ input: Int32, timeout: Int32 = -1) -> Wait {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        guard case .value(let ready) = systemCall({ Int(poll(&entries, 2, timeout)) }) else { return .interrupted }
        if entries[0].revents != 0 { return .interrupted }
        return ready == 0 ? .timedOut : .readable
    }

    /// Writes all of `bytes` to `output`, waiting where it must; false if a signal came first.
    ///
    /// In pieces that a pipe which can be written takes without waiting, so that a reader who sleeps holds nothing up.
    public func writeAll(_ output: Int32, _ bytes: [UInt8]) throws(SystemError) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var entries = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
            ]
            try systemResult { Int(poll(&entries, 2, -1)) }
            if entries[0].revents != 0 { return false }
            switch FileDescriptor.write(output, rest.prefix(Int(PIPE_BUF))) {
            case .value(let count): rest = rest.dropFirst(count)
            case .wouldBlock: break
            case .failed(let error): throw error
            }
        }
        return true
    }

    /// What a wait ended with.
    public enum Wait {
        /// The input has bytes, its end, or an error to tell.
        case readable
        /// Neither came in time.
        case timedOut
        /// A signal came.
        case interrupted
    }
}
