import Foundation
import TestSupport
import Testing

@testable import MotionCore

@Suite("The pipeline and the recurrence as the formulas have it")
struct RecurrenceTests {
    @Test("agree to 1e-9 on 10,000 random traces of 60 Hz", arguments: UInt64(0)..<20)
    func agreeOnRandomTraces(batch: UInt64) {
        var seen = Seen()
        for trace in 0..<500 {
            var random = SplitMix64(seed: batch * 500 + UInt64(trace) + 1)
            let settings = Self.settings(&random)
            var pipeline = FoldPipeline(settings: settings)
            var recurrence = Recurrence(settings)
            for sample in Self.trace(&random) {
                seen.compare(pipeline.drive(sample), recurrence.take(sample))
            }
            if pipeline.outOfOrder != UInt64(recurrence.outOfOrder) { seen.differences += 1 }
        }
        #expect(seen.updates > 500 * 60)
        #expect(seen.differences == 0, "counts, sequence, times or statuses")
        #expect(seen.furthest < 1e-9)
        #expect(seen.folded > 1000, "the traces fold, and are worth comparing")
    }

    private struct Seen {
        var updates = 0
        var folded = 0
        var differences = 0
        var furthest = 0.0
        private var sequence: UInt64 = 0

        mutating func compare(_ states: [FoldState], _ updates: [Recurrence.Update]) {
            if states.count != updates.count { differences += 1 }
            for (state, update) in zip(states, updates) {
                self.updates += 1
                if state.sequence != 1 && state.sequence != sequence + 1 { differences += 1 }
                sequence = state.sequence
                if state.time.count != update.time || state.status.rawValue != update.status { differences += 1 }
                if state.fold > 0 { folded += 1 }
                let (roll, pitch) = (state.roll ?? .nan, state.pitch ?? .nan)
                let distances = [state.fold - update.fold, roll - update.roll, pitch - update.pitch]
                // Written so that what is no number counts as far.
                for distance in distances where !(abs(distance) <= furthest) {
                    furthest = distance.isNaN ? .infinity : abs(distance)
                }
            }
        }
    }

    private static func settings(_ random: inout SplitMix64) -> Settings {
        var tuning = Tuning()
        if random.oneIn(4) {
            tuning.smoothing = random.uniform(0.01...0.9)
            tuning.gain = random.uniform(-10...10)
            tuning.deadzone = random.uniform(0...0.5)
            tuning.level = Tilt(x: random.uniform(-0.1...0.1), y: random.uniform(-0.1...0.1))
        }
        let orientations: [OrientationSetting] = [
            .fixed(.rightUp), .fixed(.leftUp), .fixed(.normal), .fixed(.bottomUp), .auto(.portrait), .auto(.landscape),
        ]
        return Settings(tuning: tuning, orientation: orientations[Int(random.next() % 6)])
    }

    /// A second and a half: a walk of the hand, with shakes, falls, readings that are none, lost samples, and samples
    /// that come twice or late.
    private static func trace(_ random: inout SplitMix64) -> [Sample] {
        var samples: [Sample] = []
        var (x, y) = (random.uniform(-1.5...1.5), random.uniform(-1.5...1.5))
        var length = 9.80665
        var shaken = 0
        for number in 0..<90 as Range<Int64> {
            x += random.gaussian(deviation: 0.06)
            y += random.gaussian(deviation: 0.06)
            if shaken == 0 && random.oneIn(30) {
                shaken = Int(random.next() % 45)
                length = 9.80665 * random.uniform(0...3)
            }
            if shaken > 0 { shaken -= 1 } else { length = 9.80665 * random.uniform(0.9...1.1) }
            var acceleration = Vector3(sin(x) * length, cos(x) * sin(y) * length, -cos(x) * cos(y) * length)
            if random.oneIn(40) { acceleration.y = .nan }
            if random.oneIn(80) { acceleration.z = -.infinity }
            if random.oneIn(60) { acceleration = Vector3(0, 0, 0) }
            if random.oneIn(25) { continue }
            var time = sixtieth(number)
            if random.oneIn(40) { time = time - ms(Int64(random.next() % 40)) }
            samples.append(Sample(time: time, acceleration: acceleration))
        }
        return samples
    }
}
