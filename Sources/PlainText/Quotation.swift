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

/// `text` without blanks at its ends.
public func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let front = text.drop(while: isBlank)
    guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(front[...last])
}
