import Foundation
import TestSupport
import Testing
import UnixProgram

/// The hinge beside an accelerometer's fold: `fields=hinge`.
@Suite(.serialized) struct HingeFieldTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func withoutAHingeItIsNull() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let client = try start(tablet).connect(saying: "watch fold fields=seq,hinge")
        for _ in 0..<30 { #expect(try client.next { sequence(of: $0) != nil }?.hasSuffix(#","hinge":null}"#) == true) }
    }

    @Test func itIsReadOnlyForWhoAsksForIt() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let hinge = try FakeHinge.intel(in: directory, degrees: 112)
        let daemon = try start(tablet)
        let other = try daemon.connect()
        #expect(try other.next { sequence(of: $0) != nil } != nil)
        // Nothing reads it, and there is nobody to read it.
        let threads = threads(of: daemon)
        #expect(try daemon.ask("status")?.contains(#""hinge":null"#) == true)
        let client = try daemon.connect(saying: "watch fold fields=seq,fold,roll,status,hinge")
        let line = try client.next { member("angle", of: $0) != nil }
        // The fold and its status stay the accelerometer's.
        #expect(line?.hasSuffix(#""hinge":{"angle":112.000000,"status":"partially-open"}}"#) == true, "\(line ?? "")")
        #expect(line.flatMap { member("roll", of: $0) } != "null")
        #expect(self.threads(of: daemon) == threads + 1)
        let table = try daemon.connect(saying: "watch fold format=csv fields=hinge,seq")
        #expect(try table.next { $0.hasPrefix("hinge.") } == "hinge.angle,hinge.status,seq")
        #expect(try table.next { $0.hasPrefix("112") }?.hasPrefix("112.000000,partially-open,") == true)
        try hinge.set("in_angl1_raw", "9")
        #expect(try client.next { member("angle", of: $0) == "9.000000" }?.contains(#""status":"closed"}}"#) == true)
        // What it says is not lost with it: an angle that is none is held.
        try hinge.set("in_angl1_raw", "500")
        let held = #""hinge":{"angle":9.000000,"status":"closed","stale":true}}"#
        #expect(try client.next { $0.contains("stale") }?.hasSuffix(held) == true)
        #expect(try table.next { $0.hasPrefix(",,") } != nil)
        // Five seconds after the last one who asked, nobody reads it.
        try client.send("watch status\n")
        try table.send("watch off\n")
        try daemon.catchUp()
        let asked = BootClock.now()
        var status = try daemon.ask("status")
        #expect(status?.contains(#""hinge":{"#) == true)
        while status?.contains(#""hinge":{"#) == true, BootClock.now() - asked < Int64(Overdue.limit) * 1_000_000 {
            _ = try other.next { sequence(of: $0) != nil }
            status = try daemon.ask("status")
        }
        #expect(status?.contains(#""hinge":null"#) == true)
        #expect(BootClock.now() - asked >= 4_900_000_000)
    }

    @Test func aHingeThatHangsDelaysNobodyAndIsHeld() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let hinge = try FakeHinge.lidAngle(in: directory, degrees: 90)
        let daemon = try start(tablet)
        let client = try daemon.connect(saying: "watch fold fields=seq,hinge")
        #expect(try client.next { member("angle", of: $0) == "90.000000" } != nil)
        _ = try hinge.hang("in_angl_raw")
        #expect(try client.next { $0.contains(#""stale":true"#) } != nil)
        let before = try #require(try client.next { sequence(of: $0) != nil }.flatMap { sequence(of: $0) })
        #expect(try client.next { (sequence(of: $0) ?? 0) > before + 20 } != nil)
        #expect(try daemon.end() == 0)
    }

    /// The display upright, its top edge up, and the base as it lies: 90°.
    @Test func twoAccelerometersTellIt() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--hold", "0,-9.80665,0")
        let base = try FakeHinge.base(in: directory, 0, 0, 981)
        let daemon = try start(tablet)
        let client = try daemon.connect(saying: "watch fold rate=max fields=seq,hinge")
        let angle = try client.next { member("angle", of: $0) != nil }.flatMap { member("angle", of: $0) }
        #expect(angle.flatMap { Double($0) }.map { abs($0 - 90) < 0.1 } == true)
        #expect(
            try daemon.ask("status")?.contains(
                "the accelerometers fake_accel (iio:device0) and fake_base (iio:device1)") == true)
        // Only the base turns: the machine opens to 120°.
        try base.set("in_accel_y_raw", "490")
        try base.set("in_accel_z_raw", "850")
        #expect(
            try client.next { line in
                member("angle", of: line).flatMap { Double($0) }.map { abs($0 - 120) < 0.2 } == true
            } != nil)
    }

    /// Nobody else has the base's buffer on: it is asked for 20 readings a second, and for all of them. Somebody has: not.
    @Test(arguments: [(false, "20", "0"), (true, "10.000000", "0.500000")])
    func case26WhatAnotherProgramReadsOfTheBaseIsNotChanged(
        _ isForeign: Bool, rate: String, hysteresis: String
    ) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.add("--driver", "accel_3d", "--device", "1")
        try tablet.set("label", "accel-base", of: 1)
        if isForeign { try tablet.set("buffer/enable", "1", of: 1) }
        try tablet.feed(100, "--device", "0", "--hold", "0,-9.80665,0")
        try tablet.feed(100, "--device", "1", "--hold", "0,0,9.80665")
        let client = try start(tablet).connect(saying: "watch fold fields=seq,hinge")
        let angle = try client.next { member("angle", of: $0) != nil }.flatMap { member("angle", of: $0) }
        #expect(angle.flatMap { Double($0) }.map { abs($0 - 90) < 0.1 } == true)
        #expect(tablet.attribute("in_accel_sampling_frequency", of: 1) == rate)
        #expect(tablet.attribute("in_accel_hysteresis", of: 1) == hysteresis)
    }

    private func start(_ tablet: FakeTablet) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered", "--orientation", "landscape-right"],
            environment: tablet.environment)
    }

    private func threads(of daemon: RunningDaemon) -> Int {
        (try? directoryEntries("/proc/\(daemon.process.pid)/task"))?.count ?? 0
    }
}
