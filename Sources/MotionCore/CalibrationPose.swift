/// A pose in which a tablet is held so that its sensor shows how it sits.
///
/// Three directions of gravity, perpendicular to each other, say everything about three axes.
public enum CalibrationPose: String, CaseIterable, Sendable {
    /// Flat, face up.
    case flat
    /// Upright, the panel's top edge up.
    case topUp = "top-up"
    /// Upright, the panel's left edge up.
    case leftUp = "left-up"

    /// Where gravity pulls then, in the device frame: x and y toward the ground, length 1.
    public var gravity: Vector3 {
        switch self {
        case .flat: Vector3(0, 0, -1)
        case .topUp: Vector3(0, -1, 0)
        case .leftUp: Vector3(1, 0, 0)
        }
    }

    /// What to do with the tablet, in words that begin a sentence.
    public var instruction: String {
        switch self {
        case .flat: "lay the tablet flat, its screen up"
        case .topUp: "stand the tablet upright, its top edge up"
        case .leftUp: "stand the tablet on its right edge, its left edge up"
        }
    }
}

/// Why something could not be calibrated: one sentence that says what to do.
public struct CalibrationProblem: Error, Hashable {
    /// The sentence, without its end.
    public let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
