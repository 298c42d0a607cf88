import TestSupport
import Testing

@testable import MotionCore

@Suite("FoldPipeline: sample in, fold out")
struct FoldPipelineTests {
    struct Worked: CustomTestStringConvertible {
        var degrees: Double
        var samples: Int64
        var roll: Double
        var fold: Double
        var status: Status
        var testDescription: String { "\(degrees)° after \(samples) samples" }
    }

    /// roll = s.y = −(θ/90)(1 − 0.88ⁿ), fold = −1.6 × roll − 0.03.
    @Test(
        "the worked values at 60 Hz",
        arguments: [
            Worked(degrees: 30, samples: 1, roll: -0.04, fold: 0.034, status: .partiallyOpen),
            Worked(degrees: 30, samples: 4, roll: -0.13343488, fold: 0.183495808, status: .partiallyOpen),
            Worked(degrees: 30, samples: 7, roll: -0.197108134543, fold: 0.285373015269, status: .partiallyOpen),
            Worked(
                degrees: 30, samples: 10, roll: -0.240499674664, fold: 0.354799479462, status: .partiallyOpen),
            Worked(
                degrees: 30, samples: 60, roll: -0.333177794415, fold: 0.503084471064, status: .partiallyOpen),
            Worked(degrees: 60, samples: 200, roll: -0.666666666661, fold: 1, status: .closed),
            Worked(degrees: -30, samples: 60, roll: 0.333177794415, fold: 0, status: .fullyOpen),
            Worked(degrees: 0, samples: 60, roll: 0, fold: 0, status: .fullyOpen),
        ])
    func workedValues(_ worked: Worked) throws {
        var pipeline = FoldPipeline()
        var last: FoldState?
        for number in 0..<worked.samples {
            last = pipeline.state(rolled(worked.degrees), at: sixtieth(number))
        }
        let state = try #require(last)
        #expect(abs((state.roll ?? .nan) - worked.roll) < 1e-9)
        #expect(abs(state.fold - worked.fold) < 1e-9)
        #expect(state.status == worked.status)
        #expect(state.sequence == UInt64(worked.samples))
        #expect(abs(state.pitch ?? .nan) < 1e-9)
    }

    /// a = (3, −4, −8): |a| = √89, s.x = 0.12 × asin(3/√89)/(π/2), s.y = 0.12 × asin(−4/√89)/(π/2).
    static let (x, y) = (0.024722637285330, -0.033449772571485)

    @Test(
        "roll and pitch by the orientation, the same with z in either sign",
        arguments: zip(
            [Orientation.rightUp, .leftUp, .normal, .bottomUp], [(y, -x), (-y, x), (-x, -y), (x, y)]))
    func orientations(_ orientation: Orientation, _ expected: (roll: Double, pitch: Double)) throws {
        var pipeline = FoldPipeline(settings: Settings(orientation: .fixed(orientation)))
        var mirrored = pipeline
        let state = try pipeline.taken(Vector3(3, -4, -8), at: .zero)
        #expect(abs((state.roll ?? .nan) - expected.roll) < 1e-12)
        #expect(abs((state.pitch ?? .nan) - expected.pitch) < 1e-12)
        #expect(state.orientation == orientation)

        let other = try mirrored.taken(Vector3(3, -4, 8), at: .zero)
        #expect(other.roll == state.roll)
        #expect(other.pitch == state.pitch)
        #expect(other.fold == state.fold)
        #expect(other.status == state.status)
    }

    @Test(
        "lifting the left edge of the screen by 30° folds its left half, in any orientation",
        arguments: zip(
            [Orientation.rightUp, .leftUp, .normal, .bottomUp],
            [Vector3(0, -4.903325, -8), Vector3(0, 4.903325, -8), Vector3(4.903325, 0, -8), Vector3(-4.903325, 0, -8)]
        ))
    func leftEdgeLifted(_ orientation: Orientation, _ reading: Vector3) throws {
        var pipeline = FoldPipeline(settings: Settings(orientation: .fixed(orientation)))
        var reading = reading
        reading.z = -8.492808026023
        let state = try pipeline.taken(reading, at: .zero)
        #expect(abs((state.roll ?? .nan) + 0.04) < 1e-9)
        #expect(abs(state.fold - 0.034) < 1e-9)
        #expect(abs(state.pitch ?? .nan) < 1e-9)
    }

    @Test("an update tells the time, the unfiltered tilt, gravity, and the sample's time")
    func everythingToldOfAnUpdate() throws {
        var pipeline = FoldPipeline()
        #expect(pipeline.gravityTime == nil)
        let state = try pipeline.taken(Vector3(0, -3, 4) * 2, at: ms(7))
        #expect(state.time == ms(7))
        #expect(state.sampleTime == ms(7))
        #expect(pipeline.gravityTime == ms(7))
        // asin(−0.6) is −36.869897645844°.
        #expect(abs((state.tilt?.y ?? .nan) + 0.409665529398) < 1e-9)
        #expect(state.tilt?.x == 0)
        #expect(abs((state.gravity?.direction.y ?? .nan) + 0.6) < 1e-12)
        #expect(abs((state.gravity?.direction.z ?? .nan) - 0.8) < 1e-12)
    }

    @Test("the first update counts as 1/60 s, whatever its time", arguments: [0, -5_000_000_000, 86_400_000_000_000])
    func firstStep(nanoseconds: Int64) throws {
        var pipeline = FoldPipeline()
        let state = try pipeline.taken(rolled(30), at: Nanoseconds(nanoseconds))
        #expect(abs((state.roll ?? .nan) + 0.04) < 1e-12)
    }

    /// The last tick is at 0.025 + 118 × 0.016666667 s; 1 − 0.99^(60 × 8.008333294) is 0.992006977888.
    @Test("after a pause the filter moves by the real gap")
    func realGap() throws {
        var tuning = Tuning()
        tuning.smoothing = 0.01
        var pipeline = FoldPipeline(settings: Settings(tuning: tuning))
        _ = pipeline.drive(Sample(time: .zero, acceleration: rolled(0)))
        let state = try #require(pipeline.drive(Sample(time: ms(10_000), acceleration: rolled(30))).last)
        #expect(abs((state.roll ?? .nan) + 0.992006977888 / 3) < 1e-9)
    }

    @Test("a level tablet's noise of 0.05 m/s² RMS folds nothing, ever")
    func levelNoise() {
        var random = SplitMix64(seed: 5)
        var pipeline = FoldPipeline()
        var furthest = 0.0
        var tilted = 0.0
        for number in 0..<100_000 as Range<Int64> {
            let reading = Vector3(
                random.gaussian(deviation: 0.05), random.gaussian(deviation: 0.05),
                -9.80665 + random.gaussian(deviation: 0.05))
            guard let state = pipeline.state(reading, at: sixtieth(number)) else { continue }
            furthest = max(furthest, state.fold)
            tilted = max(tilted, abs(state.tilt?.y ?? 0))
        }
        #expect(pipeline.memory?.lastUpdate == sixtieth(99_999))
        #expect(tilted > 0.01, "the noise is there")
        #expect(furthest == 0)
    }
}
