import Testing

@testable import PlainText

@Suite("ByteSearch: the next place of a byte")
struct ByteSearchTests {
    struct Row: CustomTestStringConvertible {
        var text: String
        var start: Int
        var expected: Int?
        var testDescription: String { "'\(text)' from \(start)" }
    }

    @Test(
        "from a place on",
        arguments: [
            Row(text: "", start: 0, expected: nil),
            Row(text: ",", start: 0, expected: 0),
            Row(text: ",", start: 1, expected: nil),
            Row(text: ",", start: 5, expected: nil),
            Row(text: "ab,cd,", start: 0, expected: 2),
            Row(text: "ab,cd,", start: 2, expected: 2),
            Row(text: "ab,cd,", start: 3, expected: 5),
            Row(text: "ab,cd,", start: 6, expected: nil),
            Row(text: "abcd", start: 0, expected: nil),
            Row(text: "a\u{0}b,", start: 0, expected: 3),
        ])
    func places(_ row: Row) {
        #expect(firstIndex(of: UInt8(ascii: ","), in: Array(row.text.utf8), from: row.start) == row.expected)
    }

    @Test("every byte is looked for as what it is", arguments: [0, 0x0a, 0x7f, 0x80, 0xff] as [UInt8])
    func bytes(_ byte: UInt8) {
        var text = [UInt8](repeating: byte ^ 1, count: 1000)
        #expect(firstIndex(of: byte, in: text, from: 0) == nil)
        text[777] = byte
        #expect(firstIndex(of: byte, in: text, from: 3) == 777)
        #expect(firstIndex(of: byte, in: text, from: 778) == nil)
    }
}
