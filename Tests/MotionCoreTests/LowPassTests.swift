import TestSupport
import Testing

@testable import MotionCore

@Suite("LowPass: the same in time at any rate of updates")
struct LowPassTests {
    struct Step: CustomTestStringConvertible {
        var gap: Double
        var smoothing: Double
        var alpha: Double
        var testDescription: String { "\(gap) s at \(smoothing)" }
    }

    /// α = 1 − (1 − smoothing)^(60 dt).
    @Test(
        "one step's share of the way",
        arguments: [
            Step(gap: 1.0 / 60, smoothing: 0.12, alpha: 0.12),
            Step(gap: 1.0 / 30, smoothing: 0.12, alpha: 0.2256),
            Step(gap: 1.0 / 20, smoothing: 0.12, alpha: 0.318528),
            Step(gap: 1.0 / 120, smoothing: 0.12, alpha: 0.061916848035314),
            Step(gap: 0.1304, smoothing: 0.12, alpha: 0.632182467),
            Step(gap: 1.0 / 60, smoothing: 0.01, alpha: 0.01),
            Step(gap: 1.0 / 60, smoothing: 1, alpha: 1),
            Step(gap: 0.001, smoothing: 1, alpha: 1),
            Step(gap: 0, smoothing: 0.12, alpha: 0),
            Step(gap: 1e10, smoothing: 0.12, alpha: 1),
        ])
    func alpha(_ step: Step) {
        var filter = LowPass(value: Tilt(x: 0, y: 2))
        filter.move(toward: Tilt(x: 1, y: 0), gap: step.gap, smoothing: step.smoothing)
        #expect(abs(filter.value.x - step.alpha) < 1e-6)
        #expect(abs(filter.value.y - 2 * (1 - step.alpha)) < 1e-6)
    }

    @Test("it starts flat")
    func beginning() {
        #expect(LowPass().value == Tilt(x: 0, y: 0))
    }

    @Test("many short steps end where one long step does", arguments: [2, 3, 7, 100, 1000])
    func composition(count: Int) {
        var (short, long) = (LowPass(), LowPass())
        for _ in 0..<count {
            short.move(toward: Tilt(x: 1, y: -0.3), gap: 0.25 / Double(count), smoothing: 0.12)
        }
        long.move(toward: Tilt(x: 1, y: -0.3), gap: 0.25, smoothing: 0.12)
        #expect(abs(short.value.x - long.value.x) < 1e-12)
        #expect(abs(short.value.y - long.value.y) < 1e-12)
        // 1 − 0.88^15.
        #expect(abs(long.value.x - 0.853026145) < 1e-8)
    }

    @Test("any order of gaps and smoothings moves as a filter that has seen nothing before")
    func noMemoryOfGaps() {
        var random = SplitMix64(seed: 3)
        let gaps = [0.016666666, 0.016666667, 0.025, 0.04, 0]
        let smoothings = [0.12, 0.12, 0.5, 1]
        var filter = LowPass()
        var same = true
        for _ in 0..<2000 {
            let gap = gaps[Int(random.next() % 5)]
            let smoothing = smoothings[Int(random.next() % 4)]
            let target = Tilt(x: random.uniform(-1...1), y: random.uniform(-1...1))
            var fresh = LowPass(value: filter.value)
            fresh.move(toward: target, gap: gap, smoothing: smoothing)
            filter.move(toward: target, gap: gap, smoothing: smoothing)
            same = same && fresh.value == filter.value
        }
        #expect(same)
    }
}
