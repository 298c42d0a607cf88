import MotionCore

/// One reading of a sensor, from its counts to the device frame.
public struct SensorReading: Hashable, Sendable {
    /// The counts of x, y and z as the driver gives them; z is 0 where there is none.
    public var raw: Vector3
    /// `(raw + offset) × scale` in m/s², in the sensor's own frame.
    public var scaled: Vector3
    /// When, and the acceleration in the device frame, after mount matrix and sign.
    public var sample: Sample
}
