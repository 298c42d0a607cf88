import FoldWire
import MotionCore

/// What the daemon says, a line of it.
public enum FoldMessage: Hashable, Sendable {
    /// The continuous value, to one who watches the fold.
    case update(FoldUpdate)
    /// The status, to one who watches it.
    case status(StatusChange)
    /// Whether the fold is lifted, to one who watches a threshold.
    case threshold(ThresholdChange)
    /// Something happened to the sensor, the screen or the daemon.
    case event(WireEvent)
    /// No daemon answers on the socket at this path, and it is waited for: one that is connected to has said nothing for 5 s, or,
    /// with `reconnects`, there is none, or it turns this user away for a reason, in a sentence.
    case waiting(path: String, reason: String? = nil)
    /// A line of a newer daemon, with something in it that is not known here.
    case other(String)
}

/// One value of the fold, with all that was asked for.
public struct FoldUpdate: Hashable, Sendable {
    /// The update's number: a gap tells how many were skipped.
    public let sequence: UInt64
    /// The update's time, of CLOCK_BOOTTIME; in a replay the recording's own.
    public let time: Nanoseconds
    /// How far the screen folds, 0 (flat) to 1.
    public let fold: Double
    /// The filtered tilt about the screen's upward direction, 90° is 1, negative when the left edge is lifted; nil from a
    /// hinge.
    public let roll: Double?
    /// The filtered tilt about the screen's right-hand direction, 90° is 1; nil from a hinge.
    public let pitch: Double?
    /// The fold as a switch.
    public let status: Status
    /// The unfiltered tilt that the fold moves toward, if it was asked for; nil from a hinge.
    public let tilt: Tilt?
    /// The direction of the last gravity in the panel's frame, of length 1, if it was asked for; nil from a hinge.
    public let gravity: Vector3?
    /// The screen's orientation, if it was asked for.
    public let orientation: Orientation?
    /// Seconds from the sample to this update, if it was asked for.
    public let age: Double?
    /// What to draw, if it was asked for.
    public let effect: FoldEffect?
    /// The hinge, if it was asked for and there is one.
    public let hinge: Hinge?
}

/// The status, as it is from now on.
public struct StatusChange: Hashable, Sendable {
    /// The update's number.
    public let sequence: UInt64
    /// The update's time.
    public let time: Nanoseconds
    /// The fold as a switch.
    public let status: Status
}

/// Whether the fold is lifted over the threshold that was asked for, from now on.
public struct ThresholdChange: Hashable, Sendable {
    /// The update's number.
    public let sequence: UInt64
    /// The update's time.
    public let time: Nanoseconds
    /// True from over the upper limit until under the lower one.
    public let isLifted: Bool
    /// The fold, 0 to 1.
    public let fold: Double
}
