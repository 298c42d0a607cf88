import Foundation
import TestSupport
import Testing

@testable import PlainText

@Suite("Decimal writing")
struct DecimalWritingTests {
    private static func written(_ write: (inout [UInt8]) -> Void) -> String {
        var text: [UInt8] = []
        write(&text)
        return String(decoding: text, as: UTF8.self)
    }

    static func fixed(_ value: Double) -> String { written { $0.append(fixed: value) } }
    static func shortest(_ value: Double) -> String { written { $0.append(shortest: value) } }
    static func seconds(_ count: Int64) -> String { written { $0.append(seconds: count) } }
    static func exactSeconds(_ count: Int64) -> String { written { $0.append(exactSeconds: count) } }

    /// As Python's `'%.6f' % x`, but that what rounds to zero has no sign.
    @Test(
        "six decimals, ties of the exact binary value to even",
        arguments: zip(
            [
                0, -0.0, 1, -1, 0.5, 0.034, -0.095911, 0.1234565, 0.1234575, 1.0000005, 1.0000015, 2.0000005,
                0.0000005, 0.00000049999999999999, 0.00000050000000000001, -0.0000004, -0.0000005, -0.0000006,
                0.0078125, 0.0234375, 0.0390625, 0.0546875, -0.0078125, -0.0234375, 1.0078125, 1.0234375, 0.9999995,
                0.99999949999, 0.9999996, 9.9999995, 99.9999995, 0.0009765625, 0.00048828125, 1e-7, 123456.7890625,
                123456.7578125, 123456.789, 4503599627370495.5, 4503599627370496, 9007199254740992, 1e15, 1e18,
                9223372036854774784, -9223372036854774784, 0.3333333333333333, -0.6666666666666666, 2.5e-7, 7.5e-7,
                0.0000015, 0.0000025, 0.0000035, 262143.9921875, 1048575.9765625,
            ],
            [
                "0.000000", "0.000000", "1.000000", "-1.000000", "0.500000", "0.034000", "-0.095911", "0.123456",
                "0.123457", "1.000001", "1.000001", "2.000001", "0.000000", "0.000000", "0.000001", "0.000000",
                "0.000000", "-0.000001", "0.007812", "0.023438", "0.039062", "0.054688", "-0.007812", "-0.023438",
                "1.007812", "1.023438", "1.000000", "0.999999", "1.000000", "9.999999", "100.000000", "0.000977",
                "0.000488", "0.000000", "123456.789062", "123456.757812", "123456.789000",
                "4503599627370495.500000", "4503599627370496.000000", "9007199254740992.000000",
                "1000000000000000.000000", "1000000000000000000.000000", "9223372036854774784.000000",
                "-9223372036854774784.000000", "0.333333", "-0.666667", "0.000000", "0.000001", "0.000002",
                "0.000003", "0.000003", "262143.992188", "1048575.976562",
            ]))
    func fixedLiterals(_ value: Double, _ expected: String) {
        #expect(Self.fixed(value) == expected)
    }

    @Test("the least of numbers is zero, on either side", arguments: [1.0, -1])
    func fixedDenormals(sign: Double) {
        #expect(Self.fixed(sign * .leastNonzeroMagnitude) == "0.000000")
        #expect(Self.fixed(sign * .leastNormalMagnitude) == "0.000000")
    }

    @Test("what the pipeline never yields is null", arguments: [.nan, .infinity, -.infinity, 0x1p63, -0x1p63, 1e308])
    func fixedNull(_ value: Double) {
        #expect(Self.fixed(value) == "null")
    }

    @Test("100,000 random numbers as printf writes them", arguments: UInt64(1)...4)
    func fixedRandom(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var wrong: [Double] = []
        for number in 0..<25_000 {
            var value: Double
            switch number % 5 {
            case 0: value = random.uniform(-1...1)
            case 1: value = random.uniform(-1e6...1e6)
            // As near to a tie as a double can be, and its neighbours.
            case 2: value = (Double(random.next() % 2_000_000) + 0.5) / 1e6
            case 3: value = Double(random.next() % 4096) + Double(random.next() % 128) / 128
            default: value = Double(bitPattern: random.next())
            }
            if random.oneIn(3) { value = random.oneIn(2) ? value.nextUp : -value.nextDown }
            guard abs(value) < 0x1p63 else { continue }
            let printed = String(format: "%.6f", value)
            if Self.fixed(value) != (printed == "-0.000000" ? "0.000000" : printed) { wrong.append(value) }
        }
        #expect(wrong == [])
    }

