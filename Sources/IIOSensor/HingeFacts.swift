/// What an owner wants to know of the hinge that is read.
public struct HingeFacts: Hashable, Sendable {
    /// The kernel's id of the hinge sensor, or of the base's accelerometer.
    public let id: String
    /// The name of the hinge sensor, or of the display's accelerometer.
    public let name: String
    /// The kernel's ids of all devices that it is read from.
    public let devices: [String]
    /// The seat that they belong to, by udev's ID_SEAT.
    public let seat: String
    /// Where the angle comes from, in words.
    public let origin: String

    /// One line for the log and for events.
    public var summary: String { "the hinge's angle from \(origin)" }
}
