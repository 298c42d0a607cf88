import Foundation
import TestSupport
import Testing

@testable import PlainText

@Suite("DecimalNumber: the one reader of numbers")
struct DecimalNumberTests {
    @Test("the table is whole")
    func tableIsWhole() {
        #expect(DecimalLiteral.all.count == DecimalLiteral.count)
    }

    @Test("is rounded to the nearest double, as Python's float()", arguments: DecimalLiteral.all)
    func double(_ literal: DecimalLiteral) throws {
        let value = try #require(decimal(literal.text))
        #expect(value.bitPattern == literal.bits, "\(value)")
    }

    @Test(
        "is refused, whole",
        arguments: [
            "", "-", "+", ".", ".5", "-.5", "1.", "-1.", "1.e5", ".e5", "e5", "1e", "1e+", "1e-", "1e5.0", "1e 5",
            "1e5e5", "1e+-5", "nan", "NaN", "-nan", "inf", "-inf", "+Inf", "infinity", "0x10", "0x1p3", "0X1F", "1_000",
            "1,5", " 1", "1 ", "1.5.2", "--1", "+-1", "-+1", "1f", "1.0f", "1d5", "1\u{0}", "½", "٣", "１", "1e٣",
            "9.81 m/s²", "1\n",
        ])
    func refused(_ text: String) {
        #expect(decimal(text) == nil)
    }

    @Test(
        "what is beyond a double is refused",
        arguments: [
            "1e309", "-1e309", "1e400", "1.7976931348623159e308", "-1.7976931348623159e308",
            "17976931348623159e292", "1e99999999999999999999", "1797693134862315900000e290",
        ])
    func beyondADouble(_ text: String) {
        #expect(decimal(text) == nil)
        let bytes = Array(text.utf8)
        #expect(DecimalNumber(bytes, in: 0..<bytes.count) != nil, "it is a number all the same")
    }

    struct Long: CustomTestStringConvertible {
        var name: String
        var text: String
        var expected: Double
        var testDescription: String { name }
    }

    static let longNumbers = [
        Long(name: "400 zeros in front", text: String(repeating: "0", count: 400) + "12.5", expected: 12.5),
        Long(
            name: "400 zeros behind the point", text: "0." + String(repeating: "0", count: 400) + "25e401",
            expected: 2.5),
        Long(
            name: "400 zeros before an exponent", text: "1" + String(repeating: "0", count: 400) + "e-400",
            expected: 1),
        Long(
            name: "halfway, with zeros behind", text: "9007199254740993." + String(repeating: "0", count: 700),
            expected: 9_007_199_254_740_992),
        Long(
            name: "halfway, and a digit far behind",
            text: "9007199254740993." + String(repeating: "0", count: 700) + "1", expected: 9_007_199_254_740_994),
        Long(
            name: "under halfway, by a digit far behind",
            text: "9007199254740992." + String(repeating: "9", count: 700), expected: 9_007_199_254_740_992),
        Long(name: "1,000 nines", text: "0." + String(repeating: "9", count: 1000), expected: 1),
        Long(name: "1,000 threes", text: "-0." + String(repeating: "3", count: 1000), expected: -1.0 / 3),
    ]

    @Test("a number of many digits", arguments: longNumbers)
    func manyDigits(_ row: Long) {
        #expect(decimal(row.text) == row.expected)
    }

    @Test("zero keeps its sign")
    func zeroSign() throws {
        #expect(try #require(decimal("-0")).sign == .minus)
        #expect(try #require(decimal("-0.000e5")).sign == .minus)
        #expect(try #require(decimal("0")).sign == .plus)
        #expect(try #require(decimal("-1e-400")).sign == .minus)
    }

    @Test("random numbers of 1 to 25 digits are read as strtod reads them", arguments: UInt64(1)...4)
    func randomNumbers(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var wrong: [String] = []
        for _ in 0..<10_000 {
            let digits = (0..<(1 + Int(random.next() % 25))).map { _ in String(random.next() % 10) }
            let point = Int(random.next() % UInt64(digits.count))
            var text = random.oneIn(3) ? "-" : random.oneIn(3) ? "+" : ""
            text += digits[...point].joined()
            if point + 1 < digits.count { text += "." + digits[(point + 1)...].joined() }
            if random.oneIn(3) { text += "e\(Int(random.next() % 80) - 40)" }
            if decimal(text)?.bitPattern != strtod(text, nil).bitPattern { wrong.append(text) }
        }
        #expect(wrong == [])
    }

