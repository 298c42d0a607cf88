/// Finding what tells the hinge's angle: a sensor of its own, else an accelerometer in each half.
struct HingeDiscovery {
    /// What was found, ready to be read; nil where there is none.
    let reader: (any HingeReader)?
    /// Why sensors that there are cannot be used, a sentence each.
    let faults: [String]
    /// All devices, in the kernel's order, with what keeps them from being used.
    let seen: [SeenDevice]

    private typealias Found = (device: IIODevice, seen: SeenDevice)

    /// Looks through `context`. The display's acceleration is taken from `shown`, where somebody reads it.
    init(_ context: IIOContext, _ request: HingeRequest, shown: DisplayAcceleration?) {
        let found = context.devices.map { (device: $0, seen: SeenDevice($0)) }
        var faults: [String] = []
        var reader: (any HingeReader)?
        for (device, seen) in found where reader == nil && seen.channels.contains(where: HingeSensor.isAngle) {
            do { reader = try HingeSensor(device, seen, in: context) } catch { faults.append(error.detail) }
        }
        if reader == nil, let (display, base) = Self.pair(found) {
            do {
                reader = try HingePair(display: display, base: base, in: context, request: request, shown: shown)
            } catch { faults.append(error.detail) }
        }
        self.reader = reader
        self.faults = faults
        let used = reader?.facts.devices ?? []
        seen = found.map { _, seen in
            var seen = seen
            seen.obstacle = used.contains(seen.id) ? nil : Self.obstacle(seen, faults)
            return seen
        }
    }

    /// The accelerometers of the display and of the base, with all three axes; nil unless there are both.
    private static func pair(_ found: [Found]) -> (display: Found, base: Found)? {
        let whole = found.filter { $0.seen.kind == .accelerometer && $0.seen.channels.contains("accel_z") }
        let displays = whole.filter { $0.seen.location.place == .display }
        // One that is said to be the display's, before one that nobody places.
        guard let display = displays.first(where: { $0.seen.location.source != nil }) ?? displays.first,
            let base = whole.first(where: { $0.seen.location.place == .base })
        else { return nil }
        return (display, base)
    }

    private static func obstacle(_ device: SeenDevice, _ faults: [String]) -> String {
        switch device.kind {
        case .hinge: faults.first { $0.hasPrefix("\(device.id) ") } ?? "another hinge is used"
        case .accelerometer: "an accelerometer, which tells a hinge only in a pair of display and base"
        case .gravity, .other: "no channel angl"
        }
    }

    /// Why there is no hinge, in a sentence.
    var obstacle: String {
        if seen.isEmpty { return "no hinge: there is no IIO device" }
        let devices = seen.map { "\($0.id) (\($0.name)): \($0.obstacle ?? "it could be used")" }
        return "no hinge: \(devices.joined(separator: "; "))"
    }
}
