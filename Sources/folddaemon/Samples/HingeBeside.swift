import IIOSensor
import MotionCore
import UnixProgram

/// The hinge beside an accelerometer's fold: read while somebody asks for it, and a while longer.
final class HingeBeside {
    /// The last angle; nil where there is no hinge, none has been found yet, or nobody asks for it.
    private var last: Hinge?
    /// The hinge that is read.
    private(set) var facts: HingeFacts?
    private var lastArrival: Int64 = 0

    private var request: HingeRequest
    private let shown = DisplayAcceleration()
    private var link: HingeLink?
    private var hingeSwitch = SensorSwitch(isAlwaysOn: false)
    private var readerCount = 0
    private var lingerTimer: TimerSource?

    /// An angle that is older than this, in nanoseconds, is held: the firmware hangs.
    private static let oldest: Int64 = 500_000_000

    /// A hinge that is not read yet, of a machine whose accelerometer is asked for by `request`.
    init(_ loop: EventLoop, _ request: SensorRequest) throws(SystemError) {
        self.request = HingeRequest(request, rate: HingeRequest.besideRate)
        lingerTimer = try loop.timer { [unowned self] in perform(hingeSwitch.lingerEnded()) }
        link = HingeLink(loop, shown: shown) { [unowned self] in take($0) }
    }

    /// The number of watchers that ask for the hinge is `count`.
    func readers(_ count: Int) {
        readerCount = count
        perform(hingeSwitch.readers(count))
    }

    /// Lets the hinge go for now, whoever asks for it, or reads it again.
    func pause(_ isPaused: Bool) {
        hingeSwitch.isPaused = isPaused
        perform(hingeSwitch.readers(readerCount))
    }

    /// The display's accelerometer showed `sample`.
    func show(_ sample: Sample) {
        shown.show(sample)
    }

    /// The machine's accelerometer is asked for by `request` from now on.
    func adjust(_ request: SensorRequest) {
        let before = self.request
        self.request = HingeRequest(request, rate: HingeRequest.besideRate)
        guard self.request != before, isOn else { return }
        perform(.stop)
        perform(.start)
    }

    /// Whether it is read now.
    var isOn: Bool { hingeSwitch.isOn }

    /// What is known of the hinge now.
    var hinge: Hinge? {
        guard var hinge = last else { return nil }
        if BootClock.now() - lastArrival > Self.oldest { hinge.hold() }
        return hinge
    }

    func end() {
        lingerTimer?.cancel()
        link?.end()
    }

    private func perform(_ action: SensorSwitch.Action?) {
        switch action {
        case .start:
            do { try link?.start(request) } catch {
                Log.write(.warning, "the hinge's thread cannot be started: \(error); its angle is not told")
            }
        case .stop:
            link?.stop()
            forget()
        case .armTimer: lingerTimer?.set(BootClock.now() + SensorSwitch.linger)
        case .disarmTimer: lingerTimer?.cancel()
        case nil: break
        }
    }

    private func forget() {
        last = nil
        facts = nil
    }

    private func take(_ message: HingeMessage) {
        switch message {
        case .opened(let facts):
            Log.write(.info, "beside the fold: \(facts.summary)")
            self.facts = facts
        case .angle(let angle, _):
            lastArrival = BootClock.now()
            if last == nil { last = Hinge(angle) } else { last?.take(angle) }
        case .state(let state, let detail):
            Log.write(.info, "beside the fold: hinge \(state.rawValue): \(detail)")
            if state == .stale || state == .busy { last?.hold() } else { forget() }
        }
    }
}
