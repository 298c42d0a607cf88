/// Where in its machine a sensor sits.
public enum SensorPlace: Hashable, Sendable {
    /// With the display: what folds.
    case display
    /// With the keyboard.
    case base
    /// Elsewhere, as with the camera.
    case other(String)

    /// Its name, as in `base`.
    public var name: String {
        switch self {
        case .display: "display"
        case .base: "base"
        case .other(let name): name
        }
    }
}

/// A sensor's place, with who says so.
public struct SensorLocation: Hashable, Sendable {
    /// Where it sits; the display where nobody says otherwise.
    public let place: SensorPlace
    /// As in `udev's ACCEL_LOCATION`; nil where nobody says.
    public let source: String?

    /// The place that the first of `location` (udev's), `label` and `attribute` (the driver's `location`) names.
    ///
    /// udev comes first, since its list is where an owner mends what firmware says wrongly.
    init(udev location: String?, label: String?, attribute: String?) {
        if let location, !location.isEmpty {
            place = Self.place(location)
            source = "udev's ACCEL_LOCATION"
        } else if let label, label.hasPrefix("accel-") {
            place = Self.place(String(label.dropFirst("accel-".count)))
            source = "the label"
        } else if let attribute, !attribute.isEmpty, attribute != "none" {
            place = Self.place(attribute)
            source = "the driver's location"
        } else {
            place = .display
            source = nil
        }
    }

    /// What is said of `device`, of which udev says `word`.
    static func of(_ device: IIODevice, _ word: UdevWord) -> SensorLocation {
        SensorLocation(udev: word.location, label: device.label, attribute: device.attribute("location"))
    }

    private static func place(_ name: String) -> SensorPlace {
        switch name {
        case "display", "lid": .display
        case "base": .base
        default: .other(name)
        }
    }
}
