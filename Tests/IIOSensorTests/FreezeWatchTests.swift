import MotionCore
import Testing

@testable import IIOSensor

@Suite struct FreezeWatchTests {
    /// Readings at 50 Hz from `start` on, for `seconds`; whether and when (in seconds) the watch says frozen.
    private func run(
        _ watch: inout FreezeWatch, from start: Double, for seconds: Double, _ raw: (Int) -> Vector3
    ) -> [Double] {
        (0..<Int(seconds * 50)).compactMap { index in
            let time = start + Double(index) / 50
            return watch.take(raw(index), at: Nanoseconds(Int64(time * 1e9))) ? time : nil
        }
    }

    private func noise(_ index: Int) -> Vector3 { Vector3(Double(index * 7 % 11), Double(index * 5 % 13), -1000) }

    @Test func case19ARestlessSensorThatStopsIsFrozenOnce() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 12, noise) == [])
        let found = run(&watch, from: 12, for: 60) { _ in Vector3(1, 2, -1000) }
        #expect(found.count == 1)
        #expect(found.allSatisfy { (16.9...17.1).contains($0) })
    }

    @Test func case19ANoiseFreeSensorOnATableIsNot() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 90) { _ in Vector3(0, 0, -1000) } == [])
    }

    @Test func case19ACoarseSensorThatFlickersIsNot() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 20) { Vector3(Double($0 % 2), Double($0 % 3), -16) } == [])
        #expect(run(&watch, from: 20, for: 70) { _ in Vector3(0, 0, -16) } == [])
    }

    @Test func case19ANoiseFreeSensorThatWasMovedByHandIsNot() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 20) { _ in Vector3(0, 0, -1000) } == [])
        #expect(run(&watch, from: 20, for: 2) { Vector3(0, Double(-10 * $0), -1000) } == [])
        #expect(run(&watch, from: 22, for: 70) { _ in Vector3(0, -1000, 0) } == [])
    }

    @Test func case19AfterASleepTheSameReadingIsFrozenWhateverWasBefore() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 20) { _ in Vector3(0, 0, -1000) } == [])
        watch.systemSlept()
        #expect(run(&watch, from: 3600, for: 60) { _ in Vector3(0, 0, -1000) }.count == 1)
    }

    @Test func case19OneThatMovesAfterASleepIsAwake() {
        var watch = FreezeWatch()
        watch.systemSlept()
        #expect(run(&watch, from: 0, for: 1) { _ in Vector3(0, 0, -1000) } == [])
        #expect(run(&watch, from: 1, for: 60) { _ in Vector3(0, 50, -1000) } == [])
    }

    @Test func theFirstFewReadingsSayNothing() {
        var watch = FreezeWatch()
        #expect(run(&watch, from: 0, for: 0.2, noise) == [])
        #expect(run(&watch, from: 0.2, for: 30) { _ in Vector3(100, 0, -1000) } == [])
    }
}
