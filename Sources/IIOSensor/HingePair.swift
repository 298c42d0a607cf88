import MotionCore
import UnixProgram

/// A machine without a hinge sensor and with an accelerometer in each half: the angle is between what they call down.
final class HingePair: HingeReader {
    let facts: HingeFacts
    private let base: PolledReading
    private let display: Display
    private var hinge = GravityHinge()

    /// Where the display's acceleration comes from.
    private enum Display {
        /// It is read here.
        case polled(PolledReading)
        /// The daemon reads it already.
        case shown(DisplayAcceleration)
    }

    /// What the daemon read longer ago than this does not belong to the base's reading.
    private static let oldest = Nanoseconds(500_000_000)

    /// The accelerometers `display` and `base` of `context`, the display's as `shown` where somebody reads it already.
    init(
        display: (device: IIODevice, seen: SeenDevice), base: (device: IIODevice, seen: SeenDevice),
        in context: IIOContext, request: HingeRequest, shown: DisplayAcceleration?
    ) throws(SensorFault) {
        var asked = SensorRequest()
        asked.sign = request.sign
        let period = Int64(1e9 / request.rate)
        // The owner's matrix is the display's.
        let lower = try Accelerometer(base.device, base.seen, in: context, request: asked)
        self.base = PolledReading(accelerometer: lower, period: period)
        if let shown {
            self.display = .shown(shown)
        } else {
            asked.matrix = request.matrix
            let upper = try Accelerometer(display.device, display.seen, in: context, request: asked)
            self.display = .polled(PolledReading(accelerometer: upper, period: period))
        }
        let names = [display, base].map { "\($0.seen.name) (\($0.seen.id))" }
        facts = HingeFacts(
            id: base.seen.id, name: display.seen.name, devices: [display.seen.id, base.seen.id],
            seat: display.seen.udev.seat,
            origin: "the accelerometers \(names[0]) and \(names[1])")
    }

    /// Makes both ready to be read at `rate` Hz.
    func prepare(rate: Double) {
        base.accelerometer.prepare(rate: rate)
        if case .polled(let reading) = display { reading.accelerometer.prepare(rate: rate) }
    }

    func read() throws(SystemError) -> HingeReading {
        let start = BootClock.now()
        guard let lower = try base.read()?.sample else { return slow(base) }
        let upper: Sample
        switch display {
        case .polled(let reading):
            guard let sample = try reading.read()?.sample else { return slow(reading) }
            upper = sample
        case .shown(let shown):
            guard let sample = shown.sample(now: lower.time, age: Self.oldest) else {
                return .none("the display's accelerometer says nothing to compare the base's with")
            }
            upper = sample
        }
        if BootClock.now() - start > PolledReading.longest { return slow(base) }
        guard let angle = hinge.angle(lid: upper.acceleration, base: lower.acceleration) else {
            return .none("the hinge's angle cannot be told from gravity as the machine is held; the last one is held")
        }
        return .angle(angle, at: lower.time)
    }

    private func slow(_ reading: PolledReading) -> HingeReading {
        .none("\(reading.accelerometer.name) takes too long to answer")
    }
}
