import Foundation
import TestSupport
import Testing

/// Which of a machine's sensors is taken. The numbers are those of the cases in docs/sensors.md.
@Suite(.serialized) struct FieldCasesChoiceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func case20ASensorIsNotTakenBeforeUdevIsThroughWithIt() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "da280")
        try tablet.setUdevAtWork(true)
        // Turned by a quarter, which only udev knows: device x is the sensor's y, device y minus its x.
        try tablet.feed(50, "--hold", "4.903325,0,-8.492808")
        let client = try start(tablet).connect()
        #expect(try client.next { $0.contains("udev is not through with it yet") } != nil)
        try tablet.setProperties("ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1")
        let first = try #require(try client.next { sequence(of: $0) != nil })
        #expect((0.493...0.513).contains(member("fold", of: first).flatMap { Double($0) } ?? -1), "\(first)")
    }

    @Test func case20ADeviceThatUdevSaysNothingOfIsTakenOnceItIsDone() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "da280")
        try tablet.setUdevAtWork(true)
        try tablet.feed(50, "--roll", "30")
        let client = try start(tablet).connect()
        #expect(try client.next { $0.contains("udev is not through with it yet") } != nil)
        try tablet.setUdevAtWork(false)
        try expectSettled(client)
    }

    @Test func case21ADevicesNumberMeansNothing() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "da280", "--device", "10")
        try tablet.feed(50, "--device", "10", "--roll", "30")
        let daemon = try start(tablet)
        try expectSettled(try daemon.connect())
        #expect(member("device", of: try #require(try daemon.ask("status"))) == "iio:device10")
        // It is named by where it hangs, with its number or another one.
        #expect(try daemon.end() == 0)
        let place = try #require(path(of: 10, tablet))
        for name in [place, "\(place)/iio:device10", "\(place)/iio:device3"] {
            let named = try start(tablet, source: "iio:\(name)")
            try expectSettled(try named.connect())
            #expect(try named.end() == 0)
        }
        let wrong = try start(tablet, source: "iio:\(place)x")
        #expect(try wrong.connect().next { $0.contains("no accelerometer called \(place)x") } != nil)
    }

    @Test(
        arguments: [
            // what udev says of both, their labels, their locations: the first is the display's each time
            (("display", "base"), ("accel-base", "accel-display"), ("base", "lid")),
            ((nil, "base"), (nil, "accel-display"), ("lid", "lid")),
            ((nil, nil), ("accel-display", "accel-base"), ("base", "lid")),
            ((nil, nil), (nil, nil), ("lid", "base")), ((nil, nil), (nil, nil), (nil, "base")),
            (("display", nil), (nil, nil), (nil, nil)),
        ] as [((String?, String?), (String?, String?), (String?, String?))], [false, true])
    func case22TheDisplaysIsTakenWhicheverCameFirst(
        _ said: (
            udev: (String?, String?), labels: (String?, String?), locations: (String?, String?)
        ), isSecond: Bool
    ) throws {
        // The display's lies rolled by 30°, the base flat.
        let (display, base) = isSecond ? (1, 0) : (0, 1)
        let tablet = try FakeTablet(in: directory, "--driver", "da280", "--device", "0")
        try tablet.add("--driver", "da280", "--device", "1")
        try place(tablet, display, said.udev.0, said.labels.0, said.locations.0)
        try place(tablet, base, said.udev.1, said.labels.1, said.locations.1)
        // (display first in case nobody says: among equals the kernel's order decides)
        if said.udev == (nil, nil), said.labels == (nil, nil), said.locations == (nil, nil), isSecond { return }
        try tablet.feed(50, "--device", "\(display)", "--roll", "30")
        try tablet.feed(50, "--device", "\(base)", "--roll", "0")
        let daemon = try start(tablet)
        try expectSettled(try daemon.connect())
        let remarks = try #require(try daemon.ask("sensors"))
        #expect(remarks.contains("iio-sensor-proxy does not choose by location"))
    }

    @Test func case22OnlyABaseSensorMustBeNamed() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "da280")
        try place(tablet, 0, "base", nil, nil)
        try tablet.feed(50, "--roll", "30")
        let unnamed = try start(tablet)
        let refused = try unnamed.connect().next { $0.contains("no accelerometer") }
        #expect(refused?.contains("sits in the base, not the display; name it to use it") == true)
        #expect(try unnamed.end() == 0)
        try expectSettled(try start(tablet, source: "iio:da280").connect())
    }

    /// The gravity sensor leans by 3° more or 8° more than the accelerometer beside it, which is rolled by 30°.
    @Test(arguments: [(33, "gravity"), (38, "accel_3d")])
    func aGravitySensorIsPreferredWhereItAgrees(_ degrees: Int, name: String) throws {
        let tablet = try FakeTablet(in: directory, "--driver", "accel_3d", "--parent", "hub")
        try tablet.add("--driver", "gravity", "--device", "1", "--parent", "hub")
        // The list of matrices knows the accelerometer alone; both sit turned by half a turn.
        try tablet.setProperties("ACCEL_MOUNT_MATRIX=-1, 0, 0; 0, -1, 0; 0, 0, 1")
        let held = { (degrees: Double) in
            "0,\(9.80665 * sin(degrees * .pi / 180)),\(-9.80665 * cos(degrees * .pi / 180))"
        }
        try tablet.feed(100, "--device", "0", "--raw", "--hold", held(30))
        try tablet.feed(100, "--device", "1", "--raw", "--hold", held(Double(degrees)))
        let daemon = try start(tablet)
        // 1.6 × 33/90 − 0.03 = 0.5567; 1.6 × 30/90 − 0.03 = 0.5033.
        try expectSettled(try daemon.connect(), in: name == "gravity" ? 0.5467...0.5667 : 0.4933...0.5133)
        let status = try #require(try daemon.ask("status"))
        #expect(member("sensor", of: status) == name)
        #expect(status.contains("udev's ACCEL_MOUNT_MATRIX"))
    }

    @Test func withoutAnAccelerometerTheHingeFoldsAndOneThatComesTakesOver() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "da280")
        try tablet.setPlugged(false)
        try tablet.add("--driver", "cros-ec-lid-angle", "--device", "1")
        try tablet.feed(50, "--device", "1", "--angle", "90")
        let client = try start(tablet).connect()
        // 90° is (180 − 90)/180.
        #expect(try client.next { sequence(of: $0) != nil }.flatMap { member("fold", of: $0) } == "0.500000")
        try tablet.setPlugged(true)
        try tablet.feed(50, "--device", "0", "--roll", "60")
        // The accelerometer is found by the next look, and has a roll.
        #expect(try client.next { member("fold", of: $0) == "1.000000" }?.contains(#""roll":null"#) == false)
    }

    private func place(
        _ tablet: FakeTablet, _ number: Int, _ udev: String?, _ label: String?, _ location: String?
    ) throws {
        tablet.remove(of: number) { $0 == "label" || $0 == "location" }
        if let label { try tablet.set("label", label, of: number) }
        if let location { try tablet.set("location", location, of: number) }
        if let udev { try tablet.setProperties("ACCEL_LOCATION=\(udev)", of: number) }
    }

    /// Where the device hangs, the number of its own directory left away.
    private func path(of number: Int, _ tablet: FakeTablet) -> String? {
        guard let real = realpath(tablet.device(number), nil) else { return nil }
        defer { free(real) }
        return URL(fileURLWithPath: String(cString: real)).deletingLastPathComponent().path
    }

    private func start(_ tablet: FakeTablet, source: String = "auto") throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: source, ["--orientation", "landscape-right"],
            // Without a low-pass it settles at once.
            configuration: "[fold]\nsmoothing = 1\n", environment: tablet.environment)
    }
}
