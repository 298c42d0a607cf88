import Foundation
import TestSupport
import Testing

/// What went wrong with sensors' rates and buffers in the field, by the number of the case.
@Suite struct FieldCasesRateTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        // a driver without a buffer, and one that refuses to switch it on
        "da280", "kxcjk-smo8500",
    ])
    func case09WithoutABufferTheSensorIsPolledAndThatIsSaidOnce(_ driver: String) throws {
        let tablet = try FakeTablet(in: directory, "--driver", driver)
        let matrix = tablet.attribute("in_mount_matrix")
        #expect(matrix == (driver == "da280" ? nil : "-1, 0, 0; 0, -1, 0; 0, 0, 1"))
        try tablet.feed(100, "--hold", matrix == nil ? "0,-4.903325,-8.492808" : "0,4.903325,-8.492808")
        let daemon = try start(tablet)
        let client = try daemon.connect(saying: "watch fold")
        var said = 0
        let settled = try client.next { line in
            if line.contains("polling it") { said += 1 }
            return (0.493...0.513).contains(member("fold", of: line).flatMap { Double($0) } ?? -1)
        }
        #expect(settled != nil)
        #expect(said == 1)
        #expect(try daemon.ask("status").flatMap { member("mode", of: $0) } == "polled")
    }

    @Test func case14TheLowestListedRateThatIsEnoughIsWrittenAsItIsListed() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "bmc150_accel-fifo")
        try tablet.set("in_accel_sampling_frequency", "15.620000")
        #expect(try setRate(tablet) == 62.5)
        #expect(tablet.attribute("in_accel_sampling_frequency") == "62.50000")
    }

    @Test func case14OfARangeTheLowestStepIsWritten() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "kxcjk")
        try tablet.set("sampling_frequency_available", "[10 7 100]")
        #expect(try setRate(tablet) == 66)
        #expect(tablet.attribute("in_accel_sampling_frequency").flatMap { Double($0) } == 66)
    }

    @Test func case14WhatTheDriverSaysAfterwardsIsUsed() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "st_accel-12")
        try tablet.set("sampling_frequency", "50")
        // EINVAL
        try tablet.setFaults("/sampling_frequency write 22")
        #expect(try setRate(tablet) == 50)
    }

    @Test(arguments: [
        // a driver that is off at first, its rate's attribute, what is written to it
        ("cros-ec-accel-fifo", "sampling_frequency", "100.000000"), ("accel_3d", "in_accel_sampling_frequency", "60"),
    ])
    func case15ARateIsAlwaysSet(_ driver: String, attribute: String, rate: String) throws {
        let tablet = try FakeTablet(in: directory, "--driver", driver)
        try tablet.set(attribute, "0")
        #expect(try setRate(tablet) == Double(rate))
        #expect(tablet.attribute(attribute) == rate)
    }

    /// The rate that the daemon says is set, once it reads the sensor.
    private func setRate(_ tablet: FakeTablet) throws -> Double? {
        try tablet.feed(100, "--roll", "30")
        let daemon = try start(tablet)
        #expect(try daemon.connect().next { sequence(of: $0) != nil } != nil)
        return try daemon.ask("status").flatMap { member("set", of: $0) }.flatMap { Double($0) }
    }

    private func start(_ tablet: FakeTablet) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", ["--orientation", "landscape-right"], environment: tablet.environment)
    }
}