    @Test("only its own place in the text counts")
    func place() throws {
        let text = Array("12.5,-9.81,1e3".utf8)
        let middle = try #require(DecimalNumber(text, in: 5..<10))
        #expect(middle.double(text) == -9.81)
        #expect(try #require(DecimalNumber(text, in: 11..<14)).double(text) == 1000)
        #expect(try #require(DecimalNumber(text, in: 6..<7)).double(text) == 9)
        #expect(DecimalNumber(text, in: 4..<5) == nil)
        #expect(DecimalNumber(text, in: 5..<5) == nil)
        #expect(DecimalNumber(text, in: 0..<8) == nil)
    }

    struct Front: CustomTestStringConvertible {
        var text: String
        var end: Int
        var value: Double?
        var testDescription: String { "'\(text)' to \(end)" }
    }

    @Test(
        "a number in front of other text ends where it does",
        arguments: [
            Front(text: "12.5,3", end: 4, value: 12.5), Front(text: "-7", end: 2, value: -7),
            Front(text: "1e3;", end: 3, value: 1000), Front(text: "0x10", end: 1, value: 0),
            Front(text: "1.5.2", end: 3, value: 1.5), Front(text: "9 m/s^2", end: 1, value: 9),
            Front(text: "1.,2", end: 0, value: nil), Front(text: "1e,2", end: 0, value: nil),
            Front(text: ",1", end: 0, value: nil), Front(text: "nan", end: 0, value: nil),
        ])
    func inFront(_ row: Front) {
        let text = Array("t=\(row.text)".utf8)
        var at = 2
        let number = DecimalNumber(text, from: &at, to: text.count)
        #expect(number?.double(text) == row.value)
        if row.value != nil { #expect(at == row.end + 2) }
    }

    struct Billionths: CustomTestStringConvertible {
        var text: String
        var count: Int64?
        var testDescription: String { text }

        init(_ text: String, _ count: Int64?) {
            self.text = text
            self.count = count
        }
    }

    @Test(
        "seconds as whole nanoseconds, rounded half up",
        arguments: [
            Billionths("0", 0), Billionths("-0", 0), Billionths("0e400", 0), Billionths("1", 1_000_000_000),
            Billionths("-2.5", -2_500_000_000), Billionths("12.2666665", 12_266_666_500),
            Billionths("1.5e-6", 1_500), Billionths("25E6", 25_000_000_000_000_000), Billionths("1e-9", 1),
            Billionths("0.0000000004999", 0), Billionths("0.0000000005", 1), Billionths("0.0000000015", 2),
            Billionths("0.0000000014999999999999999999999999999", 1), Billionths("-0.0000000005", 0),
            Billionths("-0.00000000050000000000000000000000000001", -1), Billionths("-0.0000000015", -1),
            Billionths("-0.0000000016", -2), Billionths("9007199254.740993", nil),
            Billionths("3007199254.740993001", 3_007_199_254_740_993_001),
            Billionths("100000000000000000000e-20", 1_000_000_000), Billionths("1e-400", 0),
            Billionths("999999999.9999999995", 1_000_000_000_000_000_000),
            Billionths("999999999.99999999949999", 999_999_999_999_999_999),
            // Ten digits before the point and more than nine behind it.
            Billionths("1234567890.1234567894", 1_234_567_890_123_456_789),
            Billionths("1234567890.1234567895", 1_234_567_890_123_456_790),
            Billionths("1700000000.9999999999", 1_700_000_001_000_000_000),
            Billionths("-1234567890.1234567895", -1_234_567_890_123_456_789),
            Billionths("-1234567890.1234567896", -1_234_567_890_123_456_790),
            // Nothing before the tenth decimal, and then many digits.
            Billionths("0.0000000009999999999999999999", 1), Billionths("0.0000000005000000000000000000", 1),
            Billionths("0.0000000004999999999999999999", 0), Billionths("-0.0000000009999999999999999999", -1),
        ])
    func billionths(_ row: Billionths) throws {
        let bytes = Array(row.text.utf8)
        let number = try #require(DecimalNumber(bytes, in: 0..<bytes.count))
        #expect(number.billionths == row.count)
    }

    @Test(
        "nanoseconds end at ±4 × 10^18, bounds included",
        arguments: [
            Billionths("4000000000", 4_000_000_000_000_000_000), Billionths("4e9", 4_000_000_000_000_000_000),
            Billionths("-4000000000.000000000", -4_000_000_000_000_000_000),
            Billionths("4000000000.000000001", nil), Billionths("-4000000000.000000001", nil),
            Billionths("5e9", nil), Billionths("18446744073.709551616", nil), Billionths("1e19", nil),
            Billionths("-1e400", nil), Billionths("123456789012345678901234567890", nil),
        ])
    func billionthsRange(_ row: Billionths) throws {
        try billionths(row)
    }
}
