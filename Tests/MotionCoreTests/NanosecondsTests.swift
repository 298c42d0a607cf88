import Testing

@testable import MotionCore

@Suite("Nanoseconds: sums and differences that saturate")
struct NanosecondsTests {
    struct Row: CustomTestStringConvertible {
        var a: Int64
        var b: Int64
        var sum: Int64
        var difference: Int64
        var testDescription: String { "\(a) and \(b)" }
    }

    @Test(
        "sums and differences",
        arguments: [
            Row(a: 5, b: 3, sum: 8, difference: 2),
            Row(a: -5, b: 3, sum: -2, difference: -8),
            Row(a: .max, b: 1, sum: .max, difference: .max - 1),
            Row(a: .max, b: .max, sum: .max, difference: 0),
            Row(a: .max, b: .min, sum: -1, difference: .max),
            Row(a: .max, b: -1, sum: .max - 1, difference: .max),
            Row(a: .min, b: 1, sum: .min + 1, difference: .min),
            Row(a: .min, b: -1, sum: .min, difference: .min + 1),
            Row(a: .min, b: .min, sum: .min, difference: 0),
            Row(a: .min, b: .max, sum: -1, difference: .min),
            Row(a: 0, b: .min, sum: .min, difference: .max),
        ])
    func sumsAndDifferences(_ row: Row) {
        #expect((Nanoseconds(row.a) + Nanoseconds(row.b)).count == row.sum)
        #expect((Nanoseconds(row.a) - Nanoseconds(row.b)).count == row.difference)
    }

    @Test(
        "seconds",
        arguments: zip(
            [0, 1, -16_666_667, 1_500_000_000, .max] as [Int64], [0, 1e-9, -0.016666667, 1.5, 9223372036.854776]))
    func seconds(count: Int64, expected: Double) {
        #expect(Nanoseconds(count).seconds == expected)
    }

    @Test("order")
    func order() {
        #expect(Nanoseconds(-1) < .zero)
        #expect(!(Nanoseconds(7) < Nanoseconds(7)))
        #expect([Nanoseconds(.max), .zero, Nanoseconds(.min)].sorted().map(\.count) == [.min, 0, .max])
    }
}
