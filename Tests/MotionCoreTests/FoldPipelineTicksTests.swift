import Testing

@testable import MotionCore

@Suite("FoldPipeline: ticks and late samples")
struct FoldPipelineTicksTests {
    struct Gap: CustomTestStringConvertible {
        var next: Int64
        var ticks: [Int64]
        var isLate: Bool
        var testDescription: String { "a sample \(next) ns after the last" }
    }

    @Test(
        "the first tick is 25,000,000 ns after the update, each next 16,666,667 ns later, up to the sample's own time",
        arguments: [
            Gap(next: 1, ticks: [], isLate: false),
            Gap(next: 16_666_667, ticks: [], isLate: false),
            Gap(next: 24_999_999, ticks: [], isLate: false),
            Gap(next: 25_000_000, ticks: [25_000_000], isLate: true),
            Gap(next: 25_000_001, ticks: [25_000_000], isLate: false),
            Gap(next: 41_666_666, ticks: [25_000_000], isLate: false),
            Gap(next: 41_666_667, ticks: [25_000_000, 41_666_667], isLate: true),
            Gap(next: 41_666_668, ticks: [25_000_000, 41_666_667], isLate: false),
            Gap(next: 80_000_000, ticks: [25_000_000, 41_666_667, 58_333_334, 75_000_001], isLate: false),
        ])
    func tickTimes(_ gap: Gap) {
        var pipeline = FoldPipeline()
        let start: Int64 = 1_234_567_891
        _ = pipeline.update(Sample(time: Nanoseconds(start), acceleration: rolled(30)))
        let time = Nanoseconds(start + gap.next)
        let ticks = pipeline.ticks(upTo: time)
        #expect(ticks.map { $0.time.count - start } == gap.ticks)
        #expect(ticks.map(\.sequence) == (0..<gap.ticks.count).map { UInt64($0 + 2) })
        #expect(ticks.allSatisfy { $0.sampleTime.count == start })

        let taking = pipeline.update(Sample(time: time, acceleration: rolled(30)))
        if gap.isLate {
            #expect(taking == .late(at: time))
        } else if case .update(let state) = taking {
            #expect(state.time == time)
            #expect(state.sequence == UInt64(gap.ticks.count + 2))
            #expect(pipeline.tickTime == Nanoseconds(start + gap.next + 25_000_000))
        } else {
            Issue.record("no update, but \(taking)")
        }
    }

