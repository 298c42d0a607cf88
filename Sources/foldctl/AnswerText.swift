import FoldWire
import PlainText

/// The daemon's status as people read it. What it does not know is left out; what a newer one knows comes last.
func statusText(_ status: WireValue) -> String {
    let text = { (name: String) in status[name]?.string }
    let sensor = text("sensor").map { name in text("device").map { "\(name) (\($0))" } ?? name }
    let panel = text("panel").map { panel in text("connector").map { "\(panel) (\($0))" } ?? panel }
    let known: [(String, String?)] = [
        ("source", text("source")),
        ("sensor", sensor),
        ("state", text("state").map { state in text("detail").map { "\(state): \($0)" } ?? state }),
        ("mode", text("mode")),
        ("rate", rateText(status["rate"])),
        ("age", status["age"]?.double.map(ageText)),
        ("orientation", originText(status["orientation"])),
        ("panel", panel),
        ("matrix", originText(status["matrix"])),
        ("sign", text("sign")),
        ("trigger", text("trigger")),
        ("time", text("time")),
        ("raw", vectorText(status["raw"], decimals: 0)),
        ("scaled", vectorText(status["scaled"], decimals: 3)),
        ("acceleration", vectorText(status["acceleration"], decimals: 3)),
        ("length", lengthText(status["length"])),
        ("readers", status["readers"].flatMap(settingText)),
        ("drops", status["drops"].flatMap(settingText)),
        ("uptime", status["uptime"]?.double.map(durationText)),
        ("memory", status["memory"]?.double.map { rounded($0 / 1e6, to: 10) + " MB" }),
        ("advice", text("advice")),
    ]
    let names = Set(known.map(\.0) + ["device", "detail", "connector"])
    let others = (status.members ?? []).filter { !names.contains($0.name) }.map {
        ($0.name, settingText($0.value))
    }
    return rowsText(known + others)
}

/// Names with their values, a line each; those without a value are left out.
func rowsText(_ rows: [(name: String, value: String?)]) -> String {
    rows.compactMap { name, value in
        value.map { printable(name + String(repeating: " ", count: max(13 - name.count, 1)) + $0) }
    }.joined(separator: "\n")
}

/// Settings as a configuration has them, a line each, with where each comes from as `origins` say; one that differs from its
/// value in `defaults` is marked with that.
func settingsText(
    _ settings: WireValue, marking defaults: [String: String] = [:], from origins: WireValue? = nil
) -> String {
    (settings.members ?? []).map { member in
        let usual = defaults[member.name].flatMap { $0 == settingText(member.value) ? nil : "by default \($0)" }
        let origin = origins?[member.name]?.string.map { "from \($0)" }
        return settingLine(member.name, member.value, note: usual ?? origin)
    }.joined(separator: "\n")
}

/// The bare value of the one setting in `settings`.
func valueText(_ settings: WireValue) -> String {
    guard let value = settings.members?.first?.value, let text = settingText(value) else {
        return settingsText(settings)
    }
    return printable(text)
}

/// The IIO devices, a line each, and the remarks.
func sensorsText(_ answer: WireValue) -> String {
    let sensors = answer["sensors"]?.elements ?? []
    let width = sensors.compactMap { $0["device"]?.string?.count }.max() ?? 0
    let lines = sensors.flatMap { sensor -> [String] in
        let device = sensor["device"]?.string ?? "?"
        let label = sensor["label"]?.string.map { " (\($0))" } ?? ""
        let obstacle = sensor["obstacle"]?.string.map { ": \($0)" } ?? ""
        let padding = String(repeating: " ", count: width - device.count)
        let mark = sensor["used"]?.bool == true ? "*" : " "
        let name = sensor["name"]?.string ?? "?"
        let more = sensorOffers(sensor)
        return ["\(mark) \(device)\(padding)  \(name)\(label)\(obstacle)"]
            + (more.isEmpty ? [] : ["    " + more])
    }
    let remarks = (answer["remarks"]?.elements ?? []).compactMap(\.string)
    let all = lines.isEmpty ? ["there is no IIO device"] + remarks : lines + remarks
    return all.map { printable($0) }.joined(separator: "\n")
}

/// What a device is and offers, as far as the daemon says.
private func sensorOffers(_ sensor: WireValue) -> String {
    let text = { (name: String) in sensor[name]?.string }
    let place = text("place").flatMap { place in text("place-from").map { "\(place) by \($0)" } }
    return [
        text("kind").flatMap { $0 == "other" ? nil : $0 }, place, text("buffer").map { "buffer \($0)" },
        text("trigger").map { "trigger \($0)" }, text("rates").map { "rates \($0)" },
        text("path").flatMap { $0.isEmpty ? nil : $0 },
    ].compactMap { $0 }.joined(separator: ", ")
}
