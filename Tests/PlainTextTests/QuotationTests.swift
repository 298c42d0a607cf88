import Testing

@testable import PlainText

@Suite("Quotation: text from outside, in a sentence")
struct QuotationTests {
    static let forty = "0123456789012345678901234567890123456789"
    static let fortyOne = "01234567890123456789012345678901234567890"
    static let fortyQuoted = "'0123456789012345678901234567890123456789'"
    static let cut = "'0123456789012345678901234567890123456789…'"

    @Test(
        "printable and short",
        arguments: zip(
            [
                "", "9.81x", "it's", "a\u{0}b", "tab\there", "\u{1b}[31m", "\r", "\u{7f}", "°", forty, fortyOne,
            ],
            [
                "''", "'9.81x'", "'it's'", "'a\\x00b'", "'tab\\x09here'", "'\\x1b[31m'", "'\\x0d'", "'\\x7f'",
                "'\\xc2\\xb0'", fortyQuoted, cut,
            ]))
    func quotations(_ text: String, _ expected: String) {
        #expect(quoted(text.utf8) == expected)
    }

    @Test("bytes that are no UTF-8 are shown as such, and cut too")
    func bytes() {
        #expect(quoted([0xff, 0x41]) == "'\\xffA'")
        let many = quoted([UInt8](repeating: 0, count: 1000))
        #expect(many == "'" + String(repeating: "\\x00", count: 10) + "…'")
    }

    @Test(
        "blanks at the ends are cut off",
        arguments: zip(
            ["", " ", "\t \t", "a", " a", "a\t", "\t a b  c \t", "\na ", " \u{301} "],
            ["", "", "", "a", "a", "a", "a b  c", "\na", "\u{301}"]))
    func trimming(_ text: String, _ expected: String) {
        #expect(trimmed(text) == expected)
    }
}
