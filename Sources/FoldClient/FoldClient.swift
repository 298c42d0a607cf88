import FoldWire
import Glibc
import Synchronization
import UnixProgram

/// What a program wants to be told by the daemon, and where the daemon is.
///
///     let client = FoldClient(request: .status, reconnects: true)
///     for try await message in client.messages {
///         if case .status(let change) = message { print(change.status.rawValue) }
///     }
///
/// First the switch (`.status`), then the threshold (`.threshold`), then the dial (`.fold`): the coarsest that serves
/// wakes a program least.
public struct FoldClient: Sendable {
    /// The daemon's socket; nil for where a daemon is by default, looked for anew at each try.
    public var socket: String?
    /// What is wanted. Of a fold the standard fields come in any case, always as typed values; samples are a recording,
    /// which `FoldConnection` reads line by line.
    public var request: WatchRequest
    /// Whether a daemon that is not there yet, has ended or is started anew is waited for.
    public var reconnects: Bool

    /// A client that is told `request`.
    public init(socket: String? = nil, request: WatchRequest = .default, reconnects: Bool = false) {
        self.socket = socket
        self.request = request
        self.reconnects = reconnects
    }

    /// The messages, from a connection that lasts as long as they are iterated over.
    ///
    /// Who takes them slowly gets the newest of each kind: what came between is left out, and nothing piles up.
    public var messages: FoldMessages { FoldMessages(client: self) }

    /// Calls `take` with each message on a thread of its own, until the subscription is cancelled or let go, or `ended` is
    /// told that there are no more: because of the error, or with nil by the daemon's end.
    public func start(
        _ take: @escaping @Sendable (FoldMessage) -> Void,
        ended: @escaping @Sendable (FoldClientError?) -> Void = { _ in }
    ) -> FoldSubscription {
        do throws(SystemError) {
            let stop = try StopSignal()
            try Thread.detach { follow(stop, take, ended) }
            return FoldSubscription(stop)
        } catch {
            ended(.unreachable(path: socket ?? FoldConnection.defaultPath, reason: error))
            return FoldSubscription(nil)
        }
    }

    private func follow(
        _ stop: StopSignal, _ take: (FoldMessage) -> Void, _ ended: (FoldClientError?) -> Void
    ) {
        do {
            let watch = FoldWatch(socket: socket, request: try typedRequest, reconnects: reconnects)
            while !stop.isGiven {
                var entries = [
                    pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stop.event.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                FileDescriptor.wait(&entries, timeout: watch.timeout)
                if stop.isGiven { return }
                switch try watch.advance({ if !stop.isGiven { take(try FoldMessage($0)) } }) {
                case .goesOn: break
                case .waits(let path, let reason): take(.waiting(path: path, reason: reason))
                case .silent(let path): take(.waiting(path: path))
                case .ended: return ended(nil)
                }
            }
        } catch let error as FoldClientError {
            ended(error)
        } catch {
            // Nothing else is thrown above.
            ended(.refused("\(error)"))
        }
    }

    /// The request in the form that messages are read from.
    private var typedRequest: WatchRequest {
        get throws(FoldClientError) {
            guard case .fold(var fold) = request else {
                if request == .samples { throw .refused("samples are no messages; read them with FoldConnection") }
                return request
            }
            fold.format = .json
            fold.fields = FoldField.standard + fold.fields.filter { !FoldField.standard.contains($0) }
            return .fold(fold)
        }
    }
}

/// Messages that come until this is cancelled, or let go.
public final class FoldSubscription: Sendable {
    private let stop: StopSignal?

    init(_ stop: StopSignal?) {
        self.stop = stop
    }

    deinit {
        cancel()
    }

    /// Ends the messages; a call that has begun on the other thread may still be under way.
    public func cancel() {
        stop?.give()
    }
}

/// Tells a thread to end, which may be waiting. Open as long as one side still has it.
final class StopSignal: Sendable {
    let event: EventDescriptor
    private let given = Atomic(false)

    init() throws(SystemError) {
        event = try EventDescriptor()
    }

    deinit {
        event.close()
    }

    var isGiven: Bool { given.load(ordering: .acquiring) }

    func give() {
        given.store(true, ordering: .releasing)
        event.signal()
    }
}
