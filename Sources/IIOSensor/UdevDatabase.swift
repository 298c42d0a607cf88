import CSystemd

/// What udev knows of a device, which libiio does not read.
enum UdevDatabase {
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
