import CLinux
import CSystemd
import IIOSensor
import UnixProgram

/// What is looked for.
enum SurveyRequest {
    /// An accelerometer.
    case sensor(SensorRequest)
    /// The hinge.
    case hinge(HingeRequest)
}

/// What a look showed.
struct SensorsSeen {
    /// Every IIO device, with what keeps it from being used.
    let devices: [SeenDevice]
    /// The ids of those that would be used.
    let used: [String]
    /// A sentence each.
    let remarks: [String]

    init(_ request: SurveyRequest) {
        switch request {
        case .sensor(let request):
            let check = SensorCheck(request)
            if check.facts == nil, request.name == nil {
                // The automatic choice falls back to the hinge.
                let hinge = HingeCheck(HingeRequest(request, rate: request.rate))
                if let facts = hinge.facts {
                    (devices, used, remarks) = (hinge.seen, facts.devices, hinge.remarks)
                    return
                }
            }
            (devices, used, remarks) = (check.seen, check.facts.map { [$0.id] } ?? [], check.remarks)
        case .hinge(let request):
            let check = HingeCheck(request)
            (devices, used, remarks) = (check.seen, check.facts?.devices ?? [], check.remarks)
        }
    }
}

/// A look at all of the machine's sensors for whoever asks, on a thread of its own: a sensor may take its time to answer.
final class SensorSurvey {
    private let loop: EventLoop
    private var inbox: Mailbox<SurveyRequest>?
    private var outbox: Mailbox<SensorsSeen>?
    private var source: DescriptorSource?
    private var deadline: TimerSource?
    /// Whoever asked, with when each has waited long enough, on CLOCK_BOOTTIME in nanoseconds.
    private var askers: [(due: Int64, reply: (SensorsSeen?) -> Void)] = []
    private var checks: [SensorsSeen] = []
    private var isLooking = false

    /// After this long, in nanoseconds, there is no answer.
    private static let patience: Int64 = 5_000_000_000

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Looks for the sensor or the hinge that `request` asks for, and calls `reply` with what there is; with nil where a sensor takes
    /// too long.
    ///
    /// - Throws: Where no thread can be had.
    func look(_ request: SurveyRequest, reply: @escaping (SensorsSeen?) -> Void) throws(SystemError) {
        try startThread()
        askers.append((BootClock.now() + Self.patience, reply))
        if askers.count == 1 { deadline?.set(askers[0].due) }
        if isLooking { return }
        isLooking = true
        inbox?.post(request)
    }

    private func startThread() throws(SystemError) {
        if inbox != nil { return }
        let inbox = try Mailbox<SurveyRequest>()
        let outbox = try Mailbox<SensorsSeen>()
        source = try loop.watch(outbox.event.descriptor, EPOLLIN) { [unowned self] _ in receive() }
        deadline = try loop.timer { [unowned self] in giveUp() }
        _ = try Thread {
            var requests: [SurveyRequest] = []
            while true {
                guard FileDescriptor.wait(inbox.event.descriptor, nanoseconds: nil) else { continue }
                inbox.drain(into: &requests)
                if let request = requests.last { outbox.post(SensorsSeen(request)) }
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
