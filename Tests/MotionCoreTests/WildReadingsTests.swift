import Testing

@testable import MotionCore

@Suite("Whatever a sensor says")
struct WildReadingsTests {
    static let components: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        .leastNormalMagnitude / 2, -1e-200, 1e308, -1e308,
        1.7976931348623157e308, 1e-9, 9.80665, -4.9,
    ]

    static let times: [Int64] = [
        .min, .min + 1, -1_000_000_000, -1, 0, 1, 25_000_000, 4_000_000_000_000_000_000, .max - 25_000_000, .max - 1,
        .max,
    ]

    /// What is wrong with `state`, nil if nothing is.
    private static func fault(_ state: FoldState) -> String? {
        guard let lean = state.lean, let roll = state.roll, let pitch = state.pitch else {
            return "no lean in \(state)"
        }
        let direction = lean.gravity.direction
        let numbers = [state.fold, roll, pitch, lean.tilt.x, lean.tilt.y, direction.x, direction.y, direction.z]
        if !numbers.allSatisfy(\.isFinite) { return "no number in \(state)" }
        if !(0...1).contains(state.fold) || state.fold.sign == .minus { return "a fold of \(state.fold)" }
        if abs(roll) > 1.0000001 || abs(pitch) > 1.0000001 { return "beyond 90°: \(state)" }
        return nil
    }

    @Test(
        "every combination of wild components, as the first reading, in motion, and after half a second",
        arguments: components)
    func wildComponents(_ x: Double) {
        var faults: [String] = []
        var long = FoldPipeline(settings: Settings(orientation: .auto(.portrait)))
        var time = Nanoseconds.zero
        for y in Self.components {
            for z in Self.components {
                let reading = Vector3(x, y, z)
                var fresh = FoldPipeline()
                if let state = fresh.state(reading, at: .zero) { faults += [Self.fault(state)].compactMap { $0 } }
                for (step, acceleration) in [(16, rolled(20)), (16, reading), (600, reading), (16, reading)] {
                    time = time + ms(Int64(step))
                    let sample = Sample(time: time, acceleration: acceleration)
                    for state in long.drive(sample) { faults += [Self.fault(state)].compactMap { $0 } }
                }
            }
        }
        #expect(faults == [])
        #expect(long.memory?.lastUpdate == time, "every reading after the first plausible one is an update")
    }

    @Test("any order of wild times makes only a few ticks, no fault, and no trap", arguments: times)
    func wildTimes(_ first: Int64) throws {
        var faults: [String] = []
        for second in Self.times {
            for third in Self.times {
                var pipeline = FoldPipeline()
                for time in [first, second, third] {
                    let sample = Sample(time: Nanoseconds(time), acceleration: rolled(30))
                    let ticks = pipeline.ticks(upTo: sample.time)
                    // 2 s hold no more than 120; without an end to them the sample below would never be taken.
                    try #require(ticks.count <= 120, "ticks before \(time) of \(first), \(second), \(third)")
                    faults += ticks.compactMap(Self.fault)
                    if let state = pipeline.state(sample.acceleration, at: sample.time) {
                        faults += [Self.fault(state)].compactMap { $0 }
                    }
                }
            }
        }
        #expect(faults == [])
    }

    @Test("readings at wild times may be wild themselves", arguments: times)
    func wildTimesAndReadings(_ first: Int64) throws {
        var faults: [String] = []
        let readings = [rolled(10), unusable, rolled(30, length: 0.2), Vector3(1e308, 1e308, 1e308), rolled(-80)]
        for second in Self.times {
            var pipeline = FoldPipeline()
            for (number, reading) in readings.enumerated() {
                let time = Nanoseconds(number % 2 == 0 ? first : second)
                let ticks = pipeline.ticks(upTo: time)
                try #require(ticks.count <= 120, "ticks before \(time) of \(first), \(second)")
                faults += ticks.compactMap(Self.fault)
                if let state = pipeline.state(reading, at: time) { faults += [Self.fault(state)].compactMap { $0 } }
            }
        }
        #expect(faults == [])
    }
}
