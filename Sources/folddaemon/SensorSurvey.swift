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
    private var askers: [(SensorCheck?) -> Void] = []
    private var checks: [SensorCheck] = []
    private var isLooking = false

    /// Whoever asks is told that there is no answer after this long, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Looks for the sensor that `request` asks for, and calls `reply` with what there is; with nil where a sensor takes
    /// too long, or no thread can be had.
    func look(_ request: SensorRequest, reply: @escaping (SensorCheck?) -> Void) {
        do { try startThread() } catch { return reply(nil) }
        askers.append(reply)
        deadline?.set(BootClock.now() + Self.patience)
        if isLooking { return }
        isLooking = true
        inbox?.post(request)
    }

    private func startThread() throws(SystemError) {
        if inbox != nil { return }
        let inbox = try Mailbox<SensorRequest>()
        let outbox = try Mailbox<SensorCheck>()
        source = try loop.watch(outbox.event.descriptor, EPOLLIN) { [unowned self] _ in receive() }
        deadline = try loop.timer { [unowned self] in answer(nil) }
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
        answer(checks.last)
    }

    private func answer(_ check: SensorCheck?) {
        deadline?.cancel()
        let waiting = askers
        askers.removeAll()
        for reply in waiting { reply(check) }
    }
}
