import CSystemd
import Glibc

/// What udev knows of a device, which libiio does not read.
enum UdevDatabase {
    /// Whether udev is still at work on the IIO device `id`: what it will say of it, its matrix say, is not known yet.
    ///
    /// A device that udev has nothing to say of stays without an entry, so that its missing alone means nothing.
    static func isAtWork(on id: String) -> Bool {
        guard access("/run/udev/queue", F_OK) == 0 else { return false }
        var device: OpaquePointer?
        guard sd_device_new_from_subsystem_sysname(&device, "iio", id) >= 0 else { return false }
        defer { sd_device_unref(device) }
        return sd_device_get_is_initialized(device) == 0
    }

    /// The property `name` of the IIO device `id`, nil where there is none.
    static func property(_ name: String, of id: String) -> String? {
        var device: OpaquePointer?
        guard sd_device_new_from_subsystem_sysname(&device, "iio", id) >= 0 else { return nil }
        defer { sd_device_unref(device) }
        var value: UnsafePointer<CChar>?
        guard sd_device_get_property_value(device, name, &value) >= 0 else { return nil }
        return value.map { String(cString: $0) }
    }
}