    @Test("ticks that nobody asked for are made all the same")
    func ticksNobodyAskedFor() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        let state = try pipeline.taken(rolled(30), at: ms(80))
        #expect(state.sequence == 6)
        // 1 − 0.88^5.8 of a third.
        #expect(abs((state.roll ?? .nan) + 0.174523187794) < 1e-8)
    }

    @Test("a tick moves toward the latest tilt, by the time since the last update")
    func tickMovesTowardTheTilt() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(0), at: .zero)
        _ = pipeline.state(rolled(30), at: ms(10))
        let tick = try pipeline.tick(upTo: ms(35))
        // 0.88^0.6 is left of the way by the sample, 0.88^2.1 by the tick.
        #expect(abs((tick.roll ?? .nan) + 0.078478803753) < 1e-9)
        #expect(abs((tick.tilt?.y ?? .nan) + 1.0 / 3) < 1e-12)
    }

    @Test("before the first update there is no tick")
    func noTickBeforeTheFirstUpdate() {
        var pipeline = FoldPipeline()
        #expect(pipeline.tickTime == nil)
        #expect(pipeline.nextTick(upTo: ms(1000)) == nil)
        #expect(pipeline.update(Sample(time: .zero, acceleration: unusable)) == .noGravity)
        #expect(pipeline.nextTick(upTo: ms(1000)) == nil)
    }

    @Test("ticks end 2 s after the last sample")
    func ticksEnd() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        let ticks = pipeline.ticks(upTo: ms(60_000))
        #expect(ticks.count == 119)
        #expect(ticks.last?.time.count == 1_991_666_706)
        #expect(pipeline.tickTime == nil)
        let state = try pipeline.taken(rolled(30), at: ms(60_000))
        #expect(state.sequence == 121)
        #expect(pipeline.tickTime == ms(60_025))
    }

    @Test(
        "a tick exactly 2 s after the last sample is made, one later is not",
        arguments: zip([2_000_000_000, 2_000_000_001] as [Int64], [2_000_000_000, nil] as [Int64?]))
    func tickLimit(next: Int64, expected: Int64?) {
        var pipeline = FoldPipeline()
        pipeline.memory = PipelineMemory(
            lastUpdate: ms(1990), lastSample: .zero, nextTick: Nanoseconds(next), filter: Tilt(x: 0, y: 0),
            target: Tilt(x: 0, y: -0.5), status: .fullyOpen, orientation: .rightUp, runStart: nil)
        #expect(pipeline.tickTime?.count == expected)
        #expect(pipeline.nextTick(upTo: ms(3000))?.time.count == expected)
    }

    @Test(
        "a late sample is no update and moves no tick, but sets the tilt and takes the last update's time",
        arguments: [100_000_000, 99_999_999, 50_000_000, 0, -5_000_000_000] as [Int64])
    func lateSample(time: Int64) throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(0), at: ms(100))
        #expect(pipeline.update(Sample(time: Nanoseconds(time), acceleration: rolled(30))) == .late(at: ms(100)))
        #expect(pipeline.tickTime == ms(125))
        #expect(pipeline.gravityTime == ms(100))
        let memory = try #require(pipeline.memory)
        #expect(memory.lastUpdate == ms(100))
        #expect(memory.lastSample == ms(100))
        #expect(memory.filter == Tilt(x: 0, y: 0))
        let tick = try pipeline.tick(upTo: ms(125))
        #expect(tick.sequence == 2)
        // 1 − 0.88^1.5 of a third.
        #expect(abs((tick.roll ?? .nan) + 0.058162275424) < 1e-9)
    }

    @Test("a sample that came after a tick takes the tick's time, and ticks go on for 2 s from there")
    func lateAfterATick() {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        #expect(pipeline.ticks(upTo: ms(45)).count == 2)
        let time = Nanoseconds(41_666_667)
        #expect(pipeline.update(Sample(time: ms(30), acceleration: rolled(10))) == .late(at: time))
        #expect(pipeline.outOfOrder == 0)
        let rest = pipeline.ticks(upTo: ms(60_000))
        // 25,000,000 + 120 × 16,666,667 is the last that is not later than 41,666,667 + 2 s.
        #expect(rest.count == 119)
        #expect(rest.last?.time.count == 2_025_000_040)
        #expect(rest.allSatisfy { $0.sampleTime == time })
    }

    struct Order: CustomTestStringConvertible {
        var name: String
        var milliseconds: [Int64]
        var outOfOrder: UInt64
        var updates: Int
        var testDescription: String { name }
    }

    @Test(
        "samples not later than the one before are counted as out of order",
        arguments: [
            Order(name: "in order", milliseconds: [0, 10, 20], outOfOrder: 0, updates: 3),
            Order(name: "twice", milliseconds: [0, 10, 10, 20], outOfOrder: 1, updates: 3),
            Order(name: "back, and back again", milliseconds: [0, 10, 9, 8, 20], outOfOrder: 2, updates: 3),
            Order(
                name: "back, then on but still late", milliseconds: [0, 10, 5, 7, 20], outOfOrder: 1, updates: 3),
            Order(name: "late for a tick only", milliseconds: [0, 25, 30], outOfOrder: 0, updates: 3),
        ])
    func outOfOrder(_ order: Order) {
        var pipeline = FoldPipeline()
        let states = order.milliseconds.flatMap { pipeline.drive(Sample(time: ms($0), acceleration: rolled(5))) }
        #expect(pipeline.outOfOrder == order.outOfOrder)
        #expect(states.count == order.updates)
        #expect(states.map(\.sequence) == (1...UInt64(order.updates)).map { $0 })
    }
}
