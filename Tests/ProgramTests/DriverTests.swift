import Foundation
import TestSupport
import Testing
import UnixProgram

/// The daemon on a sensor of each driver that Tests/FakeIIO/drivers describes.
@Suite struct DriverTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// An accelerometer's driver, and what the daemon makes of it.
    struct Driver: CustomTestStringConvertible, Sendable {
        /// Its description's.
        let name: String
        /// How it is read where that is left to the daemon: by its buffer where that has a trigger or needs none.
        let mode: String
        /// What is written to which attribute where 60 samples a second are asked for; nil where there is no rate.
        let rate: (attribute: String, value: String)?
        /// What 30° come to; some drivers' counts are coarse.
        let fold: Double

        var testDescription: String { name }

        init(_ name: String, _ mode: String, _ attribute: String? = nil, _ value: String = "", fold: Double = 0.503) {
            self.name = name
            self.mode = mode
            rate = attribute.map { ($0, value) }
            self.fold = fold
        }
    }

    private static let drivers = [
        Driver("fake_accel", "buffered", "in_accel_sampling_frequency", "100"),
        // No list: what is asked for.
        Driver("accel_3d", "buffered", "in_accel_sampling_frequency", "60"),
        Driver("accel_3d-32", "buffered", "in_accel_sampling_frequency", "60"),
        Driver("gravity", "buffered", "in_gravity_sampling_frequency", "60"),
        // Its own trigger is there, and wants to be chosen.
        Driver("bmc150_accel", "buffered", "in_accel_sampling_frequency", "62.50000"),
        Driver("bmc150_accel-fifo", "buffered", "in_accel_sampling_frequency", "62.50000"),
        Driver("bmc150_accel-noirq", "polled", "in_accel_sampling_frequency", "62.50000"),
        Driver("kxcjk", "buffered", "in_accel_sampling_frequency", "100"),
        Driver("kxcjk-smo8500", "polled", "in_accel_sampling_frequency", "100"),
        Driver("cros-ec-accel", "polled", "sampling_frequency", "100.000000"),
        Driver("cros-ec-accel-fifo", "buffered", "sampling_frequency", "100.000000"),
        Driver("cros-ec-accel-legacy", "polled"),
        // 28 and 48 counts: 30.26°.
        Driver("st_accel-8", "buffered", "sampling_frequency", "100", fold: 0.508),
        Driver("st_accel-12", "buffered", "sampling_frequency", "100"),
        Driver("st_accel-16", "buffered", "sampling_frequency", "100"),
        Driver("mxc4005", "buffered"),
        Driver("mxc4005-noirq", "polled"),
        Driver("lsm6dsx", "buffered", "sampling_frequency", "104.000000"),
        Driver("lsm6dsx-noirq", "polled", "sampling_frequency", "104.000000"),
        Driver("bmi160", "buffered", "in_accel_sampling_frequency", "100"),
        Driver("bmi160-noirq", "polled", "in_accel_sampling_frequency", "100"),
        Driver("bmi323", "buffered", "in_accel_sampling_frequency", "100"),
        Driver("bmi260", "polled", "in_accel_sampling_frequency", "100"),
        Driver("mpu6050", "buffered", "sampling_frequency", "100"),
        Driver("da280", "polled"),
        Driver("da226", "polled"),
        // 42 and 74 counts: 29.58°.
        Driver("mc3230", "polled", fold: 0.496),
        // 10 and 18 counts: 29.05°.
        Driver("mma7660", "polled", fold: 0.487),
        // 32 counts of 63.98: 30.01°.
        Driver("dmard06", "polled"),
    ]

    private static let hinges = ["cros-ec-lid-angle", "hinge"]

    @Test func everyDescriptionIsTested() throws {
        let described = try directoryEntries(FakeTablet.drivers).filter { !$0.hasPrefix(".") }
        #expect(Set(described) == Set(Self.drivers.map { $0.name } + Self.hinges))
    }

    @Test(arguments: drivers, ["auto", "polled"])
    func aRollOfThirtyDegreesSettlesAtAFoldOfAHalf(_ driver: Driver, mode: String) throws {
        let tablet = try FakeTablet(in: directory, "--driver", driver.name)
        // Rolled by 30° to the right in landscape-right, in the device's frame.
        let held = try sensorFrame([0, -4.903325, -8.492808], of: driver)
        try tablet.feed(100, "--hold", held.map { "\($0)" }.joined(separator: ","))
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", mode, "--orientation", "landscape-right"],
            // Without a low-pass it settles at once.
            configuration: "[fold]\nsmoothing = 1\n", environment: tablet.environment)
        try expectSettled(try daemon.connect(), in: driver.fold - 0.01...driver.fold + 0.01, lines: 3)
        let status = try #require(try daemon.ask("status"))
        #expect(member("mode", of: status) == (mode == "auto" ? driver.mode : mode))
        #expect(member("sensor", of: status) == tablet.attribute("name"))
        if let rate = driver.rate {
            #expect(tablet.attribute(rate.attribute) == rate.value)
            let set = member("set", of: status).flatMap { Double($0) }
            #expect(set == Double(rate.value))
        }
        #expect(try daemon.end() == 0)
    }

    /// `vector` of the device's frame as the sensor sees it: by the transpose of its matrix, which is orthogonal.
    private func sensorFrame(_ vector: [Double], of driver: Driver) throws -> [Double] {
        let lines = try String(contentsOfFile: "\(FakeTablet.drivers)/\(driver.name)", encoding: .utf8)
            .split(separator: "\n")
        let matrix = lines.first { $0.contains("mount_matrix = ") && !$0.contains("anglvel") }
        guard let text = matrix?.components(separatedBy: " = ").last else { return vector }
        let rows = text.split(separator: ";").map { row in
            row.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        }
        try #require(rows.count == 3 && rows.allSatisfy { $0.count == 3 })
        return (0..<3).map { column in (0..<3).reduce(0) { $0 + rows[$1][column] * vector[$1] } }
    }
}