    @Test(
        "shortest decimals, without exponent and without .0",
        arguments: zip(
            [
                0, -0.0, 1, -1, 100, 0.1, -9.81, 0.021, 1e-4, 1e-5, 1e-7, -1.5e-10, 123456.789, 1e15, 1e16, 1e21,
                2.5e20,
                1.2345e17, 123456789012345680, 9007199254740992, 0.30000000000000004, -2e22,
            ],
            [
                "0", "0", "1", "-1", "100", "0.1", "-9.81", "0.021", "0.0001", "0.00001", "0.0000001", "-0.00000000015",
                "123456.789", "1000000000000000", "10000000000000000", "1000000000000000000000",
                "250000000000000000000", "123450000000000000", "123456789012345680", "9007199254740992",
                "0.30000000000000004", "-20000000000000000000000",
            ]))
    func shortestLiterals(_ value: Double, _ expected: String) {
        #expect(Self.shortest(value) == expected)
    }

    @Test("the ends of a double are written out")
    func shortestEnds() {
        #expect(
            Self.shortest(.greatestFiniteMagnitude)
                == "17976931348623157" + String(repeating: "0", count: 292))
        #expect(Self.shortest(-.leastNonzeroMagnitude) == "-0." + String(repeating: "0", count: 323) + "5")
    }

    @Test("the shortest decimals read back to the same bits, and fewer do not", arguments: UInt64(1)...4)
    func shortestRoundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var wrong: [Double] = []
        for number in 0..<3_000 {
            let value = number % 2 == 0 ? Double(bitPattern: random.next()) : random.uniform(-20...20)
            guard value.isFinite, value != 0 else { continue }
            let text = Self.shortest(value)
            let digits = text.drop { "-0.".contains($0) }.filter { $0 != "." }
            let significant = text.contains(".") ? digits.count : digits.reversed().drop { $0 == "0" }.count
            let isPlain = !text.hasSuffix(".0") && text.allSatisfy { "-.0123456789".contains($0) }
            let isSame = strtod(text, nil).bitPattern == value.bitPattern && decimal(text) == value
            let fewer = significant > 1 ? strtod(String(format: "%.\(significant - 2)e", value), nil) : 0
            if !isPlain || !isSame || fewer == value { wrong.append(value) }
        }
        #expect(wrong == [])
    }

    @Test(
        "seconds with six decimals, half up to microseconds on both sides of zero",
        arguments: zip(
            [
                0, 499, 500, 999, 1_499, 1_500, -1, -499, -500, -501, -1_499, -1_500, -1_501, -999_999_500,
                -999_999_501, 999_999_499, 999_999_500, 12_266_666_499, 12_266_666_500, -12_266_666_500, .max - 500,
                .max - 808, .min + 1_000, .min + 500,
            ] as [Int64],
            [
                "0.000000", "0.000000", "0.000001", "0.000001", "0.000001", "0.000002", "0.000000", "0.000000",
                "0.000000", "-0.000001", "-0.000001", "-0.000001", "-0.000002", "-0.999999", "-1.000000", "0.999999",
                "1.000000", "12.266666", "12.266667", "-12.266666", "9223372036.854775", "9223372036.854775",
                "-9223372036.854775", "-9223372036.854775",
            ]))
    func seconds(_ count: Int64, _ expected: String) {
        #expect(Self.seconds(count) == expected)
    }

    @Test(
        "seconds at the ends of the range",
        arguments: zip(
            [.max, .max - 308, .max - 307] as [Int64],
            ["9223372036.854776", "9223372036.854775", "9223372036.854776"]))
    func secondsAtTheEnd(_ count: Int64, _ expected: String) {
        #expect(Self.seconds(count) == expected)
    }

    @Test(
        "seconds at the beginning of the range",
        arguments: zip(
            [.min, .min + 307, .min + 308] as [Int64],
            ["-9223372036.854776", "-9223372036.854776", "-9223372036.854775"]))
    func secondsAtTheBeginning(_ count: Int64, _ expected: String) {
        #expect(Self.seconds(count) == expected)
    }

    @Test(
        "seconds with nine decimals",
        arguments: zip(
            [0, 1, -1, 1_000_000_000, -1_500_000_000, 12_266_666_700, .max, .min] as [Int64],
            [
                "0.000000000", "0.000000001", "-0.000000001", "1.000000000", "-1.500000000", "12.266666700",
                "9223372036.854775807", "-9223372036.854775808",
            ]))
    func exactSeconds(_ count: Int64, _ expected: String) {
        #expect(Self.exactSeconds(count) == expected)
    }

    @Test(
        "whole numbers",
        arguments: zip([0, 9, 10, 4096, .max] as [UInt64], ["0", "9", "10", "4096", "18446744073709551615"]))
    func integers(_ value: UInt64, _ expected: String) {
        #expect(Self.written { $0.append(integer: value) } == expected)
    }

    @Test("text is appended to what is there")
    func appending() {
        let text = Self.written {
            $0.append(text: "gain=")
            $0.append(shortest: -1.6)
            $0.append(text: "… ")
            $0.append(fixed: 1)
        }
        #expect(text == "gain=-1.6… 1.000000")
    }
}
