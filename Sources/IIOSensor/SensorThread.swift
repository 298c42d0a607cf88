import MotionCore
import UnixProgram

/// What the sensor's thread tells the loop. Each message carries the session it belongs to: what comes from a session
/// that the loop has ended is to be passed over.
public enum SensorMessage: Sendable {
    /// It stands like this.
    case state(SensorState, detail: String)
    /// The buffer is on; the loop reads it until it says `stop` or `giveBack`.
    case buffered(BufferedReading)
    /// The sensor is read on the thread, and its samples follow.
    case polled(SensorFacts)
    /// A reading of a polled sensor.
    case reading(SensorReading)
}

/// Everything about a sensor that may wait: finding it, switching it on and off, reading attributes. It has a thread of
/// its own, so that no reader, watchdog or stop is ever delayed by a sensor.
public final class SensorThread: Sendable {
    /// What the thread tells, with the session's number.
    public let outbox: Mailbox<(session: Int, message: SensorMessage)>
    private let inbox: Mailbox<SensorCommand>
    private let thread: Thread

    /// Starts the thread, idle.
    public init() throws(SystemError) {
        let inbox = try Mailbox<SensorCommand>()
        let outbox = try Mailbox<(session: Int, message: SensorMessage)>()
        self.inbox = inbox
        self.outbox = outbox
        thread = try Thread { SensorWork(inbox: inbox, outbox: outbox).run() }
    }

    /// Begins session `session`: find the sensor that `request` asks for and switch it on, however long it takes.
    public func start(_ request: SensorRequest, session: Int) { inbox.post(.start(request, session)) }

    /// Ends the session: switch the sensor off. The loop no longer touches its buffer.
    public func stop() { inbox.post(.stop) }

    /// The loop's buffered reading ended or fell silent: open the sensor anew. The loop no longer touches the buffer.
    public func giveBack(_ loss: SensorLoss) { inbox.post(.giveBack(loss)) }

    /// Devices came or went: look again now.
    public func devicesChanged() { inbox.post(.devicesChanged) }

    /// Switches the sensor off and ends the thread; gives up on hung firmware after a second.
    public func end() {
        inbox.post(.end)
        _ = thread.join(timeout: 1000)
    }
}

/// Why the loop gives a buffer back.
public enum SensorLoss: Hashable, Sendable {
    /// The device is gone, or says so.
    case gone
    /// It said nothing for too long.
    case silent
}

/// What the loop tells the sensor's thread.
enum SensorCommand: Sendable {
    case start(SensorRequest, Int)
    case stop
    case giveBack(SensorLoss)
    case devicesChanged
    case end
}
