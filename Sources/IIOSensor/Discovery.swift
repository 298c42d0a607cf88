/// An IIO device as it was seen, and what became of it.
public struct SeenDevice: Hashable, Sendable {
    /// As in `iio:device0`.
    public let id: String
    /// The driver's name, or the id where it has none.
    public let name: String
    /// The firmware's label, such as `accel-display`.
    public let label: String?
    /// Why it was not taken; nil for one that could be.
    public let obstacle: String?
}

/// Finding the accelerometer: by its channels, never by a chip's name or a device's number.
struct Discovery {
    /// All devices, in the kernel's order.
    let seen: [SeenDevice]
    /// The one to use.
    let chosen: IIODevice?

    /// Looks through `context` for the sensor called `name`, or for the display's accelerometer.
    init(_ context: IIOContext, name: String?) {
        let devices = context.devices
        let seen = devices.map { Self.judge($0, name: name) }
        self.seen = seen
        let candidates = zip(devices, seen).filter { $0.1.obstacle == nil }
        // The display's own first; among equals the kernel's order.
        chosen = (candidates.first { $0.1.label == "accel-display" } ?? candidates.first)?.0
    }

    /// The devices in words, for whoever wonders why there is no sensor.
    var summary: String {
        if seen.isEmpty { return "there is no IIO device" }
        return seen.map { "\($0.id) (\($0.name)): \($0.obstacle ?? "an accelerometer")" }.joined(separator: "; ")
    }

    private static func judge(_ device: IIODevice, name wanted: String?) -> SeenDevice {
        let name = device.name ?? device.id
        let label = device.label
        var obstacle: String?
        if device.channel("accel_x") == nil || device.channel("accel_y") == nil {
            obstacle = "no channels accel_x and accel_y"
        } else if let wanted, wanted != name, wanted != label {
            obstacle = "not called \(wanted)"
        } else if wanted == nil, isBase(label: label, location: device.attribute("location")) {
            obstacle = "sits in the base, not the display; name it to use it"
        }
        return SeenDevice(id: device.id, name: name, label: label, obstacle: obstacle)
    }

    private static func isBase(label: String?, location: String?) -> Bool {
        if let label, label.hasPrefix("accel-") { return label == "accel-base" }
        return location == "base"
    }
}
