/// What one update yields: everything that can be told of it.
///
/// It is copied several times for each update. Its parts are in this order, and roll and pitch are worked out where they
/// are asked for, so that it stays under the 128 bytes that are copied without a call.
public struct FoldState: Hashable, Sendable {
    /// 1 for the first update of the pipeline's life, one more with each.
    public let sequence: UInt64
    /// The update's time: a sample's, or a tick's computed one.
    public let time: Nanoseconds
    /// The time that the pipeline took for the last sample; `time` minus this is the data's age.
    public let sampleTime: Nanoseconds
    /// How far the screen folds, 0 (flat) to 1.
    public internal(set) var fold: Double
    /// How the tablet leans; nil from a hinge, which does not tell.
    public let lean: Lean?
    /// The hinge, where one is known: what folds, or what is told beside an accelerometer's fold.
    public var hinge: Hinge?
    /// The fold as a switch.
    public internal(set) var status: Status
    /// The screen's orientation.
    public internal(set) var orientation: Orientation

    /// The filtered tilt about the screen's upward direction, 90° is 1; negative when the left edge is lifted. Nil from a
    /// hinge.
    public var roll: Double? { lean.map { orientation.roll($0.filtered) } }
    /// The filtered tilt about the screen's right-hand direction, 90° is 1; nil from a hinge.
    public var pitch: Double? { lean.map { orientation.pitch($0.filtered) } }
    /// The lean's unfiltered tilt.
    public var tilt: Tilt? { lean?.tilt }
    /// The lean's gravity.
    public var gravity: Gravity? { lean?.gravity }
}

/// How a tablet leans, as an accelerometer tells.
public struct Lean: Hashable, Sendable {
    /// The unfiltered tilt, level subtracted, that the update moves toward.
    public let tilt: Tilt
    /// The filtered tilt, of which roll and pitch are two sides.
    public let filtered: Tilt
    /// The last gravity that was taken.
    public let gravity: Gravity
}

/// What becomes of one sample.
public enum Taking: Hashable, Sendable {
    /// An update.
    case update(FoldState)
    /// Not later than the last update: it only set the tilt that later updates move toward, and took this time.
    case late(at: Nanoseconds)
    /// Gravity has not been found yet: the sample left no trace.
    case noGravity
}
