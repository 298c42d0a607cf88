import Foundation
import TestSupport
import Testing

/// What becomes of a sensor that is refused, falls silent, is taken by another, comes late or not at all.
///
/// The numbers are those of the cases in docs/sensors.md.
@Suite(.serialized) struct SensorTroubleTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func case10WithoutTheRightToTheBufferItIsPolledAndSaysWhy() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--raw")
        try tablet.setFaults("/dev/iio: 13")
        let client = try start(tablet).connect()
        let told = try client.next { $0.contains("may not be opened") }
        #expect(told?.contains("polling it") == true)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("polled") == true)
        try expectSettled(client)
    }

    @Test func case11ABufferThatNeverDeliversIsPolledAndSwitchedOff() throws {
        let tablet = try FakeTablet(in: directory)
        let client = try start(tablet).connect()
        #expect(try client.next { $0.contains("delivers nothing") } != nil)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("polled") == true)
        #expect(try client.next { sequence(of: $0) != nil }.flatMap { member("fold", of: $0) } == "0.000000")
        #expect(tablet.attribute("buffer/enable") == "0")
    }

    @Test func case12ABufferThatAnotherProgramSwitchedOffIsSwitchedOnAgain() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet).connect()
        try expectSettled(client)
        try tablet.set("buffer/enable", "0")
        #expect(try client.next { member("state", of: $0) == "stale" }?.contains("fake_accel") == true)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("buffered") == true)
        #expect(tablet.attribute("buffer/enable") == "1")
        try expectSettled(client)
    }

    @Test func case12ABufferThatStaysSilentIsPolledInTheEnd() throws {
        let tablet = try FakeTablet(in: directory)
        let feeder = try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet).connect()
        try expectSettled(client)
        feeder.send(SIGSTOP)
        // Another reading than the last scan, so that it is not taken for a sensor at rest.
        try tablet.set("in_accel_y_raw", "0")
        #expect(try client.next { member("state", of: $0) == "stale" } != nil)
        #expect(try client.next { $0.contains("polling it") } != nil)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("polled") == true)
        #expect(try client.next { member("fold", of: $0) == "0.000000" } != nil)
        feeder.send(SIGCONT)
    }

    @Test func case12ABufferThatWasAskedForComesBackByItself() throws {
        let tablet = try FakeTablet(in: directory)
        let feeder = try tablet.feed(100, "--roll", "30", "--raw")
        let daemon = try start(tablet, "--mode", "buffered")
        let client = try daemon.connect()
        try expectSettled(client)
        feeder.send(SIGSTOP)
        try tablet.set("in_accel_y_raw", "0")
        #expect(try client.next { member("state", of: $0) == "stale" } != nil)
        #expect(try client.next { $0.contains("delivers nothing") } != nil)
        feeder.send(SIGCONT)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("buffered") == true)
        try expectSettled(client)
        // Who comes now hears of no trouble.
        #expect(try daemon.connect().next().flatMap { sequence(of: $0) } != nil)
    }

    @Test(arguments: ["110", "5"])
    func case13AReadThatFailedOnceIsTriedAgain(_ error: String) throws {
        let tablet = try FakeTablet(in: directory, "--no-buffer")
        try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet).connect()
        try expectSettled(client)
        try tablet.setFaults("in_accel_x_raw \(error)")
        #expect(try client.next { member("state", of: $0) == "stale" }?.contains("fake_accel") == true)
        try tablet.setFaults()
        #expect(try client.next { member("state", of: $0) == "ok" } != nil)
        try expectSettled(client)
    }

    @Test func case16AReadThatHangsDelaysNobodyAndItsReadingIsDropped() throws {
        let tablet = try FakeTablet(in: directory, "--no-buffer")
        try tablet.feed(100, "--roll", "30", "--raw")
        let daemon = try start(tablet)
        let client = try daemon.connect()
        try expectSettled(client)
        // Hung firmware says 0 in the end, with success: three axes that are no one moment's.
        try tablet.setFaults("in_accel_y_raw read delay 3000")
        try tablet.roll(0)
        #expect(try client.next { member("state", of: $0) == "stale" }?.contains("has not answered for 2 s") == true)
        #expect(try client.next { $0.contains("takes too long to answer") } != nil)
        // A reader that comes meanwhile is served, and so is who asks.
        let late = try daemon.connect()
        #expect(try late.next().flatMap { member("state", of: $0) } == "stale")
        #expect(try late.next().flatMap { member("fold", of: $0) } == "0.503346")
        #expect(try daemon.ask("status")?.contains(#""state":"stale""#) == true)
        try tablet.setFaults()
        #expect(try client.next { member("fold", of: $0) == "0.000000" } != nil)
        try tablet.setFaults("in_accel_y_raw read delay 60000")
        #expect(try client.next { member("state", of: $0) == "stale" } != nil)
        // The end interrupts the read.
        #expect(try daemon.end() == 0)
    }

    @Test func case19ASensorThatHasNothingNewToSayIsStillAndNotLost() throws {
        let tablet = try FakeTablet(in: directory)
        let feeder = try tablet.feed(100, "--roll", "30", "--raw")
        let daemon = try start(tablet)
        let client = try daemon.connect(saying: "watch samples")
        for _ in 0..<50 { #expect(try client.next { $0.first?.isNumber == true } != nil) }
        feeder.send(SIGSTOP)
        // After each 2 s of silence one raw reading comes, the same, and nothing is told of it.
        var events = 0
        var gaps: [Double] = []
        var last: Double?
        while gaps.filter({ $0 > 1.5 }).count < 2 {
            let line = try #require(try client.next())
            if line.hasPrefix("# event") { events += 1 }
            guard let time = line.split(separator: ",").first.flatMap({ Double($0) }) else { continue }
            if let last { gaps.append(time - last) }
            last = time
        }
        #expect(events == 0)
        feeder.send(SIGCONT)
        #expect(try client.next { $0.first?.isNumber == true } != nil)
        #expect(tablet.attribute("buffer/enable") == "1")
    }

    @Test func case19ARestlessSensorThatFreezesIsOpenedAnewOnce() throws {
        let tablet = try FakeTablet(in: directory)
        // It swings, so that nearly every scan is another one.
        let feeder = try tablet.feed(100, "--scans-only")
        let client = try start(tablet, "--mode", "buffered").connect(saying: "watch samples")
        for _ in 0..<300 { #expect(try client.next { $0.first?.isNumber == true } != nil) }
        feeder.send(SIGTERM)
        #expect(try feeder.wait() == 0)
        try tablet.feed(100, "--hold", "1,2,-9.5", "--scans-only")
        #expect(try client.next { $0.contains("over and over") }?.contains(#""state":"stale""#) == true)
        #expect(try client.next { $0.contains(#""state":"ok""#) } != nil)
        // Twice as long as it took to be noticed: it is said once.
        for _ in 0..<1000 {
            #expect(try client.next { $0.first?.isNumber == true || $0.contains("stale") }?.contains("stale") == false)
        }
    }

    @Test func case20ASensorThatComesLaterIsFound() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.setPlugged(false)
        let client = try start(tablet).connect()
        let searching = try client.next { $0.contains("no accelerometer") }
        #expect(searching.flatMap { member("state", of: $0) } == "searching")
        try tablet.setPlugged(true)
        try tablet.feed(100, "--roll", "30")
        try expectSettled(client)
    }

    @Test func case23WithoutAnAccelerometerItSaysWhatThereIsAndStays() throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0.hasPrefix("in_accel_x") }
        let daemon = try start(tablet)
        let told = try daemon.connect().next { $0.contains("no accelerometer") }
        #expect(told?.contains("iio:device0 (fake_accel): no channels accel_x and accel_y") == true)
        #expect(try daemon.ask("status")?.contains(#""state":"searching""#) == true)
    }

    @Test func case26AForeignBufferStaysUntouchedAndIsPolledBeside() throws {
        let tablet = try FakeTablet(in: directory)
        // Another rate than the one that would be asked for.
        try tablet.set("in_accel_sampling_frequency", "25")
        try tablet.set("buffer/enable", "1")
        try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet).connect()
        #expect(try client.next { $0.contains("another program has the buffer") } != nil)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("polled") == true)
        try expectSettled(client)
        #expect(tablet.attribute("buffer/enable") == "1")
        #expect(tablet.attribute("in_accel_sampling_frequency") == "25")
        // When it is off, it is ours.
        try tablet.set("buffer/enable", "0")
        #expect(try client.next { member("state", of: $0) == "ok" && $0.contains("buffered") } != nil)
        try expectSettled(client)
    }

    @Test func case26ItIsWaitedForWhereTheOwnerSaysSo() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.set("buffer/enable", "1")
        try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet, configuration: "[sensor]\nshare = wait\n").connect()
        #expect(try client.next { member("state", of: $0) == "busy" }?.contains("share = take") == true)
        #expect(tablet.attribute("buffer/enable") == "1")
        try tablet.set("buffer/enable", "0")
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("buffered") == true)
        try expectSettled(client)
    }

    @Test func case26ItIsTakenWhereTheOwnerSaysSo() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.set("buffer/enable", "1")
        try tablet.feed(100, "--roll", "30", "--raw")
        let client = try start(tablet, configuration: "[sensor]\nshare = take\n").connect()
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("buffered") == true)
        try expectSettled(client)
    }

    @Test func case26WhereTheDriverLetsOnlyOneReadItIsBusy() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.set("buffer/enable", "1")
        try tablet.feed(100, "--roll", "30", "--raw")
        try tablet.setFaults("in_accel_x_raw 16")
        let client = try start(tablet).connect()
        let busy = try client.next { member("state", of: $0) == "busy" }
        #expect(busy?.contains("another program holds fake_accel (iio:device0)") == true)
        #expect(tablet.attribute("buffer/enable") == "1")
        try tablet.setFaults()
        try expectSettled(client)
    }

    @Test func case26ABufferLeftOnByAKilledServiceIsTakenBack() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--raw")
        let killed = try start(tablet)
        try expectSettled(try killed.connect())
        _ = try killed.end(by: SIGKILL)
        #expect(tablet.attribute("buffer/enable") == "1")
        let daemon = try start(tablet)
        let client = try daemon.connect()
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("buffered") == true)
        #expect(try daemon.end() == 0)
        #expect(tablet.attribute("buffer/enable") == "0")
        #expect(!exists(directory("run/buffer")))
    }

    private func start(
        _ tablet: FakeTablet, _ options: String..., configuration: String = ""
    ) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", options + ["--orientation", "landscape-right"],
            configuration: configuration, environment: tablet.environment)
    }

}
