/// The direction in which gravity pulls, as a vector of length 1 in the device frame: x and y toward the ground.
///
/// A type of its own: an acceleration in m/s² taken for it would be wrong by a factor of ten, silently.
public struct Gravity: Hashable, Sendable {
    /// Length 1, no unit.
    public let direction: Vector3

    /// The direction of `acceleration`, whose `length` is known and not 0.
    init(acceleration: Vector3, length: Double) {
        direction = acceleration / length
    }

    /// The gravity of a tablet that lies level, face up.
    public static let level = Gravity(acceleration: Vector3(0, 0, -1), length: 1)
}

/// Step 2: from accelerations to gravity, and which readings are to be believed.
///
/// An accelerometer measures gravity and movement together. A reading whose length is far from 1 g says little about
/// where down is: it is held back for a while, and believed only if it lasts.
struct GravityEstimator: Sendable {
    enum Reading {
        /// Gravity has this direction.
        case taken(Gravity)
        /// Nothing to be learnt: what was known stays.
        case held
        /// Gravity has not been found since the start or the last re-opening.
        case notFound
    }

    private(set) var isFound: Bool
    /// The first reading of the present run of implausible ones; nil outside a run.
    private(set) var runStart: Nanoseconds?

    init(isFound: Bool = false, runStart: Nanoseconds? = nil) {
        self.isFound = isFound
        self.runStart = runStart
    }

    /// What the `acceleration` (m/s²) taken at `time` says.
    mutating func read(_ acceleration: Vector3, at time: Nanoseconds) -> Reading {
        let length = acceleration.length
        let isUsable = acceleration.isFinite && length.isFinite && length >= Tuning.unusableLength
        let isPlausible = isUsable && Tuning.plausibleLengths.contains(length)
        if !isFound && !isPlausible { return .notFound }
        if !isUsable { return .held }
        if isPlausible {
            isFound = true
            runStart = nil
        } else {
            let start = runStart ?? time
            runStart = start
            if time - start <= Tuning.holdTime { return .held }
        }
        return .taken(Gravity(acceleration: acceleration, length: length))
    }

    /// The sensor was opened again: nothing is believed until a plausible reading.
    mutating func reopen() {
        self = GravityEstimator()
    }
}
