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
        ("readers", status["readers"].flatMap(valueText(orNone:))),
        ("drops", status["drops"].flatMap(valueText(orNone:))),
        ("uptime", status["uptime"]?.double.map(durationText)),
        ("memory", status["memory"]?.double.map { rounded($0 / 1e6, to: 10) + " MB" }),
    ]
    let names = Set(known.map(\.0) + ["device", "detail", "connector"])
    let others = (status.members ?? []).filter { !names.contains($0.name) }.map {
        ($0.name, valueText(orNone: $0.value))
    }
    return (known + others).compactMap { name, value in
        value.map { printable(name + String(repeating: " ", count: max(13 - name.count, 1)) + $0) }
    }.joined(separator: "\n")
}

/// Settings as a configuration has them, a line each.
func settingsText(_ settings: WireValue) -> String {
    (settings.members ?? []).map { member in
        let value = valueText(orNone: member.value)
        return printable(value.map { "\(member.name) = \($0)" } ?? "# \(member.name) is found by itself")
    }.joined(separator: "\n")
}

/// The bare value of the one setting in `settings`.
func valueText(_ settings: WireValue) -> String {
    guard let value = settings.members?.first?.value, let text = valueText(orNone: value) else {
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

// MARK: - Values

/// `{"value":…,"setting":…,"from":…}` in words.
private func originText(_ value: WireValue?) -> String? {
    guard let text = value?["value"]?.string else { return nil }
    let setting = value?["setting"]?.string
    let from = value?["from"]?.string.map { "from \($0)" }
    let origin = [setting == text ? nil : setting, from].compactMap { $0 }.joined(separator: ", ")
    return origin.isEmpty ? text : "\(text) (\(origin))"
}

private func rateText(_ rate: WireValue?) -> String? {
    let parts = ["asked", "set", "measured"].compactMap { name in
        rate?[name]?.double.map { "\(rounded($0, to: 100)) Hz \(name)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
}

private func ageText(_ seconds: Double) -> String {
    seconds < 1
        ? rounded(seconds * 1000, to: 1) + " ms"
        : seconds < 60 ? rounded(seconds, to: 10) + " s" : durationText(seconds)
}

/// The two largest units of a span.
func durationText(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 1e12 else { return rounded(seconds, to: 1) + " s" }
    let whole = Int(seconds)
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
}

/// `number` to the nearest 1/`parts`, without superfluous zeros.
private func rounded(_ number: Double, to parts: Double) -> String {
    var text: [UInt8] = []
    text.append(shortest: (number * parts).rounded() / parts)
    return String(decoding: text, as: UTF8.self)
}

/// A value as a configuration has it; nil where there is none.
private func valueText(orNone value: WireValue) -> String? {
    switch value {
    case .null: return nil
    case .flag(let flag): return flag ? "yes" : "no"
    case .number(let number):
        var text: [UInt8] = []
        text.append(shortest: number)
        return String(decoding: text, as: UTF8.self)
    case .text(let text): return text
    case .list(let values): return values.map { valueText(orNone: $0) ?? "none" }.joined(separator: ", ")
    case .object(let members):
        return members.map { "\($0.name) \(valueText(orNone: $0.value) ?? "none")" }.joined(separator: ", ")
    }
}
