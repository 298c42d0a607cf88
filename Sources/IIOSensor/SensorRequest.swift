import MotionCore

/// What an owner asks of the sensor.
public struct SensorRequest: Hashable, Sendable {
    /// The sensor's name, label or path; nil for the display's accelerometer, whatever it is called.
    public var name: String?
    /// Which sign its driver has.
    public var sign = SensorSign.gravity
    /// The owner's own mount matrix, before any other source.
    public var matrix: MountMatrix?
    /// Samples a second to ask for, 1…400 Hz.
    public var rate = 60.0
    /// How to read.
    public var mode = SensorMode.auto
    /// What to do where another program has the sensor's buffer on.
    public var share = SensorShare.polled
    /// The service's run directory, in which it notes which buffer is its own; nil for one that keeps no note.
    public var runDirectory: String?

    /// The defaults.
    public init() {}

    /// The allowed values of `rate`.
    public static let rateRange = 1.0...400.0
}

/// The sign of a sensor's x and y.
public enum SensorSign: String, CaseIterable, Sendable {
    /// Toward the ground, as iio-sensor-proxy expects: upright is y < 0.
    case gravity
    /// Away from it, as in Android and the kernel's document of the mount matrix: upright is y > 0.
    case reaction
}

/// How a sensor is read.
public enum SensorMode: String, CaseIterable, Sendable {
    /// By its buffer where that delivers, else by its attributes.
    case auto
    /// By its buffer only.
    case buffered
    /// By its attributes only: disturbs no other program.
    case polled
}

/// What to do where another program has the sensor's buffer on.
public enum SensorShare: String, CaseIterable, Sendable {
    /// Leave it alone and read the attributes beside it.
    case polled
    /// Take the buffer away from it.
    case take
    /// Wait until it is switched off.
    case wait
}
