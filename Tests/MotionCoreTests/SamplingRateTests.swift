import Foundation
import TestSupport
import Testing

@testable import MotionCore

/// A roll from 0 to 40° and back in 8 s, a raised cosine, at one rate of samples.
@Suite("The same motion at any rate of samples")
struct SamplingRateTests {
    enum Jitter: String, CaseIterable, Sendable {
        case none
        /// The sample is taken at another moment, and says so.
        case moment
        /// The sample is taken when it is due, but says another moment.
        case stamp
    }

    /// What has been published last at each millisecond of the eight seconds.
    private static func curve(rate: Double, jitter: Jitter = .none, seed: UInt64 = 0) -> [Double] {
        var random = SplitMix64(seed: seed)
        var pipeline = FoldPipeline()
        var curve: [Double] = []
        var published = 0.0
        for number in 0...Int(8 * rate) {
            let due = Double(number) / rate
            let moved = number == 0 ? 0 : random.uniform(-0.2...0.2) / rate
            let stamp = jitter == .none ? due : due + moved
            let moment = jitter == .moment ? stamp : due
            let degrees = 20 * (1 - cos(2 * .pi * moment / 8))
            let sample = Sample(time: Nanoseconds(Int64((stamp * 1e9).rounded())), acceleration: rolled(degrees))
            for state in pipeline.drive(sample) {
                while curve.count <= 8000, ms(Int64(curve.count)) < state.time { curve.append(published) }
                published = state.fold
            }
        }
        while curve.count <= 8000 { curve.append(published) }
        return curve
    }

    private static func distance(_ a: [Double], _ b: [Double]) -> Double {
        zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    static let steadyRates = [25, 50, 60, 62.5, 100, 200]
    /// 1,000 Hz: what all others should be near.
    static let fine = curve(rate: 1000)

    @Test("the motion folds: the filter follows 130 ms behind, to −1.6 × 40/90 + 0.03 below 0")
    func fineCurve() throws {
        #expect(Self.fine.count == 8001)
        // The top is flat: a filter that follows a slow sine lowers it by (ωτ)²/2, 0.5 %.
        let top = try #require(Self.fine.max())
        #expect(abs(top - (64.0 / 90 - 0.03)) < 0.006)
        #expect(Self.fine[0] == 0)
    }

    @Test("from 25 Hz up any two rates agree within 0.012 at equal times", arguments: steadyRates)
    func steady(rate: Double) {
        let curve = Self.curve(rate: rate)
        for other in Self.steadyRates where other > rate {
            #expect(Self.distance(curve, Self.curve(rate: other)) <= 0.012, "\(rate) and \(other) Hz")
        }
        #expect(Self.distance(curve, Self.fine) <= 0.012)
    }

    @Test("at 12.5 Hz it agrees with any other rate within 0.025", arguments: steadyRates + [1000])
    func slow(other: Double) {
        #expect(Self.distance(Self.curve(rate: 12.5), Self.curve(rate: other)) <= 0.025)
    }

    @Test(
        "with each sample moved by up to 20 % of the period it agrees within 0.025",
        arguments: [12.5] + steadyRates, [Jitter.moment, .stamp])
    func jittered(rate: Double, jitter: Jitter) {
        for seed in 1...8 as ClosedRange<UInt64> {
            let curve = Self.curve(rate: rate, jitter: jitter, seed: seed)
            #expect(Self.distance(curve, Self.fine) <= 0.025, "seed \(seed)")
            #expect(Self.distance(curve, Self.curve(rate: 60)) <= 0.025, "seed \(seed), 60 Hz")
        }
    }
}
