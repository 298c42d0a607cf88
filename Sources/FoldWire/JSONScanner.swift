import PlainText

/// Walks through JSON text, value by value.
struct JSONScanner {
    private let text: [UInt8]
    private var at = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Whether only blanks are left.
    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return at == text.count
        }
    }

    /// Steps over `byte` and blanks before it, if it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard at < text.count, text[at] == byte else { return false }
        at += 1
        return true
    }

    /// Whether `byte` comes next, after blanks.
    mutating func comesNext(_ byte: UInt8) -> Bool {
        skipBlanks()
        return at < text.count && text[at] == byte
    }

    /// The next value: a string without its quotes, anything else as it stands. Nil if none comes.
    mutating func value() -> String? {
        skipBlanks()
        guard at < text.count else { return nil }
        if text[at] == UInt8(ascii: "\"") { return string() }
        let start = at
        guard skipValue(depth: 0) else { return nil }
        return String(decoding: text[start..<at], as: UTF8.self)
    }

    /// The next string, its escapes resolved. Nil if none comes.
    mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var bytes: [UInt8] = []
        while at < text.count {
            let byte = text[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                bytes.append(contentsOf: String(scalar).utf8)
            case 0..<0x20: return nil
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private mutating func skipBlanks() {
        while at < text.count, text[at] == UInt8(ascii: " ") || text[at] == UInt8(ascii: "\t") { at += 1 }
    }

    /// The protocol's objects are a few levels deep; what is deeper is no line of it.
    static let deepest = 16

    private mutating func skipValue(depth: Int) -> Bool {
        skipBlanks()
        guard at < text.count, depth < Self.deepest else { return false }
        switch text[at] {
        case UInt8(ascii: "\""): return string() != nil
        case UInt8(ascii: "["):
            return skipList(UInt8(ascii: "["), UInt8(ascii: "]"), depth) { $0.skipValue(depth: depth + 1) }
        case UInt8(ascii: "{"):
            return skipList(UInt8(ascii: "{"), UInt8(ascii: "}"), depth) {
                $0.string() != nil && $0.take(UInt8(ascii: ":")) && $0.skipValue(depth: depth + 1)
            }
        default: return skipWord()
        }
    }

    private mutating func skipList(
        _ open: UInt8, _ close: UInt8, _ depth: Int, _ skipElement: (inout JSONScanner) -> Bool
    ) -> Bool {
        guard take(open) else { return false }
        if take(close) { return true }
        repeat {
            guard skipElement(&self) else { return false }
        } while take(UInt8(ascii: ","))
        return take(close)
    }

    /// A number, true, false or null.
    private mutating func skipWord() -> Bool {
        let start = at
        while at < text.count, !Array(",:]} \t[{\"".utf8).contains(text[at]) { at += 1 }
        let word = text[start..<at]
        return ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
            || DecimalNumber(text, in: start..<at) != nil
    }

    /// The character whose escape stands after a backslash.
    private mutating func escape() -> UnicodeScalar? {
        guard at < text.count else { return nil }
        let letter = text[at]
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    private mutating func unicodeEscape() -> UnicodeScalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return UnicodeScalar(first) }
        // Beyond the first 65536 characters two escapes stand for one.
        guard at + 2 <= text.count, text[at..<at + 2].elementsEqual("\\u".utf8) else { return nil }
        at += 2
        guard let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
        return UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard at + 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[at..<at + 4] {
            let letter = byte | 0x20
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            default:
                guard (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) else { return nil }
                value = value << 4 | UInt32(letter - UInt8(ascii: "a") + 10)
            }
        }
        at += 4
        return value
    }
}
