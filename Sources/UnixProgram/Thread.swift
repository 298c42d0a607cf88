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

    /// Starts `body` on a thread that nobody waits for, and that takes none of the program's signals: as a library must,
    /// whose program may have handlers of its own.
    public static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let work = Unmanaged.passRetained(DetachedWork(body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<DetachedWork>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            throw SystemError(code)
        }
        pthread_detach(handle)
    }

    private final class DetachedWork {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
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
