import UnixProgram

/// The seat that the machine's sensor belongs to, before a sensor is opened.
public enum SensorSeat {
    /// The seat of what belongs to none by name.
    public static let first = "seat0"

    /// The seat of the first IIO device that udev's ID_SEAT gives one, else the machine's first.
    public static var expected: String {
        let devices = ((try? directoryEntries("/sys/bus/iio/devices")) ?? []).filter { $0.hasPrefix("iio:device") }
        return devices.sorted().lazy.compactMap { UdevDatabase.property("ID_SEAT", of: $0) }.first ?? first
    }
}
