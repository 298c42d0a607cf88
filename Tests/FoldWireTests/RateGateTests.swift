import MotionCore
import Testing

@testable import FoldWire

@Suite("RateGate: due starts at the first update, and moves on by 1/N")
struct RateGateTests {
    struct Stream: CustomTestStringConvertible {
        /// Updates a second.
        var updates: Int64
        /// Lines a second, as asked for.
        var rate: Double
        /// How many pass of the first 1,001.
        var passing: ClosedRange<Int>
        var testDescription: String { "\(updates) updates a second at N = \(rate)" }
    }

    @Test(
        "of a steady stream",
        arguments: [
            Stream(updates: 60, rate: 60, passing: 1001...1001),
            Stream(updates: 60, rate: 30, passing: 501...501),
            Stream(updates: 60, rate: 20, passing: 334...334),
            Stream(updates: 60, rate: 45, passing: 750...752),
            Stream(updates: 60, rate: 1000, passing: 1001...1001),
            Stream(updates: 60, rate: 1, passing: 17...17),
            Stream(updates: 60, rate: 0.1, passing: 2...2),
            Stream(updates: 50, rate: 60, passing: 1001...1001),
            Stream(updates: 100, rate: 60, passing: 600...602),
            Stream(updates: 200, rate: 60, passing: 300...302),
            Stream(updates: 1000, rate: 1000, passing: 1001...1001),
        ])
    func steady(_ stream: Stream) {
        // Times of whole nanoseconds, rounded down and rounded to the nearest.
        for half in [0, stream.updates / 2] {
            var gate = RateGate(rate: stream.rate)
            let passed = (0...1000 as ClosedRange<Int64>).count { number in
                gate.passes(Nanoseconds((number * 1_000_000_000 + half) / stream.updates))
            }
            #expect(stream.passing.contains(passed), "\(passed)")
        }
    }

    @Test("a sensor of 62.5 Hz loses one update of 25 at N = 60, and no more")
    func slightlyFaster() {
        var gate = RateGate(rate: 60)
        let lost = (0..<10_000 as Range<Int64>).filter { !gate.passes(Nanoseconds($0 * 16_000_000)) }
        #expect((398...402).contains(lost.count), "\(lost.count)")
        #expect(zip(lost, lost.dropFirst()).allSatisfy { (24...26).contains($0.1 - $0.0) })
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var rate: Double
        var milliseconds: [Int64]
        var passing: [Int64]
        var testDescription: String { name }
    }

    @Test(
        "update by update",
        arguments: [
            Row(name: "the first passes", rate: 0.1, milliseconds: [5], passing: [5]),
            Row(name: "before zero too", rate: 10, milliseconds: [-250, -200, -150, 0], passing: [-250, -150, 0]),
            Row(
                name: "at the moment that is due", rate: 10, milliseconds: [0, 99, 100, 199, 200],
                passing: [0, 100, 200]),
            Row(
                name: "one that came late does not move those after it", rate: 10,
                milliseconds: [0, 130, 170, 200, 290, 300], passing: [0, 130, 200, 300]),
            Row(
                name: "a gap is not made up for", rate: 10, milliseconds: [0, 1000, 1050, 1099, 1100, 1200],
                passing: [0, 1000, 1100, 1200]),
        ])
    func rows(_ row: Row) {
        var gate = RateGate(rate: row.rate)
        #expect(row.milliseconds.filter { gate.passes(Nanoseconds($0 * 1_000_000)) } == row.passing)
    }

    @Test("the wildest times trap nothing", arguments: [0.1, 60, 1000])
    func wildTimes(rate: Double) {
        let wild: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for first in wild {
            for second in wild where second > first {
                var gate = RateGate(rate: rate)
                #expect(gate.passes(Nanoseconds(first)) == true)
                _ = gate.passes(Nanoseconds(second))
                let again = gate.passes(Nanoseconds(first))
                #expect(!again, "\(first) after \(second)")
            }
        }
    }
}
