import IIOSensor
import MotionCore
import UnixProgram

/// The machine's hinge as what folds: its thread reads the angles, and here they become samples.
final class HingeSource: SampleSource {
    private unowned let sink: any SampleSink
    private var request: SensorRequest
    private var isRunning = false
    private let ticks: LiveTicks
    private var link: HingeLink?
    private var watchdog: TimerSource?
    private var retry: TimerSource?

    /// From a thread that could not be had to the next try, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000
    /// A hinge silent for this long, in nanoseconds, is told of: while ticks still go on, so that they say so too.
    private static let silence: Int64 = 1_000_000_000

    init(_ loop: EventLoop, _ sink: any SampleSink, _ request: SensorRequest) throws(SystemError) {
        self.sink = sink
        self.request = request
        ticks = try LiveTicks(loop, sink)
        watchdog = try loop.timer { [unowned self] in hold(.stale, "the hinge has said nothing for 1 s") }
        retry = try loop.timer { [unowned self] in if isRunning { start() } }
        link = HingeLink(loop) { [unowned self] in take($0) }
    }

    func start() {
        isRunning = true
        sink.sensor(is: .searching, "looking for a hinge")
        do {
            try link?.start(HingeRequest(request, rate: request.rate))
        } catch {
            sink.sensor(is: .searching, "the hinge's thread cannot be started: \(error); trying again")
            retry?.set(BootClock.now() + Self.patience)
        }
    }

    func stop() {
        isRunning = false
        link?.stop()
        letGo()
    }

    func adjust(_ request: SensorRequest) {
        if request == self.request { return }
        self.request = request
        if isRunning {
            stop()
            start()
        }
    }

    func end() {
        isRunning = false
        link?.end()
        letGo()
    }

    private func letGo() {
        retry?.cancel()
        watchdog?.cancel()
        ticks.cancel()
    }

    // MARK: Word from the thread

    private func take(_ message: HingeMessage) {
        switch message {
        case .state(let state, let detail): hold(state, detail)
        case .opened(let facts):
            watchdog?.set(BootClock.now() + Self.silence)
            sink.opened(Opening(name: facts.name, detail: facts.summary, hinge: facts))
        case .angle(let angle, let time):
            watchdog?.set(BootClock.now() + Self.silence)
            sink.take(angle, at: time)
            ticks.follow()
        }
    }

    /// There is no angle at present.
    private func hold(_ state: SensorState, _ detail: String) {
        watchdog?.cancel()
        sink.holdHinge()
        sink.sensor(is: state, detail)
    }
}
