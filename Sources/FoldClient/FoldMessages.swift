import Synchronization

/// The daemon's messages, to iterate over with `for try await`. Each iteration has a connection of its own, which ends
/// with it; a cancelled task's iteration ends without an error.
public struct FoldMessages: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = FoldMessage

    let client: FoldClient

    /// Begins to connect.
    public func makeAsyncIterator() -> Iterator {
        let inbox = Inbox()
        let subscription = client.start({ inbox.take($0) }, ended: { inbox.end($0) })
        return Iterator(inbox: inbox, subscription: subscription)
    }

    /// An iteration.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let inbox: Inbox
        fileprivate let subscription: FoldSubscription

        /// The next message; nil once the daemon has ended, and is not waited for, or the task is cancelled.
        ///
        /// - Throws: `FoldClientError`.
        public mutating func next() async throws -> FoldMessage? {
            let (inbox, subscription) = (inbox, subscription)
            return try await withTaskCancellationHandler {
                try await inbox.next()
            } onCancel: {
                subscription.cancel()
                inbox.cancel()
            }
        }
    }
}

/// What has come and was not yet taken: the newest of each kind, in the order in which they came.
final class Inbox: Sendable {
    private struct State {
        var messages: [FoldMessage] = []
        var isEnded = false
        var error: FoldClientError?
        var waiter: CheckedContinuation<FoldMessage?, any Error>?
    }

    private let state = Mutex(State())

    func take(_ message: FoldMessage) {
        let waiter = state.withLock { state -> CheckedContinuation<FoldMessage?, any Error>? in
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            if state.isEnded { return nil }
            state.messages.removeAll { $0.kind == message.kind }
            state.messages.append(message)
            return nil
        }
        waiter?.resume(returning: message)
    }

    func end(_ error: FoldClientError?) {
        let waiter = state.withLock { state -> CheckedContinuation<FoldMessage?, any Error>? in
            state.isEnded = true
            guard let waiter = state.waiter else {
                state.error = error
                return nil
            }
            state.waiter = nil
            return waiter
        }
        guard let waiter else { return }
        if let error { waiter.resume(throwing: error) } else { waiter.resume(returning: nil) }
    }

    /// Ends it at once, whatever is left.
    func cancel() {
        state.withLock { $0.messages = [] }
        end(nil)
    }

    /// The next one, waiting for it; nil after the end. Asked by one task at a time.
    func next() async throws -> FoldMessage? {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state -> Result<FoldMessage?, any Error>? in
                if !state.messages.isEmpty { return .success(state.messages.removeFirst()) }
                guard state.isEnded else {
                    state.waiter = continuation
                    return nil
                }
                defer { state.error = nil }
                return state.error.map { .failure($0) } ?? .success(nil)
            }
            if let answer { continuation.resume(with: answer) }
        }
    }
}

extension FoldMessage {
    /// Messages of one kind replace each other while they wait.
    fileprivate var kind: Int {
        switch self {
        case .update: 0
        case .status: 1
        case .threshold: 2
        case .waiting: 3
        case .other: 4
        case .event(let event): 5 + event.kind
        }
    }
}
