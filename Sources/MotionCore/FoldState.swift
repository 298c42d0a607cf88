/// What one update yields: everything that can be told of it.
public struct FoldState: Hashable, Sendable {
    /// 1 for the first update of the pipeline's life, one more with each.
    public let sequence: UInt64
    /// The update's time: a sample's, or a tick's computed one.
    public let time: Nanoseconds
    /// How far the screen folds, 0 (flat) to 1.
    public let fold: Double
    /// The filtered tilt about the screen's upward direction, 90° is 1; negative when the left edge is lifted.
    public let roll: Double
    /// The filtered tilt about the screen's right-hand direction, 90° is 1.
    public let pitch: Double
    /// The fold as a switch.
    public let status: Status
    /// The unfiltered tilt, level subtracted, that the update moves toward.
    public let tilt: Tilt
    /// The filtered tilt, of which roll and pitch are two sides.
    public let filtered: Tilt
    /// The last gravity that was taken.
    public let gravity: Gravity
    /// The screen's orientation.
    public let orientation: Orientation
    /// The time that the pipeline took for the last sample; `time` minus this is the data's age.
    public let sampleTime: Nanoseconds
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
