import Glibc

/// The hinge of a machine that has no sensor for it: its angle from gravity in the lid and in the base.
///
/// The lid's frame is the device frame, with the hinge along x at the screen's lower edge. The base's is the one that
/// systemd defines for base sensors: with the lid closed, both read the same. Opening the lid by θ turns its frame about
/// x, so that
///
///     lid.y = cos θ · base.y − sin θ · base.z        θ = atan2(base.y · lid.z − base.z · lid.y,
///     lid.z = sin θ · base.y + cos θ · base.z                  base.y · lid.y + base.z · lid.z)
///
/// docs/pipeline.md derives it. Both sensors must be gravity traces in z as well.
public struct GravityHinge: Sendable {
    private var last: HingeAngle?

    /// Nothing has been found yet.
    public init() {}

    /// The angle that gravity shows in the accelerations `lid` and `base` (m/s², each in its own frame); nil where it
    /// shows none: what was known before holds.
    ///
    /// A hinge that stands upright turns about gravity, which then says nothing of it.
    public mutating func angle(lid: Vector3, base: Vector3) -> HingeAngle? {
        guard Self.tells(lid), Self.tells(base) else { return nil }
        let sine = base.y * lid.z - base.z * lid.y
        let cosine = base.y * lid.y + base.z * lid.z
        let signed = atan2(sine, cosine) * 180 / .pi
        guard let found = settle(signed < 0 ? signed + 360 : signed) else { return nil }
        last = found
        return found
    }

    /// Whether `acceleration` is mostly gravity, and enough of it lies across the hinge.
    private static func tells(_ acceleration: Vector3) -> Bool {
        let across = (acceleration.y * acceleration.y + acceleration.z * acceleration.z).squareRoot()
        return acceleration.isFinite && Tuning.plausibleLengths.contains(acceleration.length)
            && across >= Tuning.leastAcrossHinge
    }

    /// `degrees` (0…360) where they can be told from their neighbours across the end: closed and folded over are the same
    /// to gravity, and noise turns the one into the other. The last angle decides, if it is near.
    private func settle(_ degrees: Double) -> HingeAngle? {
        let fromEnd = min(degrees, 360 - degrees)
        if fromEnd >= Tuning.hingeEnds { return HingeAngle(degrees: degrees) }
        guard let last = last?.degrees, min(last, 360 - last) <= Tuning.hingeReach else { return nil }
        if last < 180 { return HingeAngle(degrees: degrees < 180 ? degrees : 0) }
        return HingeAngle(degrees: degrees > 180 ? degrees : 360)
    }
}
