import UnixProgram

/// The seat that the machine's sensor belongs to, before a sensor is opened.
public enum SensorSeat {
    /// The seat of what belongs to none by name.
    public static let first = "seat0"

    private static let devices = "/sys/bus/iio/devices"

    /// The seat, by udev's ID_SEAT, of the accelerometer or hinge sensor that a reader would switch on; the machine's first
    /// where there is none.
    public static var expected: String {
        let sensors = ((try? directoryEntries(devices)) ?? []).sorted().compactMap { id in rank(id).map { ($0, id) } }
        // Among equals the kernel's order, as the sensor itself is chosen.
        guard let (_, id) = sensors.min(by: { $0.0 < $1.0 }) else { return first }
        return UdevDatabase.property("ID_SEAT", of: id) ?? first
    }

    /// How late the device is taken, from 0; nil where it is none of ours. What it measures is told by its attributes' names:
    /// they are all that is read, since this is asked for each connection.
    private static func rank(_ id: String) -> Int? {
        let attributes = (try? directoryEntries("\(devices)/\(id)")) ?? []
        if attributes.contains(where: { $0.hasPrefix("in_accel_x") || $0.hasPrefix("in_gravity_x") }) {
            return UdevDatabase.property("ACCEL_LOCATION", of: id) == SensorPlace.base.name ? 2 : 0
        }
        return attributes.contains { $0.hasPrefix("in_angl") } ? 1 : nil
    }
}
