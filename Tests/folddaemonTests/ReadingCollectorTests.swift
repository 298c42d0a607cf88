import MotionCore
import Testing

@testable import IIOSensor
@testable import folddaemon

@Suite struct ReadingCollectorTests {
    /// How often a sensor reads, with how many readings make a pose, and how long after the first.
    static let rates: [(Double, Int, Int64)] = [
        // 60 readings come sooner than a second is over
        (400, 60, 147_500_000), (62.5, 60, 944_000_000),
        // a second, bound included
        (50, 51, 1_000_000_000), (10, 11, 1_000_000_000), (8, 9, 1_000_000_000),
        // 8 readings take longer
        (4, 8, 1_750_000_000), (1, 8, 7_000_000_000),
    ]

    @Test(arguments: rates)
    func takesWhatARateAllows(_ rate: Double, _ count: Int, _ span: Int64) {
        var collector = ReadingCollector(start: 0)
        let period = Int64(1e9 / rate)
        var time = period
        while !collector.take(reading(at: time), now: time), time < 60_000_000_000 { time += period }
        #expect(collector.readings.count == count)
        // The first reading that counts is the second one that came.
        #expect(time - 2 * period == span)
    }

    @Test func whatWasUnderWayIsLeftOut() {
        var collector = ReadingCollector(start: 1000)
        // The third ended after the request, but may have begun before it.
        for (time, arrival, first) in [
            (900, 1100, Int?.none), (1000, 1200, nil), (1001, 1300, nil), (1002, 1400, 1400),
        ] {
            let isEnough = collector.take(reading(at: Int64(time)), now: Int64(arrival))
            #expect(!isEnough && collector.first == first.map { Int64($0) })
        }
        #expect(collector.readings.map(\.sample.time.count) == [1002])
    }

    private func reading(at time: Int64) -> SensorReading {
        let vector = Vector3(0, 0, -9.8)
        return SensorReading(
            raw: vector, scaled: vector, sample: Sample(time: Nanoseconds(time), acceleration: vector))
    }
}
