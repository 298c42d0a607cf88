import Foundation
import TestSupport
import Testing

/// What the control socket tells of a sensor, and changes about it.
@Suite(.serialized) struct SensorControlTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func statusAndSensorsTellWhatIsRead() throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1")
        try tablet.feed(100)
        let daemon = try start(tablet)
        let off = try answer(daemon, "status")
        #expect(off["state"] as? String == "searching")
        #expect(off["age"] is NSNull && off["sensor"] is NSNull && off["mode"] is NSNull)
        let client = try daemon.connect()
        // Two rounds of what the rate is measured by.
        _ = try client.next { (sequence(of: $0) ?? 0) > 128 }
        let on = try answer(daemon, "status")
        #expect(on["sensor"] as? String == "fake_accel")
        #expect(on["device"] as? String == "iio:device0")
        #expect(on["mode"] as? String == "buffered")
        #expect(on["state"] as? String == "ok")
        #expect(on["readers"] as? Double == 1)
        let rate = try #require(on["rate"] as? [String: Double])
        #expect(rate["asked"] == 60 && rate["set"] == 100)
        #expect((50...200).contains(try #require(rate["measured"])))
        let matrix = on["matrix"] as? [String: String]
        #expect(matrix?["value"] == "0, 1, 0; -1, 0, 0; 0, 0, 1")
        #expect(matrix?["from"]?.contains("driver") == true)
        let sensors = try answer(daemon, "sensors")["sensors"] as? [[String: Any]]
        #expect(sensors?.count == 1)
        #expect(sensors?.first?["device"] as? String == "iio:device0")
        #expect(sensors?.first?["label"] as? String == "accel-display")
        #expect(sensors?.first?["used"] as? Bool == true)
        #expect(sensors?.first?["obstacle"] is NSNull)
        #expect(sensors?.first?["kind"] as? String == "accelerometer")
        #expect(sensors?.first?["place"] as? String == "display")
        #expect(sensors?.first?["place-from"] as? String == "the label")
        #expect(sensors?.first?["buffer"] as? String == "on")
        #expect(sensors?.first?["trigger"] as? String == "fake-trig")
        #expect(sensors?.first?["rates"] as? String == "12.5 25 50 100")
        #expect((sensors?.first?["path"] as? String)?.hasSuffix("/sys/devices/platform/fake-accel") == true)
        let channels = try #require(sensors?.first?["channels"] as? [String])
        #expect(Set(channels).isSuperset(of: ["accel_x", "accel_y", "accel_z", "timestamp"]))
    }

    @Test func aMatrixOpensTheSensorAnewAndHolds() throws {
        let tablet = try FakeTablet(in: directory)
        // A sensor that sits turned: device x is the sensor's y, device y minus its x.
        try tablet.feed(100, "--hold", "4.903325,0,-8.492808")
        let daemon = try start(tablet)
        let client = try daemon.connect()
        #expect(try client.next { sequence(of: $0) != nil }.flatMap { member("fold", of: $0) } == "0.000000")
        let matrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"
        #expect(try daemon.ask("set matrix=\(matrix)") == "{\"ok\":{\"matrix\":\"\(matrix)\"}}")
        #expect(
            try client.next { $0.contains("\"set\"") }
                == "{\"event\":\"set\",\"key\":\"matrix\",\"value\":\"\(matrix)\"}")
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("the configuration") == true)
        let fold = { (line: String) in member("fold", of: line).flatMap { Double($0) } ?? -1 }
        #expect(try client.next { (0.493...0.513).contains(fold($0)) } != nil)
        #expect((try answer(daemon, "status")["matrix"] as? [String: String])?["value"] == matrix)
    }

    @Test func aRateIsAskedOfTheSensor() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try start(tablet)
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        #expect(tablet.attribute("in_accel_sampling_frequency") == "100")
        #expect(try daemon.ask("set rate=20") == #"{"ok":{"rate":20.000000}}"#)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("25 Hz") == true)
        #expect(tablet.attribute("in_accel_sampling_frequency") == "25")
        #expect(try daemon.ask("set rate=401")?.hasPrefix("{\"error\":\"rate is 1…400") == true)
        #expect(try daemon.ask("get rate") == #"{"ok":{"rate":20.000000}}"#)
    }

    @Test func whatIsSetWhileTheSensorIsOffAppliesWhenItIsOn() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try start(tablet)
        #expect(try daemon.ask("set rate=20") == #"{"ok":{"rate":20.000000}}"#)
        let client = try daemon.connect()
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("25 Hz") == true)
    }

    private func start(_ tablet: FakeTablet) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered", "--orientation", "landscape-right"],
            environment: tablet.environment)
    }

    private func answer(_ daemon: RunningDaemon, _ request: String) throws -> [String: Any] {
        let line = try #require(try daemon.ask(request))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(object?["ok"] as? [String: Any], "\(line)")
    }
}
