import MotionCore
import UnixProgram

/// What the sensor's thread tells the loop. Each message carries the session it belongs to: what comes from a session
/// that the loop has ended is to be passed over.
public enum SensorMessage: Sendable {
    /// It stands like this.
    case state(SensorState, detail: String)
    /// The buffer is on; the loop reads it until it gives it back or recalls it. One that it has recalled by now, more often
    /// than `recall`, it leaves alone.
    case buffered(BufferedReading, recall: Int)
    /// The sensor is read on the thread, and its readings follow.
    case polled(SensorFacts)
    /// A reading that was made on the thread.
    case reading(SensorReading)
    /// There is no accelerometer, but a hinge sensor (true); or there is none either, any more.
    case onlyHinge(Bool)
    /// The sensor is let go: the system may sleep.
    case letGo
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
        thread = try Thread { SensorWork(SensorMail(inbox: inbox, outbox: outbox)).run() }
    }

    /// Begins session `session`: find the sensor that `request` asks for and switch it on, however long it takes.
    public func start(_ request: SensorRequest, session: Int) { inbox.post(.start(request, session)) }

    /// Ends the session: switch the sensor off. The loop no longer touches its buffer.
    public func stop() { inbox.post(.stop) }

    /// The loop's reading of the buffer ended, after `last` of its readings. The loop no longer touches the buffer.
    public func giveBack(_ end: StreamEnd, last: SensorReading?) { inbox.post(.giveBack(end, last)) }

    /// Devices came or went: look again now.
    public func devicesChanged() { inbox.post(.devicesChanged) }

    // What follows is the loop's `recall`th word that lets the thread decide anew about the buffer. The loop no longer
    // touches it, until it is handed it again.

    /// The system is about to sleep: let the sensor go.
    public func goToSleep(recall: Int) { inbox.post(.goToSleep(recall: recall)) }

    /// The system has slept.
    public func wake(recall: Int) { inbox.post(.wake(recall: recall)) }

    /// iio-sensor-proxy, which reads accelerometers too, runs or does not.
    public func neighbour(isThere: Bool, recall: Int) { inbox.post(.neighbour(isThere, recall: recall)) }

    /// Switches the sensor off and ends the thread; gives up on hung firmware after a second.
    public func end() {
        inbox.post(.end)
        _ = thread.join(timeout: 1000)
    }
}

/// What the loop tells the sensor's thread.
enum SensorCommand: Sendable {
    case start(SensorRequest, Int)
    case stop
    case giveBack(StreamEnd, SensorReading?)
    case devicesChanged
    case goToSleep(recall: Int)
    case wake(recall: Int)
    case neighbour(Bool, recall: Int)
    case end
}
