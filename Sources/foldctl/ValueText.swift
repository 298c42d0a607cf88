import FoldWire
import MotionCore
import PlainText

/// `{"value":…,"setting":…,"from":…}` in words.
func originText(_ value: WireValue?) -> String? {
    guard let text = value?["value"]?.string else { return nil }
    let setting = value?["setting"]?.string
    let from = value?["from"]?.string.map { "from \($0)" }
    let origin = [setting == text ? nil : setting, from].compactMap { $0 }.joined(separator: ", ")
    return origin.isEmpty ? text : "\(text) (\(origin))"
}

/// `{"asked":…,"set":…,"measured":…}` in words.
func rateText(_ rate: WireValue?) -> String? {
    let parts = ["asked", "set", "measured"].compactMap { name in
        rate?[name]?.double.map { "\(rounded($0, to: 100)) Hz \(name)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
}

/// A span, to the millisecond where it is short.
func ageText(_ seconds: Double) -> String {
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

/// Three numbers in columns, so that they stand still while they change; nil where they are not three.
func vectorText(_ value: WireValue?, decimals: Int) -> String? {
    let numbers = (value?.elements ?? []).compactMap(\.double)
    guard numbers.count == 3 else { return nil }
    return numbers.map { number in
        let text = fixed(number, decimals: decimals)
        return String(repeating: " ", count: max(8 - text.count, 0)) + text
    }.joined(separator: " ")
}

/// A length in m/s², also in g.
func lengthText(_ value: WireValue?) -> String? {
    value?.double.map { "\(fixed($0, decimals: 3)) m/s^2, \(fixed($0 / standardGravity, decimals: 3)) g" }
}

/// `number` with so many decimals, 6 at most.
func fixed(_ number: Double, decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    var text: [UInt8] = []
    text.append(fixed: (number * unit).rounded() / unit)
    // What is no number has no decimals.
    guard text.contains(UInt8(ascii: ".")) else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text.dropLast(decimals == 0 ? 7 : 6 - decimals), as: UTF8.self)
}

/// `number` to the nearest 1/`parts`, without superfluous zeros.
func rounded(_ number: Double, to parts: Double) -> String {
    var text: [UInt8] = []
    text.append(shortest: (number * parts).rounded() / parts)
    return String(decoding: text, as: UTF8.self)
}
