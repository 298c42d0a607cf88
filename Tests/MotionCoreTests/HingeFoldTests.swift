import Testing

@testable import MotionCore

@Suite("FoldPipeline: from a hinge's angle to the fold")
struct HingeFoldTests {
    /// The update by an angle of `degrees` at `time`.
    private static func take(_ degrees: Double, at time: Nanoseconds, _ pipeline: inout FoldPipeline) throws
        -> FoldState
    {
        let angle = try #require(HingeAngle(degrees: degrees))
        let taking = pipeline.update(angle, at: time)
        guard case .update(let state) = taking else { throw Missing() }
        return state
    }

    private struct Missing: Error {}

    @Test(
        "the first angle is where it starts",
        arguments: [
            // degrees, fold = clamp((180 − degrees)/180, 0, 1), status
            (0.0, 1.0, Status.closed), (45, 0.75, .partiallyOpen), (112.5, 0.375, .partiallyOpen),
            (171, 0.05, .fullyOpen), (180, 0, .fullyOpen), (270, 0, .fullyOpen), (360, 0, .fullyOpen),
        ])
    func first(_ degrees: Double, _ fold: Double, _ status: Status) throws {
        var pipeline = FoldPipeline()
        let state = try Self.take(degrees, at: ms(40), &pipeline)
        #expect(abs(state.fold - fold) < 1e-15 && state.fold.sign == .plus)
        #expect(state.status == status)
        #expect(state.sequence == 1 && state.time == ms(40) && state.sampleTime == ms(40))
        #expect(state.lean == nil && state.roll == nil && state.pitch == nil)
        #expect(state.tilt == nil && state.gravity == nil)
        #expect(state.hinge?.angle.degrees == degrees && state.hinge?.status == status)
        #expect(state.hinge?.isStale == false)
    }

    /// From 180° to 90° at 60 Hz: s = 0.5 × (1 − 0.88ⁿ): 0.06, 0.1128, 0.159264. The status goes by the angle itself.
    @Test("the same low-pass as a tilt's, and neither gain nor deadzone")
    func lowPass() throws {
        var settings = Settings()
        settings.tuning.gain = -10
        settings.tuning.deadzone = 0.5
        var pipeline = FoldPipeline(settings: settings)
        _ = try Self.take(180, at: sixtieth(0), &pipeline)
        for (number, fold) in [(1, 0.06), (2, 0.1128), (3, 0.159264)] as [(Int64, Double)] {
            let state = try Self.take(90, at: sixtieth(number), &pipeline)
            #expect(abs(state.fold - fold) < 1e-8)
            #expect(state.status == .partiallyOpen)
        }
        // Closed at once, while the fold is on its way.
        let state = try Self.take(0, at: sixtieth(4), &pipeline)
        #expect(state.status == .closed)
        #expect(state.fold < 0.3)
    }

    /// The ticks after the angle at 1 ms are at 26 ms + k × 16.666667 ms: 23 up to 401 ms, the last at 392.67 ms.
    @Test("ticks fill the gaps of a slow hinge")
    func ticks() throws {
        var pipeline = FoldPipeline()
        _ = try Self.take(180, at: ms(0), &pipeline)
        _ = try Self.take(90, at: ms(1), &pipeline)
        let ticks = pipeline.ticks(upTo: ms(401))
        #expect(ticks.count == 23)
        #expect(ticks.first?.time == ms(26))
        #expect(ticks.allSatisfy { $0.hinge?.angle.degrees == 90 && $0.sampleTime == ms(1) && $0.lean == nil })
        // 0.5 × (1 − 0.88^(60 × 0.392666674)) at the last; each nearer than the one before.
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.fold < $1.fold })
        #expect(abs((ticks.last?.fold ?? 0) - 0.475397) < 1e-6)
        // They end two seconds after the angle.
        #expect(pipeline.ticks(upTo: ms(10_000)).last.map { $0.time <= ms(2001) } == true)
        #expect(pipeline.tickTime == nil)
    }

    @Test("a late angle is no update, and what later updates move toward")
    func late() throws {
        var pipeline = FoldPipeline()
        _ = try Self.take(180, at: ms(100), &pipeline)
        let angle = try #require(HingeAngle(degrees: 0))
        let late = pipeline.update(angle, at: ms(100))
        #expect(late == .late(at: ms(100)))
        #expect(pipeline.outOfOrder == 1)
        let tick = try pipeline.tick(upTo: ms(125))
        #expect(tick.sequence == 2 && tick.time == ms(125))
        // 1 − 0.88^1.5
        #expect(abs(tick.fold - 0.174486826) < 1e-8)
        #expect(tick.status == .closed)
    }

    @Test("after a pause the gap is the real one")
    func pause() throws {
        var pipeline = FoldPipeline()
        _ = try Self.take(180, at: ms(0), &pipeline)
        pipeline.sensorReopened()
        let state = try Self.take(90, at: ms(10_000), &pipeline)
        #expect(abs(state.fold - 0.5) < 1e-9)
        #expect(state.sequence > 100)
    }

    @Test("what is held says so until the next angle, in ticks too")
    func held() throws {
        var pipeline = FoldPipeline()
        _ = try Self.take(90, at: ms(0), &pipeline)
        pipeline.holdHinge()
        let tick = try pipeline.tick(upTo: ms(25))
        #expect(tick.hinge?.isStale == true && tick.hinge?.angle.degrees == 90)
        let state = try Self.take(91, at: ms(30), &pipeline)
        #expect(state.hinge?.isStale == false)
    }

    @Test("no orientation turns it")
    func orientations() throws {
        for orientation in Orientation.allCases {
            var pipeline = FoldPipeline(settings: Settings(orientation: .fixed(orientation)))
            var views = OrientedFolds()
            let state = try Self.take(100, at: ms(0), &pipeline)
            views.take(state, tuning: pipeline.tuning)
            #expect(abs(state.fold - 80.0 / 180) < 1e-15)
            for other in Orientation.allCases { #expect(views.state(state, in: other) == state) }
        }
    }

    @Test("numbers and times go on where accelerations follow angles, and the next angle starts anew")
    func changes() throws {
        var pipeline = FoldPipeline()
        let first = try Self.take(0, at: ms(0), &pipeline)
        let second = try pipeline.taken(rolled(0), at: ms(20))
        let third = try Self.take(90, at: ms(40), &pipeline)
        #expect([first, second, third].map(\.sequence) == [1, 2, 3])
        #expect(second.hinge == nil && second.fold == 0 && second.status == .fullyOpen)
        #expect(third.lean == nil && third.fold == 0.5)
    }

    @Test("what has no gravity does not end it")
    func noGravity() throws {
        var pipeline = FoldPipeline()
        _ = try Self.take(90, at: ms(0), &pipeline)
        #expect(pipeline.state(unusable, at: ms(10)) == nil)
        #expect(pipeline.nextTick(upTo: ms(25))?.hinge?.angle.degrees == 90)
    }
}
