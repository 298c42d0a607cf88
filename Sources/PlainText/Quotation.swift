/// Text from outside as it may be quoted in a sentence: printable, and short.
public func quoted(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes.prefix(41) {
        if text.utf8.count >= 40 { return "'\(text)…'" }
        let isPrintable = byte >= 0x20 && byte < 0x7f
        text +=
            isPrintable
            ? String(UnicodeScalar(byte)) : "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "'\(text)'"
}

/// `text` without control characters, which a name from outside may have and a terminal or a log obeys: blanks instead.
public func printable(_ text: String) -> String {
    let isControl = { (scalar: UnicodeScalar) in scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
}

/// `text` without blanks at its ends.
public func trimmed(_ text: some StringProtocol) -> String {
    // By bytes: a blank and an accent after it are one Character, and no blank.
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let front = Array(text.utf8.drop(while: isBlank))
    guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: front[...last], as: UTF8.self)
}
