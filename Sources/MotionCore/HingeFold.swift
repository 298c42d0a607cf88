/// From a hinge's angle to the fold: what steps 3 to 7 are to an accelerometer.
struct HingeFold: Sendable {
    private(set) var hinge: Hinge
    /// The filtered closing; the first angle is where it starts, since a hinge is never found by accident.
    private var value: Double
    private var factor = SmoothingFactor()

    /// As the first `angle` shows it.
    init(_ angle: HingeAngle) {
        hinge = Hinge(angle)
        value = angle.closing
    }

    mutating func take(_ angle: HingeAngle) {
        hinge.take(angle)
    }

    mutating func hold() {
        hinge.hold()
    }

    /// Moves toward the last angle for `gap` seconds (≥ 0).
    mutating func move(gap: Double, smoothing: Double) {
        value += (hinge.angle.closing - value) * factor.alpha(gap: gap, smoothing: smoothing)
    }

    /// `clamp(value, 0, 1)`: a hinge has neither noise to swallow nor a gain to choose.
    var fold: Double { value > 0 ? min(value, 1) : 0 }
}
