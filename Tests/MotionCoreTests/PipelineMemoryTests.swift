import Foundation
import TestSupport
import Testing

@testable import MotionCore

@Suite("PipelineMemory: beginning in mid-motion")
struct PipelineMemoryTests {
    @Test("there is none before the first update, and setting none changes nothing")
    func noneBeforeTheFirstUpdate() throws {
        var pipeline = FoldPipeline()
        #expect(pipeline.memory == nil)
        _ = pipeline.update(Sample(time: .zero, acceleration: unusable))
        #expect(pipeline.memory == nil)
        pipeline.memory = nil
        let state = try pipeline.taken(rolled(30), at: ms(5))
        #expect(state.sequence == 1)
        #expect(pipeline.memory != nil)
    }

    @Test("it holds the times, the filter, the target, the status, the orientation and the run")
    func contents() throws {
        var pipeline = FoldPipeline(settings: Settings(orientation: .fixed(.leftUp)))
        _ = pipeline.state(rolled(-30), at: ms(100))
        _ = pipeline.update(Sample(time: ms(110), acceleration: rolled(0, length: 0.4)))
        _ = pipeline.nextTick(upTo: ms(140))
        let memory = try #require(pipeline.memory)
        #expect(memory.lastSample == ms(110))
        #expect(memory.lastUpdate == ms(135))
        #expect(memory.nextTick == Nanoseconds(151_666_667))
        #expect(memory.runStart == ms(110))
        #expect(memory.status == .partiallyOpen)
        #expect(memory.orientation == .leftUp)
        #expect(abs(memory.target.y - 1.0 / 3) < 1e-12)
        // 1 − 0.88^3.1 of a third.
        #expect(abs(memory.filter.y - 0.109061347303) < 1e-9)
        #expect(memory.filter.x == 0)
    }

    @Test("what it says is where the pipeline stands")
    func setting() throws {
        var pipeline = FoldPipeline()
        let memory = PipelineMemory(
            lastUpdate: ms(1000), lastSample: ms(980), nextTick: ms(1010), filter: Tilt(x: 0.1, y: -0.5),
            target: Tilt(x: 0.2, y: -0.6), status: .closed, orientation: .bottomUp, runStart: ms(700))
        pipeline.settings.orientation = .auto(.landscape)
        pipeline.memory = memory
        #expect(pipeline.memory == memory)
        #expect(pipeline.orientation == .bottomUp)
        let tick = try pipeline.tick(upTo: ms(1010))
        #expect(tick.sequence == 1)
        #expect(tick.tilt == Tilt(x: 0.2, y: -0.6))
        #expect(tick.sampleTime == ms(980))
        // 0.1 + 0.1 × (1 − 0.88^0.6).
        #expect(abs((tick.roll ?? .nan) - 0.107383235898) < 1e-9)
        // The run of 700 ms is more than half a second old, and gravity was found.
        #expect(abs((pipeline.state(rolled(45, length: 0.4), at: ms(1201))?.tilt?.y ?? 0) + 0.5) < 1e-12)
    }

    @Test(
        "a setting that cannot yield its orientation goes before it",
        arguments: [
            (OrientationSetting.fixed(.rightUp), Orientation.rightUp), (.auto(.landscape), .normal),
            (.auto(.portrait), .leftUp), (.fixed(.leftUp), .leftUp),
        ])
    func orientationOfTheSetting(_ setting: OrientationSetting, _ expected: Orientation) {
        var pipeline = FoldPipeline(settings: Settings(orientation: setting))
        pipeline.memory = PipelineMemory(
            lastUpdate: .zero, lastSample: .zero, nextTick: ms(25), filter: Tilt(x: 0, y: 0),
            target: Tilt(x: 0, y: 0), status: .fullyOpen, orientation: .leftUp, runStart: nil)
        #expect(pipeline.orientation == expected)
        #expect(pipeline.nextTick(upTo: ms(25))?.orientation == expected)
    }

    @Test("a pipeline restored from it continues identically", arguments: UInt64(1)...24)
    func continuesIdentically(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var tuning = Tuning()
        tuning.smoothing = random.uniform(0.05...0.5)
        tuning.level = Tilt(x: 0.01, y: -0.02)
        let orientations: [OrientationSetting] = [.fixed(.rightUp), .auto(.portrait), .auto(.landscape)]
        let settings = Settings(tuning: tuning, orientation: orientations[Int(seed % 3)])
        var whole = FoldPipeline(settings: settings)
        var restored: [FoldPipeline] = []
        var compared = 0
        var time = ms(1_000_000)
        for number in 0..<120 {
            time = time + ms([5, 16, 40, 90, -3][Int(random.next() % 5)])
            let length = random.oneIn(3) ? random.uniform(0.1...2) : 1
            let (x, y) = (random.uniform(-1.5...1.5), random.uniform(-1.5...1.5))
            var reading = Vector3(sin(x), cos(x) * sin(y), cos(x) * cos(y)) * (9.80665 * length)
            if random.oneIn(10) { reading.x = .nan }
            let sample = Sample(time: time, acceleration: reading)
            let states = whole.drive(sample).map(Published.init)
            for index in restored.indices {
                #expect(restored[index].drive(sample).map(Published.init) == states)
                compared += states.count
            }
            if number % 10 == 7 {
                // After a sample, or after a tick or two.
                _ = whole.ticks(upTo: time + ms(Int64(random.next() % 60)))
                for index in restored.indices { _ = restored[index].ticks(upTo: whole.memory?.lastUpdate ?? time) }
                var next = FoldPipeline(settings: settings)
                next.memory = whole.memory
                restored.append(next)
            }
        }
        #expect(restored.count == 12)
        #expect(compared > 500)
    }

    /// All of an update but its number and gravity, which a memory does not hold.
    private struct Published: Equatable {
        var time: Nanoseconds
        var numbers: [Double?]
        var status: Status
        var orientation: Orientation
        var sampleTime: Nanoseconds

        init(_ state: FoldState) {
            time = state.time
            numbers = [state.fold, state.roll, state.pitch, state.tilt?.x, state.tilt?.y]
            status = state.status
            orientation = state.orientation
            sampleTime = state.sampleTime
        }
    }
}
