/// What an IIO device is, by its channels.
public enum SensorKind: String, Sendable {
    /// It has accel_x and accel_y.
    case accelerometer
    /// It has gravity_x and gravity_y: an accelerometer behind a filter of the firmware's.
    case gravity
    /// It has an angl channel.
    case hinge
    /// None of them.
    case other

    /// What the channels of an axis begin with, as in `accel_x`; nil where there are no axes.
    var axisPrefix: String? {
        switch self {
        case .accelerometer: "accel"
        case .gravity: "gravity"
        case .hinge, .other: nil
        }
    }

    /// Whether both tell of gravity, each in its way.
    func isPartner(of other: SensorKind) -> Bool {
        self == .gravity && other == .accelerometer || self == .accelerometer && other == .gravity
    }

    init(channels: [String]) {
        if channels.contains("accel_x"), channels.contains("accel_y") {
            self = .accelerometer
        } else if channels.contains("gravity_x"), channels.contains("gravity_y") {
            self = .gravity
        } else if channels.contains(where: HingeSensor.isAngle) {
            self = .hinge
        } else {
            self = .other
        }
    }
}

/// An IIO device as it was seen, and what became of it.
public struct SeenDevice: Hashable, Sendable {
    /// As in `iio:device0`; it may be another one after the next boot.
    public let id: String
    /// The driver's name, or the id where it has none.
    public let name: String
    /// The firmware's label, such as `accel-display`.
    public let label: String?
    /// Where it hangs in the machine, a path below /sys/devices that stays from boot to boot; empty where it is unknown.
    public let path: String
    /// What it is.
    public let kind: SensorKind
    /// Where it sits.
    public let location: SensorLocation
    /// Its channels, by libiio's names.
    public let channels: [String]
    /// Whether its channels have a buffer.
    public let hasBuffer: Bool
    /// Whether somebody has that buffer on.
    public let isBufferOn: Bool
    /// The trigger that clocks the buffer; nil where it has none.
    public let trigger: String?
    /// The sampling frequencies that it offers, as its driver lists them.
    public let rates: String?
    /// What udev said of it then.
    public let udev: UdevWord
    /// Why it was not taken; nil for one that could be.
    public internal(set) var obstacle: String?

    /// Looks at `device`.
    init(_ device: IIODevice) {
        id = device.id
        name = device.name ?? device.id
        label = device.label
        path = device.path
        udev = UdevWord(of: device.id)
        channels = device.channelNames
        kind = SensorKind(channels: channels)
        location = SensorLocation.of(device, udev)
        hasBuffer = channels.contains { $0 != "timestamp" && device.channel($0)?.isScanElement == true }
        isBufferOn = hasBuffer && device.isBufferOn
        trigger = device.triggerName
        let list = "sampling_frequency_available"
        rates = channels.lazy.compactMap { device.channel($0)?.attribute(list) }.first ?? device.attribute(list)
    }

    /// Whether `wanted` names it: by its driver's name, its label or its path, each whole.
    func isCalled(_ wanted: String) -> Bool {
        if wanted == name || wanted == label { return true }
        guard wanted.hasPrefix("/"), !path.isEmpty else { return false }
        // With the device's own directory or without: its number is the one part of the path that does not stay.
        let parts = wanted.split(separator: "/")
        let parent = parts.last?.hasPrefix("iio:device") == true ? parts.dropLast() : parts[...]
        return parent.elementsEqual(path.split(separator: "/"))
    }
}
