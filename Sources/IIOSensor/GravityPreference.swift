import MotionCore

/// Whether a gravity sensor is to be preferred to the accelerometer beside it.
///
/// It comes through a filter of the hub's firmware, which is good; but lists of mount matrices know only the
/// accelerometer, and some firmware gives the two different frames. So both have to agree first, at rest.
enum GravityPreference {
    /// The largest angle between the two, in degrees.
    static let agreement = 5.0
    /// The tablet rests where two readings of the accelerometer are nearer than this, in m/s², …
    static let rest = 0.3
    /// … and their length is near that of gravity, in m/s².
    static let lengths = 0.9 * standardGravity...1.1 * standardGravity

    /// Whether the gravity sensor is taken, by two readings of the accelerometer with one of the gravity sensor between
    /// them, in the device frame.
    static func agrees(before: Vector3, gravity: Vector3, after: Vector3) -> Bool {
        guard (after - before).length <= rest, lengths.contains(before.length), lengths.contains(gravity.length) else {
            return false
        }
        return degrees(before, gravity) <= agreement
    }
}

extension Accelerometer {
    /// Whether this gravity sensor says what the accelerometer `other` does, which lies still.
    func agrees(with other: Accelerometer) -> Bool {
        let reader = PolledReading(accelerometer: other, period: 0)
        guard let before = try? reader.read(),
            let gravity = try? PolledReading(accelerometer: self, period: 0).read(), let after = try? reader.read()
        else { return false }
        return GravityPreference.agrees(
            before: before.sample.acceleration, gravity: gravity.sample.acceleration,
            after: after.sample.acceleration)
    }
}
