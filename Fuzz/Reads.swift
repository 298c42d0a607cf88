/// An input as a program reads it: a byte 0xFF, which no text has, is where one read ends and the next begins.
struct Reads {
    /// The input without those.
    let bytes: [UInt8]
    /// The same bytes in several ways: in one read, as the input has it, and in small reads throughout.
    let ways: [[ArraySlice<UInt8>]]

    init(_ input: [UInt8]) {
        let pieces = input.split(separator: 0xff, omittingEmptySubsequences: false)
        let bytes = Array(pieces.joined())
        let step = bytes.count < 256 ? 1 : 61
        let steps = stride(from: 0, to: bytes.count, by: step).map { bytes[$0..<min($0 + step, bytes.count)] }
        self.bytes = bytes
        ways = [[bytes[...]], pieces, steps]
    }
}
