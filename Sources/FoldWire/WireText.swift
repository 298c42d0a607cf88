extension [UInt8] {
    /// Appends `text` as a JSON string, quotes included.
    public mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20, 0x7f:
                append(contentsOf: "\\u00".utf8)
                append(Self.hexadecimal[Int(byte >> 4)])
                append(Self.hexadecimal[Int(byte & 15)])
            default:
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
}
