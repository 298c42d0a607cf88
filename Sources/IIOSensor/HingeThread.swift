import MotionCore
import UnixProgram

/// What the hinge's thread tells the loop. Each message carries the session it belongs to: what comes from a session that
/// the loop has ended is to be passed over.
public enum HingeMessage: Sendable {
    /// It stands like this; `stale` where the last angle is held.
    case state(SensorState, detail: String)
    /// A hinge was found, and its angles follow.
    case opened(HingeFacts)
    /// An angle, read at that time.
    case angle(HingeAngle, at: Nanoseconds)
}

/// Everything about a hinge, all of which may wait: finding it and reading attributes. It has a thread of its own, so that
/// neither a reader nor the accelerometer is ever delayed by it.
public final class HingeThread: Sendable {
    /// What the thread tells, with the session's number.
    public let outbox: Mailbox<(session: Int, message: HingeMessage)>
    private let inbox: Mailbox<HingeCommand>
    private let thread: Thread

    /// How long the end waits for hung firmware, in ms: three interruptions. Nothing has to be switched off.
    private static let patience: Int32 = 300

    /// Starts the thread, idle. The display's acceleration is taken from `shown`, where somebody reads it.
    public init(shown: DisplayAcceleration? = nil) throws(SystemError) {
        let inbox = try Mailbox<HingeCommand>()
        let outbox = try Mailbox<(session: Int, message: HingeMessage)>()
        self.inbox = inbox
        self.outbox = outbox
        thread = try Thread { HingeWork(inbox: inbox, outbox: outbox, shown: shown).run() }
    }

    /// Begins session `session`: find the hinge and read it, however long it takes.
    public func start(_ request: HingeRequest, session: Int) { inbox.post(.start(request, session)) }

    /// Ends the session.
    public func stop() { inbox.post(.stop) }

    /// Devices came or went: look again now, if none is found.
    public func devicesChanged() { inbox.post(.devicesChanged) }

    /// Ends the thread; leaves hung firmware behind.
    public func end() {
        inbox.post(.end)
        _ = thread.join(timeout: Self.patience)
    }
}

/// What the loop tells the hinge's thread.
enum HingeCommand: Sendable {
    case start(HingeRequest, Int)
    case stop
    case devicesChanged
    case end
}
