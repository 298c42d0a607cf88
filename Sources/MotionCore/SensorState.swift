/// How it stands with the sensor, from the first look for it to its loss.
public enum SensorState: String, Sendable {
    /// Samples come.
    case ok
    /// None is there; it is looked for.
    case searching
    /// It was found, and is being switched on.
    case starting
    /// It was there, and is gone.
    case lost
    /// It is there, and says nothing new.
    case stale
    /// Its readings have no direction yet.
    case noGravity = "no-gravity"
    /// Another program holds it.
    case busy
}
