/// Finding the sensor: by its channels, never by a chip's name or a device's number.
struct Discovery {
    /// All devices, in the kernel's order.
    let seen: [SeenDevice]
    /// The one to use, with what it is.
    let chosen: (device: IIODevice, facts: SeenDevice)?
    /// What hangs beside it on one hub: the gravity sensor of an accelerometer, the accelerometer of a gravity sensor.
    let partner: (device: IIODevice, facts: SeenDevice)?
    /// What an owner should know of the choice: a sentence each.
    let remarks: [String]
    private let name: String?

    /// Looks through `context` for the sensor called `name`, or for the display's accelerometer.
    init(_ context: IIOContext, name: String?) {
        let devices = context.devices
        let seen = devices.map { device in
            var facts = SeenDevice(device)
            facts.obstacle = Self.obstacle(facts, name: name)
            return facts
        }
        let all = Array(zip(devices, seen))
        // Among equals the kernel's order, so that the choice does not wander.
        let chosen = all.filter { $0.1.obstacle == nil }.min { Self.rank($0.1) < Self.rank($1.1) }
        self.seen = seen
        self.chosen = chosen.map { ($0.0, $0.1) }
        self.name = name
        partner = chosen.flatMap { chosen in
            all.first { $0.1.kind.isPartner(of: chosen.1.kind) && Self.hub($0.1) == Self.hub(chosen.1) }
        }.map { ($0.0, $0.1) }
        remarks = Self.remarks(seen, chosen: chosen?.1)
    }

    /// The chosen sensor, or the gravity sensor beside it where both agree.
    func accelerometer(in context: IIOContext, _ request: SensorRequest) throws(SensorFault) -> Accelerometer {
        guard let chosen else { throw SensorFault(detail: absence) }
        let isGravity = chosen.facts.kind == .gravity
        let accelerometer = try Accelerometer(
            chosen.device, chosen.facts, in: context, request: request, twin: isGravity ? partner?.device : nil)
        guard name == nil, !isGravity, let partner else { return accelerometer }
        let gravity = try? Accelerometer(
            partner.device, partner.facts, in: context, request: request, twin: chosen.device)
        return gravity.map { $0.agrees(with: accelerometer) ? $0 : accelerometer } ?? accelerometer
    }

    /// That there is no sensor, and what there is instead.
    var absence: String {
        let wanted = name.map { "no accelerometer called \($0)" } ?? "no accelerometer"
        if seen.isEmpty { return "\(wanted): there is no IIO device" }
        let others = seen.map { "\($0.id) (\($0.name)): \($0.obstacle ?? "could be used")" }
        return "\(wanted): \(others.joined(separator: "; "))"
    }

    /// Whether there is a hinge sensor.
    var hasHinge: Bool { seen.contains { $0.kind == .hinge } }

    private static func obstacle(_ device: SeenDevice, name: String?) -> String? {
        if UdevDatabase.isAtWork(on: device.id) { return "udev is not through with it yet" }
        switch device.kind {
        case .other: return "no channels accel_x and accel_y"
        case .hinge: return "a hinge sensor, which is taken where there is no accelerometer"
        case .accelerometer, .gravity: break
        }
        if let name { return device.isCalled(name) ? nil : "not called \(name)" }
        return device.location.place == .base ? "sits in the base, not the display; name it to use it" : nil
    }

    /// The better a device, the lower its rank: the display's own, then one that nobody places, then any other.
    private static func rank(_ device: SeenDevice) -> Int {
        let place: Int
        switch device.location.place {
        case .display: place = device.location.source != nil ? 0 : 1
        case .other: place = 2
        case .base: place = 3
        }
        return place + (device.kind == .accelerometer ? 0 : 10)
    }

    /// What `device`'s own directory stands in, as the hub of HID's sensors; nil where that is unknown.
    private static func hub(_ device: SeenDevice) -> Substring? {
        device.path.lastIndex(of: "/").map { device.path[..<$0] }
    }

    private static func remarks(_ seen: [SeenDevice], chosen: SeenDevice?) -> [String] {
        guard let chosen, chosen.kind == .accelerometer else { return [] }
        let others = seen.filter { $0.kind == .accelerometer && $0.id != chosen.id }
        guard !others.isEmpty, chosen.location.place == .display || chosen.location.place == .base else { return [] }
        // iio-sensor-proxy reads the location and takes whichever device comes first all the same.
        let names = others.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
        return [
            "there is another accelerometer, \(names): the desktop's rotation may use that one, since iio-sensor-proxy does not choose by location"
        ]
    }
}
