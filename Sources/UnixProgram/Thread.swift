import Glibc

/// A thread of the kernel's, for work that may wait longer than a loop can.
public final class Thread: Sendable {
    private let handle: pthread_t
    private let ended: EventDescriptor

    private final class Work {
        let body: @Sendable () -> Void
        let ended: EventDescriptor

        init(_ body: @escaping @Sendable () -> Void, ended: EventDescriptor) {
            self.body = body
            self.ended = ended
        }
    }

    /// A signal that does nothing but end a system call.
    private static let interruption = SIGUSR1

    /// Starts `body` on a new thread.
    public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        // Without SA_RESTART, so that a read that hangs comes back.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(Self.interruption, &action, nil)

        let ended = try EventDescriptor()
        let work = Unmanaged.passRetained(Work(body, ended: ended))
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                // Whoever made this thread may have blocked it, as dispatch's workers do.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, Thread.interruption)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                work.body()
                work.ended.signal()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw SystemError(code)
        }
        self.handle = handle
        self.ended = ended
    }

    /// Waits until the thread has ended, interrupting what it waits for every 100 ms; gives up after `timeout` ms.
    ///
    /// - Returns: Whether it ended.
    public func join(timeout: Int32) -> Bool {
        var left = timeout
        while left > 0 {
            if FileDescriptor.wait(ended.descriptor, for: Int16(POLLIN), timeout: min(left, 100)) {
                pthread_join(handle, nil)
                return true
            }
            pthread_kill(handle, Self.interruption)
            left -= 100
        }
        return false
    }
}
