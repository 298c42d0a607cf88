import Foundation
import TestSupport
import Testing

/// The hinge as what folds: `--source hinge`.
@Suite(.serialized) struct HingeSourceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// 90° is a fold of 0.5 from the first line on; at 5° it goes to 175/180 = 0.972222.
    @Test func theAngleThatTheDriverCallsTheHingeFolds() throws {
        let tablet = try FakeTablet(in: directory)
        let hinge = try FakeHinge.intel(in: directory, degrees: 90)
        let daemon = try start(tablet)
        let client = try daemon.connect()
        let first = try #require(try client.next { sequence(of: $0) != nil })
        #expect(body(of: first) == #""fold":0.500000,"roll":null,"pitch":null,"status":"partially-open"}"#)
        try hinge.set("in_angl1_raw", "5")
        #expect(try client.next { member("status", of: $0) == "closed" } != nil)
        #expect(try client.next { member("fold", of: $0) == "0.972222" } != nil)
        // An orientation changes nothing.
        try client.send("watch fold fields=fold,tilt,gravity,hinge orientation=left-up\n")
        let told =
            #"{"fold":0.972222,"tilt":null,"gravity":null,"hinge":{"angle":5.000000,"status":"closed"}}"#
        #expect(try client.next { $0.contains("tilt") } == told)
        #expect(try daemon.end() == 0)
    }

    @Test func aHingeThatDoesNotKnowIsStaleAndHeld() throws {
        let tablet = try FakeTablet(in: directory)
        let hinge = try FakeHinge.lidAngle(in: directory, degrees: 500)
        let daemon = try start(tablet)
        let client = try daemon.connect(saying: "watch fold rate=max fields=seq,fold,hinge")
        #expect(try client.next { member("state", of: $0) == "stale" }?.contains("does not know") == true)
        try hinge.set("in_angl_raw", "108")
        let first = try #require(try client.next { sequence(of: $0) != nil })
        #expect(sequence(of: first) == 1)
        #expect(first.contains(#""fold":0.400000,"hinge":{"angle":108.000000,"status":"partially-open"}}"#))
        try hinge.set("in_angl_raw", "500")
        #expect(try client.next { member("state", of: $0) == "stale" } != nil)
        let held = #""fold":0.400000,"hinge":{"angle":108.000000,"status":"partially-open","stale":true}}"#
        #expect(try client.next { sequence(of: $0) != nil && $0.contains("stale") }?.hasSuffix(held) == true)
        try hinge.set("in_angl_raw", "361")
        #expect(try daemon.connect().next { member("state", of: $0) == "stale" } != nil)
        try hinge.set("in_angl_raw", "36")
        #expect(try client.next { member("state", of: $0) == "ok" } != nil)
        #expect(try client.next { member("angle", of: $0) == "36.000000" }?.contains("stale") == false)
    }

    @Test(arguments: [
        // attributes, what the reason says
        (["name": "strange", "in_angl_raw": "90"], "iio:device1 (strange) has no scale"),
        (["name": "hinge", "in_angl0_raw": "90", "in_angl0_label": "hinge"], "iio:device1 (hinge) has no scale"),
        (["name": "hinge", "in_angl0_raw": "90", "in_angl_scale": "0,017"], "the scale '0,017'"),
        (["name": "hinge", "in_angl0_raw": "90", "in_angl_scale": "0"], "the scale '0'"),
        (["name": "hinge", "in_angl0_raw": "90", "in_angl_scale": "1", "in_angl_offset": "x"], "the offset 'x'"),
    ])
    func whatCannotBeAnAngleIsTold(_ attributes: [String: String], _ reason: String) throws {
        let tablet = try FakeTablet(in: directory)
        _ = try FakeHinge(in: directory, number: 1, attributes)
        let event = try start(tablet).connect().next { $0.contains("no hinge") }
        #expect(event.flatMap { member("state", of: $0) } == "searching")
        #expect(event?.contains(reason) == true, "\(event ?? "")")
        let check = try check(tablet)
        #expect(check.endStatus == 69)
        #expect(check.output.contains { $0.hasPrefix("remark: ") && $0.contains(reason) })
    }

    /// (10 + 80) × 0.0174532925 rad is 90°.
    @Test func theOffsetIsBeforeTheScale() throws {
        let tablet = try FakeTablet(in: directory)
        _ = try FakeHinge(
            in: directory, number: 1,
            ["name": "hinge", "in_angl_raw": "10", "in_angl_offset": "80", "in_angl_scale": "0.017453292520"])
        let line = try start(tablet).connect().next { sequence(of: $0) != nil }
        #expect(line.flatMap { member("fold", of: $0) } == "0.500000")
    }

    @Test func aHingeThatComesLaterIsFoundAndOneThatGoesIsLost() throws {
        let tablet = try FakeTablet(in: directory)
        let hinge = try FakeHinge.lidAngle(in: directory, degrees: 90)
        try hinge.setPlugged(false)
        let daemon = try start(tablet)
        let client = try daemon.connect()
        #expect(try client.next { member("state", of: $0) == "searching" && $0.contains("iio:device0") } != nil)
        try hinge.setPlugged(true)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("cros-ec-lid-angle") == true)
        #expect(try client.next { sequence(of: $0) != nil } != nil)
        try hinge.setPlugged(false)
        #expect(try client.next { member("state", of: $0) == "lost" } != nil)
        try hinge.setPlugged(true)
        #expect(try client.next { member("state", of: $0) == "ok" } != nil)
        #expect(try client.next { member("fold", of: $0) == "0.500000" } != nil)
    }

    @Test func hungFirmwareMakesNoAngleAndDelaysNobody() throws {
        let tablet = try FakeTablet(in: directory)
        let hinge = try FakeHinge.lidAngle(in: directory, degrees: 90)
        let daemon = try start(tablet)
        let client = try daemon.connect()
        #expect(try client.next { member("fold", of: $0) == "0.500000" } != nil)
        let pipe = try hinge.hang("in_angl_raw")
        #expect(try client.next { member("state", of: $0) == "stale" } != nil)
        // After more than a second the read ends, and says 0 with success.
        let writer = open(pipe, O_WRONLY)
        #expect(writer >= 0)
        #expect(write(writer, "0\n", 2) == 2)
        close(writer)
        #expect(try client.next { $0.contains("too long to answer") } != nil)
        // It hangs again; others are served, and the end is not held up by what nobody answers.
        #expect(try daemon.ask("version")?.hasPrefix(#"{"ok":"#) == true)
        #expect(try daemon.end() == 0)
        #expect(try client.rest().allSatisfy { sequence(of: $0) == nil || member("fold", of: $0) == "0.500000" })
    }

    @Test func samplesAndCalibratingAreRefused() throws {
        let tablet = try FakeTablet(in: directory)
        _ = try FakeHinge.lidAngle(in: directory, degrees: 90)
        let daemon = try start(tablet)
        let client = try daemon.connect()
        try client.send("watch samples\n")
        let refusal = try client.next { $0.hasPrefix(#"{"error":"#) }
        #expect(refusal?.contains("hinge") == true && refusal?.contains("watch fold") == true)
        #expect(try daemon.ask("calibrate flat")?.hasPrefix(#"{"error":"what folds is a hinge"#) == true)
        // And nothing else has changed.
        #expect(try client.next { sequence(of: $0) != nil } != nil)
    }

    /// Upright at 110° on a base that lies: (0, −g sin 110°, g cos 110°), here in hundredths of m/s².
    @Test func twoAccelerometersAreAHinge() throws {
        let tablet = try FakeTablet(in: directory, "--no-buffer", "--scale", "0.01")
        try tablet.set("in_accel_y_raw", "-922")
        try tablet.set("in_accel_z_raw", "-335")
        let base = try FakeHinge.base(in: directory, 0, 0, 981)
        // The configuration's matrix is the display's; the base's own has none.
        let daemon = try start(tablet, configuration: "[sensor]\nmatrix = 1, 0, 0; 0, 1, 0; 0, 0, 1\n")
        let client = try daemon.connect(saying: "watch fold rate=max fields=seq,fold,hinge")
        let first = try #require(try client.next { sequence(of: $0) != nil })
        let angle = try #require(member("angle", of: first).flatMap { Double($0) })
        #expect(abs(angle - 110) < 0.1)
        #expect(try client.next { member("state", of: $0) == "ok" || sequence(of: $0) != nil } != nil)
        // Held with the hinge upright: gravity lies along it.
        try base.set("in_accel_x_raw", "981")
        try base.set("in_accel_z_raw", "0")
        #expect(try client.next { member("state", of: $0) == "stale" }?.contains("gravity") == true)
        #expect(try client.next { $0.contains(#""stale":true"#) }.flatMap { member("angle", of: $0) } != nil)
    }

    @Test func checkAndStatusTellOfTheHinge() throws {
        let tablet = try FakeTablet(in: directory)
        #expect(try check(tablet).endStatus == 69)
        _ = try FakeHinge.lidAngle(in: directory, degrees: 90)
        let check = try check(tablet)
        #expect(check.endStatus == 0)
        #expect(
            check.output.contains("source: the hinge's angle from the hinge sensor cros-ec-lid-angle (iio:device1)"))
        let daemon = try start(tablet)
        #expect(try daemon.ask("status")?.contains(#""hinge":null"#) == true)
        let client = try daemon.connect()
        #expect(try client.next { sequence(of: $0) != nil } != nil)
        let status = try #require(try daemon.ask("status"))
        #expect(member("sensor", of: status) == "cros-ec-lid-angle" && member("device", of: status) == "iio:device1")
        #expect(
            status.contains(
                #""hinge":{"angle":90.000000,"status":"partially-open","stale":false,"from":"the hinge sensor "#
                    + #"cros-ec-lid-angle (iio:device1)"}"#), "\(status)")
        let sensors = try #require(try daemon.ask("sensors"))
        #expect(sensors.contains(#""device":"iio:device1","name":"cros-ec-lid-angle","label":null,"used":true,"#))
        #expect(sensors.contains(#""name":"fake_accel","label":"accel-display","used":false,"obstacle":"an accel"#))
        #expect(try daemon.ask("get source") == #"{"ok":{"source":"hinge"}}"#)
    }

    @Test func autoTakesTheHingeWhereThereIsNoAccelerometer() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        try tablet.setPlugged(false)
        _ = try FakeHinge.lidAngle(in: directory, degrees: 90)
        let check = try check(tablet, source: "auto")
        #expect(check.endStatus == 0)
        #expect(
            check.output.contains("source: the hinge's angle from the hinge sensor cros-ec-lid-angle (iio:device1)"))
        let daemon = try start(tablet, source: "auto")
        let client = try daemon.connect()
        let line = try client.next { sequence(of: $0) != nil }
        #expect(
            line.flatMap { member("fold", of: $0) } == "0.500000" && line.flatMap { member("roll", of: $0) } == "null")
        // Whoever asks for the hinge as a field is told the same of it.
        let asking = try daemon.connect(saying: "watch fold fields=fold,hinge")
        #expect(
            try asking.next { $0.contains("angle") }
                == #"{"fold":0.500000,"hinge":{"angle":90.000000,"status":"partially-open"}}"#)
        #expect(try daemon.ask("calibrate flat")?.contains("what folds is a hinge") == true)
        #expect(try daemon.ask("sensors")?.contains(#""name":"cros-ec-lid-angle","label":null,"used":true"#) == true)
        // An accelerometer that comes is what folds.
        try tablet.setPlugged(true)
        let back = try client.next { sequence(of: $0) != nil && member("roll", of: $0) != "null" }
        #expect(back.flatMap { member("fold", of: $0) } == "0.000000")
        #expect(try asking.next { member("fold", of: $0) == "0.000000" }?.contains(#""angle":90.000000"#) == true)
        #expect(try self.check(tablet, source: "auto").output.contains { $0.hasPrefix("hinge: the hinge's angle") })
    }

    private func start(
        _ tablet: FakeTablet, source: String = "hinge", configuration: String = ""
    ) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: source, configuration: configuration, environment: tablet.environment)
    }

    private func check(_ tablet: FakeTablet, source: String = "hinge") throws -> ChildProcess {
        let file = try directory.file("f.conf", "")
        return try ChildProcess.run(
            Programs.folddaemon,
            ["--config", file, "--socket", directory("other/fold.sock"), "--source", source, "--check"],
            environment: tablet.environment)
    }
}
