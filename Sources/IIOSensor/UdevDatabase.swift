import CSystemd
import Glibc

/// What udev knows of a device, which libiio does not read.
public enum UdevDatabase {
    /// Whether udev is still at work on the IIO device `id`: what it will say of it, its matrix say, is not known yet.
    ///
    /// A device that udev has nothing to say of stays without an entry, so that its missing alone means nothing.
    static func isAtWork(on id: String) -> Bool {
        access("/run/udev/queue", F_OK) == 0 && isInitialized(id) == false
    }

    /// Whether udev's rules are done with the IIO device `id`: its mount matrix is known, and its node is whose it will be.
    public static func isSettled(_ id: String) -> Bool { isInitialized(id) == true }

    /// Whether udev has written down what it knows of the IIO device `id`; nil where there is no such device.
    private static func isInitialized(_ id: String) -> Bool? {
        var device: OpaquePointer?
        guard sd_device_new_from_subsystem_sysname(&device, "iio", id) >= 0 else { return nil }
        defer { sd_device_unref(device) }
        return sd_device_get_is_initialized(device) > 0
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
