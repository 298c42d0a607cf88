import CSystemd
import IIOSensor
import UnixProgram

/// A look at all of the machine's sensors for whoever asks, on a thread of its own: a sensor may take its time to answer.
final class SensorSurvey {
    private let loop: EventLoop
    private var inbox: Mailbox<SensorRequest>?
    private var outbox: Mailbox<SensorCheck>?
    private var source: DescriptorSource?
    private var deadline: TimerSource?
    /// Whoever asked, with when each has waited long enough, on CLOCK_BOOTTIME in nanoseconds.
    private var askers: [(due: Int64, reply: (SensorCheck?) -> Void)] = []
    private var checks: [SensorCheck] = []
    private var isLooking = false

    /// After this long, in nanoseconds, there is no answer.
    private static let patience: Int64 = 5_000_000_000

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Looks for the sensor that `request` asks for, and calls `reply` with what there is; with nil where a sensor takes
    /// too long.
    ///
    /// - Throws: Where no thread can be had.
    func look(_ request: SensorRequest, reply: @escaping (SensorCheck?) -> Void) throws(SystemError) {
        try startThread()
        askers.append((BootClock.now() + Self.patience, reply))
        if askers.count == 1 { deadline?.set(askers[0].due) }
        if isLooking { return }
        isLooking = true
        inbox?.post(request)
    }

    private func startThread() throws(SystemError) {
        if inbox != nil { return }
        let inbox = try Mailbox<SensorRequest>()
        let outbox = try Mailbox<SensorCheck>()
        source = try loop.watch(outbox.event.descriptor, EPOLLIN) { [unowned self] _ in receive() }
        deadline = try loop.timer { [unowned self] in giveUp() }
        _ = try Thread {
            var requests: [SensorRequest] = []
            while true {
                guard FileDescriptor.wait(inbox.event.descriptor, nanoseconds: nil) else { continue }
                inbox.drain(into: &requests)
                if let request = requests.last { outbox.post(SensorCheck(request)) }
            }
        }
        self.inbox = inbox
        self.outbox = outbox
    }

    private func receive() {
        outbox?.drain(into: &checks)
        isLooking = false
        deadline?.cancel()
        let waiting = askers
        askers.removeAll()
        for asker in waiting { asker.reply(checks.last) }
    }

    private func giveUp() {
        let now = BootClock.now()
        let late = askers.prefix { $0.due <= now }
        askers.removeFirst(late.count)
        if let next = askers.first { deadline?.set(next.due) }
        for asker in late { asker.reply(nil) }
    }
}
