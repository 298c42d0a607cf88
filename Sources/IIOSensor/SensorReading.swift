import MotionCore

/// One reading of a sensor, from its counts to the device frame.
public struct SensorReading: Hashable, Sendable {
    /// The counts of x, y and z as the driver gives them; z is 0 where there is none.
    public var raw: Vector3
    /// `(raw + offset) × scale` in m/s², in the sensor's own frame.
    public var scaled: Vector3
    /// When, and the acceleration in the device frame, after mount matrix and sign.
    public var sample: Sample

    /// Whether the counts `a` and `b` may be of a sensor that lay still between them: 2 counts on each axis are noise, and a
    /// coarse sensor's flicker.
    static func isSame(_ a: Vector3, _ b: Vector3) -> Bool {
        abs(a.x - b.x) <= 2 && abs(a.y - b.y) <= 2 && abs(a.z - b.z) <= 2
    }
}
