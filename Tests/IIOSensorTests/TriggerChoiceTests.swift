import Testing

@testable import IIOSensor

@Suite struct TriggerChoiceTests {
    private typealias Candidate = TriggerChoice.Candidate

    private static let clock = Candidate(name: "hrtimer0", isClock: true, isTaken: false)

    private func chosen(_ names: [String], _ more: [Candidate] = [], for device: String, _ id: String) -> String? {
        let all = more + names.map { Candidate(name: $0, isClock: false, isTaken: false) }
        return TriggerChoice.choose(all, name: device, id: id).map { all[$0].name }
    }

    @Test func theDriversOwnComesBeforeAClock() {
        #expect(chosen(["accel_3d-dev0"], [Self.clock], for: "accel_3d", "iio:device0") == "accel_3d-dev0")
        #expect(chosen(["lis3dh-trigger"], [Self.clock], for: "lis3dh", "iio:device3") == "lis3dh-trigger")
        #expect(chosen(["bmi323-imu-trig-2"], [Self.clock], for: "bmi323-imu", "iio:device2") == "bmi323-imu-trig-2")
    }

    @Test func anothersIsNotTaken() {
        let names = ["accel_3d-dev1", "accel_3d-dev10", "gyro_3d-dev0"]
        #expect(chosen(names, for: "accel_3d", "iio:device0") == nil)
        #expect(chosen(names, for: "accel_3d", "iio:device10") == "accel_3d-dev10")
    }

    @Test func oneThatFiresOnMotionOnlyIsNoClock() {
        #expect(chosen(["kxcj9000-any-motion-dev0"], for: "kxcj9000", "iio:device0") == nil)
    }

    @Test func withoutOneOfItsOwnAFreeClockIsTaken() {
        let taken = Candidate(name: "theirs", isClock: true, isTaken: true)
        #expect(chosen(["sysfstrig0"], [taken, Self.clock], for: "kxcj9000", "iio:device0") == "hrtimer0")
        #expect(chosen(["sysfstrig0"], [taken], for: "kxcj9000", "iio:device0") == nil)
    }
}
