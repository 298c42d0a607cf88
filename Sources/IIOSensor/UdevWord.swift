import Glibc

/// What udev says of an IIO device, and what its rules have given: where that changes, the device is to be opened anew.
public struct UdevWord: Hashable, Sendable {
    /// The seat that it belongs to: ID_SEAT, or the first.
    public let seat: String
    /// Where the sensor sits: ACCEL_LOCATION.
    let location: String?
    private let matrix: String?
    /// Whether this process may read it by its buffer.
    private let givesBuffer: Bool

    /// What udev says now of the device `id`, as in `iio:device0`.
    public init(of id: String) {
        seat = UdevDatabase.property("ID_SEAT", of: id) ?? SensorSeat.first
        location = UdevDatabase.property("ACCEL_LOCATION", of: id)
        matrix = UdevDatabase.property("ACCEL_MOUNT_MATRIX", of: id)
        givesBuffer =
            access("/dev/\(id)", R_OK | W_OK) == 0 && access("/sys/bus/iio/devices/\(id)/buffer/enable", W_OK) == 0
    }
}
