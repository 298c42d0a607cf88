import MotionCore
import Synchronization

/// What is asked of the hinge.
public struct HingeRequest: Hashable, Sendable {
    /// Angles a second to ask for, at most `mostRate`.
    public var rate: Double
    /// Which sign the drivers of accelerometers have, where there is no hinge sensor.
    public var sign: SensorSign
    /// The owner's own mount matrix, which is the display's.
    public var matrix: MountMatrix?

    /// The most angles a second: more would show nothing that the filter lets through.
    public static let mostRate = 60.0
    /// Angles a second where they are only told beside an accelerometer's fold.
    public static let besideRate = 20.0

    /// A hinge of a machine whose accelerometer is asked for by `request`, to be read `rate` times a second.
    public init(_ request: SensorRequest, rate: Double) {
        self.rate = min(rate, Self.mostRate)
        sign = request.sign
        matrix = request.matrix
    }
}

/// The acceleration that the display's accelerometer showed last, left by whoever reads it for the hinge's thread.
public final class DisplayAcceleration: Sendable {
    private let last = Mutex<Sample?>(nil)

    /// Nothing has been shown yet.
    public init() {}

    /// The display's sensor showed `sample`.
    public func show(_ sample: Sample) {
        last.withLock { $0 = sample }
    }

    /// What was shown last, if that is younger than `age` at `now`.
    func sample(now: Nanoseconds, age: Nanoseconds) -> Sample? {
        last.withLock { last in
            guard let last, now - last.time <= age else { return nil }
            return last
        }
    }
}
