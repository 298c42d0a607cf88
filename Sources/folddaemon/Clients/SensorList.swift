import FoldWire
import IIOSensor

/// What a look at the machine's sensors has shown, for whoever asks.
struct SensorList {
    let seen: SensorsSeen

    /// The members of the answer, in order.
    var members: [WireMember] {
        [
            WireMember("sensors", .list(seen.devices.map(sensor))),
            WireMember("remarks", .list(seen.remarks.map { .text($0) })),
        ]
    }

    private func sensor(_ device: SeenDevice) -> WireValue {
        let hasPlace = device.kind == .accelerometer || device.kind == .gravity
        return .object([
            WireMember("device", .text(device.id)), WireMember("name", .text(device.name)),
            WireMember("label", .text(orNull: device.label)), WireMember("used", .flag(seen.used.contains(device.id))),
            WireMember("obstacle", .text(orNull: device.obstacle)), WireMember("kind", .text(device.kind.rawValue)),
            WireMember("place", .text(orNull: hasPlace ? device.location.place.name : nil)),
            WireMember("place-from", .text(orNull: device.location.source)),
            WireMember("path", .text(device.path)), WireMember("channels", .list(device.channels.map { .text($0) })),
            WireMember("buffer", .text(orNull: device.hasBuffer ? (device.isBufferOn ? "on" : "off") : nil)),
            WireMember("trigger", .text(orNull: device.trigger)), WireMember("rates", .text(orNull: device.rates)),
        ])
    }
}
