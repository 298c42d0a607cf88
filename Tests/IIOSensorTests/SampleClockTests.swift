import MotionCore
import Testing

@testable import IIOSensor

@Suite struct SampleClockTests {
    private static let arrival: Int64 = 5_000_000_000_000

    @Test(
        arguments: [
            // the stamp's distance from the arrival in nanoseconds, whether the stamp is believed
            (0, true),
            (-20_000_000, true),
            (-99_999_999, true),
            (-100_000_000, true),
            (-100_000_001, false),
            (-5_000_000_000_000, false),
            (999_999, true),
            (1_000_000, true),
            (1_000_001, false),
            (1_700_000_000_000_000_000, false),
        ] as [(Int64, Bool)])
    func aStampIsBelievedNearItsArrivalOnly(_ distance: Int64, isBelieved: Bool) {
        let clock = SampleClock(stampsAreBoottime: true)
        let time = clock.time(stamp: Self.arrival + distance, arrival: Self.arrival)
        #expect(time == Nanoseconds(isBelieved ? Self.arrival + distance : Self.arrival))
    }

    @Test(arguments: [0, 1_000_000, -100_000_000] as [Int64])
    func aStampOfAnotherClockIsNeverBelieved(_ distance: Int64) {
        let clock = SampleClock(stampsAreBoottime: false)
        #expect(clock.time(stamp: Self.arrival + distance, arrival: Self.arrival) == Nanoseconds(Self.arrival))
    }

    @Test(arguments: [true, false])
    func withoutAStampTheArrivalCounts(_ stampsAreBoottime: Bool) {
        let clock = SampleClock(stampsAreBoottime: stampsAreBoottime)
        #expect(clock.time(stamp: nil, arrival: Self.arrival) == Nanoseconds(Self.arrival))
    }

    @Test(arguments: [Int64.min, -1, .max])
    func aWildStampIsNoTrap(_ stamp: Int64) {
        let clock = SampleClock(stampsAreBoottime: true)
        #expect(clock.time(stamp: stamp, arrival: Self.arrival) == Nanoseconds(Self.arrival))
    }
}
