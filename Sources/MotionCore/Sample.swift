/// One reading of an accelerometer: when, and what.
public struct Sample: Hashable, Sendable {
    /// The reading's time on its source's clock.
    public var time: Nanoseconds
    /// Acceleration in m/s² in the device frame, in the sign of a gravity trace: x and y point toward the ground.
    ///
    /// Upright (top edge up) it is (0, −9.81, 0), left edge up (+9.81, 0, 0), face up (0, 0, −9.81). A source in the
    /// other sign (the reaction: upright y = +9.81) is negated before it becomes a sample.
    public var acceleration: Vector3

    /// A reading of `acceleration` (m/s²) at `time`.
    public init(time: Nanoseconds, acceleration: Vector3) {
        self.time = time
        self.acceleration = acceleration
    }
}

/// Standard gravity in m/s², by definition (CGPM 1901, ISO 80000-3).
public let standardGravity = 9.80665
