import IIOSensor
import UnixProgram

/// Notices that a sensor has said nothing for too long, and that the system slept in the meantime.
final class SilenceWatch {
    /// What was noticed.
    enum Finding {
        /// Nothing has come for 2 s; `isBrief` where nearly nothing came before.
        case silent(isBrief: Bool)
        /// Nobody has said in time what the silence means.
        case unanswered
        /// The system slept: the clocks have drawn apart.
        case overslept
    }

    /// So long (2 s), in nanoseconds, or three periods of a slower sensor.
    private static let patience: Int64 = 2_000_000_000
    /// In less (5 s), in nanoseconds, a stream has come to nothing.
    private static let brief: Int64 = 5_000_000_000
    /// A raw read that tells still from lost takes no longer (0.5 s), in nanoseconds.
    private static let answerTime: Int64 = 500_000_000
    /// The clock of the boot and the one that stands still in sleep draw apart by no less (0.1 s) in a sleep.
    private static let shortestSleep: Int64 = 100_000_000

    /// The sensor that is watched; nil where none is.
    private(set) var facts: SensorFacts?
    private var timer: TimerSource?
    private var start: Int64 = 0
    private var lastArrival: Int64 = 0
    private var slept: Int64 = 0
    private var isAsking = false

    init(_ loop: EventLoop, _ handler: @escaping (Finding) -> Void) throws(SystemError) {
        timer = try loop.timer { [unowned self] in if let finding = judge() { handler(finding) } }
    }

    /// The sensor of `facts` was switched on.
    func begin(_ facts: SensorFacts) {
        start = BootClock.now()
        goOn(facts)
    }

    /// The sensor of `facts` is watched on, as if it had just spoken.
    func goOn(_ facts: SensorFacts) {
        self.facts = facts
        lastArrival = BootClock.now()
        slept = BootClock.slept()
        isAsking = false
        timer?.set(lastArrival + facts.patience(atLeast: Self.patience))
    }

    /// A reading came.
    func arrived() {
        lastArrival = BootClock.now()
        if isAsking, let facts { goOn(facts) }
    }

    /// Somebody looks what the silence of the sensor of `facts` means, and says so by `goOn`, `begin` or `end`.
    func expectAnswer(about facts: SensorFacts) {
        self.facts = facts
        isAsking = true
        timer?.set(BootClock.now() + Self.answerTime)
    }

    /// Nothing is expected of the sensor any more.
    func end() {
        facts = nil
        isAsking = false
        timer?.cancel()
    }

    private func judge() -> Finding? {
        if isAsking { return .unanswered }
        guard let facts else { return nil }
        let now = BootClock.now()
        let span = facts.patience(atLeast: Self.patience)
        if BootClock.slept() - slept > Self.shortestSleep {
            goOn(facts)
            return .overslept
        }
        if now < lastArrival + span {
            timer?.set(lastArrival + span)
            return nil
        }
        timer?.set(now + span)
        return .silent(isBrief: lastArrival - start < Self.brief)
    }
}
