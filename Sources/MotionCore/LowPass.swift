import Glibc

/// Step 4: a first-order low-pass of the tilt, the same in time at any rate of updates.
///
/// `s += (tilt − s) × α` with α = 1 − (1 − smoothing)^(dt × 60): n updates of a 60th second or one of n/60 s end at
/// the same value. Not the variant with a fixed α for each event, whose feel depends on the sensor's rate.
struct LowPass: Sendable {
    private(set) var value: Tilt

    private var factor = SmoothingFactor()

    init(value: Tilt = Tilt(x: 0, y: 0)) {
        self.value = value
    }

    /// Moves toward `target` for `gap` seconds (≥ 0).
    mutating func move(toward target: Tilt, gap: Double, smoothing: Double) {
        let alpha = factor.alpha(gap: gap, smoothing: smoothing)
        value.x += (target.x - value.x) * alpha
        value.y += (target.y - value.y) * alpha
    }
}

/// The low-pass's α, remembered.
struct SmoothingFactor: Sendable {
    // pow costs as much as the rest of an update, and a steady sensor alternates between few gaps: those of a 60 Hz
    // grid in whole nanoseconds are two.
    private var recent = Gain(gap: -1, smoothing: 0, alpha: 0)
    private var previous = Gain(gap: -1, smoothing: 0, alpha: 0)

    private struct Gain {
        var gap: Double
        var smoothing: Double
        var alpha: Double
    }

    /// 1 − (1 − `smoothing`)^(`gap` × 60) for a `gap` in seconds.
    mutating func alpha(gap: Double, smoothing: Double) -> Double {
        if gap == recent.gap && smoothing == recent.smoothing { return recent.alpha }
        swap(&recent, &previous)
        if gap == recent.gap && smoothing == recent.smoothing { return recent.alpha }
        let alpha = 1 - pow(1 - smoothing, gap * Tuning.referenceRate)
        recent = Gain(gap: gap, smoothing: smoothing, alpha: alpha)
        return alpha
    }
}
