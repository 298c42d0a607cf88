import Testing

@testable import MotionCore

@Suite("OrientedFolds: one update as all orientations see it")
struct OrientedFoldsTests {
    /// The first update at 30° to the right: s.y is −0.04 and s.x 0; 1.6 × 0.04 − 0.03 = 0.034.
    @Test(
        "roll, pitch and fold by the table of orientations",
        arguments: [
            (Orientation.rightUp, -0.04, 0.0, 0.034), (.leftUp, 0.04, 0.0, 0.0), (.normal, 0.0, 0.04, 0.0),
            (.bottomUp, 0.0, -0.04, 0.0),
        ])
    func table(_ orientation: Orientation, _ roll: Double, _ pitch: Double, _ fold: Double) throws {
        let (views, state) = try Self.rolled(times: 1)
        let seen = views.state(state, in: orientation)
        #expect(abs((seen.roll ?? .nan) - roll) < 1e-12)
        #expect(abs((seen.pitch ?? .nan) - pitch) < 1e-12)
        #expect(abs(seen.fold - fold) < 1e-12)
        #expect(seen.orientation == orientation)
        #expect(seen.sequence == state.sequence && seen.time == state.time && seen.tilt == state.tilt)
    }

    @Test("the pipeline's own orientation sees what the pipeline says, status and all")
    func own() throws {
        for times in 1...80 {
            let (views, state) = try Self.rolled(times: times)
            #expect(views.state(state, in: .rightUp) == state)
        }
    }

    /// Settled at 30° the fold is 0.503 for one orientation, and the other one's is 0.
    @Test("each orientation has its own status")
    func statuses() throws {
        let (views, state) = try Self.rolled(times: 60)
        #expect(views.state(state, in: .rightUp).status == .partiallyOpen)
        #expect(views.state(state, in: .leftUp).status == .fullyOpen)
    }

    /// A fold of 0.01 neither leaves fully-open (over 0.02) nor partially-open (at 0): what it is, the past decides.
    @Test("a pipeline that goes on in mid-motion goes on with its status")
    func restored() throws {
        let memory = PipelineMemory(
            lastUpdate: Nanoseconds(0), lastSample: Nanoseconds(0), nextTick: Nanoseconds(25_000_000),
            filter: Tilt(x: 0, y: -0.025), target: Tilt(x: 0, y: -0.025), status: .partiallyOpen,
            orientation: .rightUp, runStart: nil)
        var pipeline = FoldPipeline()
        pipeline.memory = memory
        var views = OrientedFolds()
        views.restore(memory)
        let tick = pipeline.nextTick(upTo: Nanoseconds(25_000_000))
        let state = try #require(tick)
        views.take(state, tuning: pipeline.tuning)
        #expect(abs(state.fold - 0.01) < 1e-12)
        #expect(state.status == .partiallyOpen)
        #expect(views.state(state, in: .rightUp) == state)
        #expect(views.state(state, in: .leftUp).status == .fullyOpen)
    }

    /// As after `times` updates at 60 Hz, held at 30° to the right.
    private static func rolled(times: Int) throws -> (OrientedFolds, FoldState) {
        var pipeline = FoldPipeline()
        var views = OrientedFolds()
        var last: FoldState?
        for index in 0..<times {
            let sample = Sample(
                time: Nanoseconds(Int64(index) * 16_666_667), acceleration: Vector3(0, -4.903325, -8.492808026))
            if case .update(let state) = pipeline.update(sample) {
                views.take(state, tuning: pipeline.tuning)
                last = state
            }
        }
        return (views, try #require(last))
    }
}
