import Glibc
import MotionCore
import UnixProgram

/// What runs on the hinge's thread: a session at a time, from the search to the last reading.
final class HingeWork {
    private let inbox: Mailbox<HingeCommand>
    private let outbox: Mailbox<(session: Int, message: HingeMessage)>
    private let shown: DisplayAcceleration?
    private var commands: [HingeCommand] = []
    private var session = 0
    private var lastState: (SensorState, String)?

    /// From a search or a failed sensor to the next try, in nanoseconds; a device that comes ends the wait.
    private static let retry: Int64 = 1_000_000_000
    /// The same where the hinge is only told beside the fold: most machines have none.
    private static let besideRetry: Int64 = 10_000_000_000

    init(
        inbox: Mailbox<HingeCommand>, outbox: Mailbox<(session: Int, message: HingeMessage)>,
        shown: DisplayAcceleration?
    ) {
        self.inbox = inbox
        self.outbox = outbox
        self.shown = shown
    }

    /// What ends a stage of a session.
    private enum Ending {
        case stop
        case end
        /// Devices came or went, which matters only to a search.
        case lookAgain
        case start(HingeRequest, Int)
    }

    func run() {
        var next = Ending.stop
        while true {
            switch next {
            case .end: return
            case .stop, .lookAgain: next = wait(nil) ?? .stop
            case .start(let request, let session):
                self.session = session
                lastState = nil
                next = serve(request)
            }
        }
    }

    private func serve(_ request: HingeRequest) -> Ending {
        while true {
            let reader = find(request)
            if let reader, let ending = poll(reader, request) { return ending }
            switch wait(reader == nil && shown != nil ? Self.besideRetry : Self.retry) {
            case nil, .lookAgain: continue
            case let ending?: return ending
            }
        }
    }

    private func find(_ request: HingeRequest) -> (any HingeReader)? {
        do {
            // Devices point into their context: whoever reads one keeps it.
            let discovery = HingeDiscovery(try IIOContext(), request, shown: shown)
            guard let reader = discovery.reader else {
                post(.searching, discovery.obstacle)
                return nil
            }
            (reader as? HingePair)?.prepare(rate: request.rate)
            return reader
        } catch {
            post(.searching, "no IIO device can be looked at: \(error)")
            return nil
        }
    }

    /// Reads until something ends it; nil where the reader did.
    private func poll(_ reader: any HingeReader, _ request: HingeRequest) -> Ending? {
        let period = Int64(1e9 / request.rate)
        outbox.post((session, .opened(reader.facts)))
        var next = BootClock.now()
        while true {
            do {
                switch try reader.read() {
                case .angle(let angle, let time):
                    lastState = nil
                    outbox.post((session, .angle(angle, at: time)))
                case .none(let reason): post(.stale, reason)
                }
            } catch {
                if error.code == EBUSY {
                    post(.busy, "another program holds the sensor behind \(reader.facts.summary): \(error)")
                } else if error.code != EINTR {
                    post(.lost, "\(reader.facts.summary) cannot be read: \(error)")
                    return nil
                }
            }
            // What a slow sensor missed is not made up for.
            next = max(next + period, BootClock.now())
            switch wait(max(next - BootClock.now(), 0)) {
            case nil, .lookAgain: continue
            case let ending?: return ending
            }
        }
    }

    private func post(_ state: SensorState, _ detail: String) {
        // Once is enough, however often a search is repeated.
        if let lastState, lastState == (state, detail) { return }
        lastState = (state, detail)
        outbox.post((session, .state(state, detail: detail)))
    }

    /// What the loop wants, waiting up to `nanoseconds` (nil: for ever); nil where it wants nothing new.
    private func wait(_ nanoseconds: Int64?) -> Ending? {
        guard FileDescriptor.wait(inbox.event.descriptor, nanoseconds: nanoseconds) else { return nil }
        inbox.drain(into: &commands)
        var ending: Ending?
        for command in commands {
            switch command {
            case .start(let request, let session): ending = .start(request, session)
            case .stop: ending = .stop
            case .end: return .end
            case .devicesChanged: ending = ending ?? .lookAgain
            }
        }
        return ending
    }
}
