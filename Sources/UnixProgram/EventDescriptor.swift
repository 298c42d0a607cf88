import CLinux
import Glibc

/// A descriptor by which one thread wakes another: readable from `signal` until `clear`.
public struct EventDescriptor: Sendable {
    /// What to poll.
    public let descriptor: Int32

    /// A new one, not signalled.
    public init() throws(SystemError) {
        descriptor = Int32(try systemResult { Int(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) })
    }

    /// Makes it readable.
    public func signal() {
        eventfd_write(descriptor, 1)
    }

    /// Makes it unreadable again.
    public func clear() {
        var value: eventfd_t = 0
        eventfd_read(descriptor, &value)
    }

    /// Gives the descriptor back.
    public func close() {
        FileDescriptor.close(descriptor)
    }
}
