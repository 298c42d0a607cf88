import Foundation
import TestSupport
import Testing
import UnixProgram

/// What went wrong with sensors' readings and their times in the field, by the number of the case.
@Suite struct FieldCasesReadingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(.enabled(if: CommaLocale.environment != nil, "there is no locale with a comma, and no localedef to make one"))
    func case03SysfsIsReadWithoutLocale() throws {
        let locale = try #require(CommaLocale.environment)
        let tablet = try FakeTablet(
            in: directory, "--scale", "0.009806", "--matrix", "0.5, -0.866, 0; 0.866, 0.5, 0; 0, 0, 1", "--rates",
            "12.5 62.5 125.5")
        try tablet.set("in_accel_offset", "0.25")
        // By the matrix's columns: y = 0.866 × −4.246 + 0.5 × −2.452 = −4.903.
        try tablet.feed(100, "--hold", "-4.24628,-2.45166,-8.492808")
        let daemon = try start(tablet, environment: locale)
        try expectSettled(try daemon.connect())
        #expect(tablet.attribute("in_accel_sampling_frequency") == "62.5")
        let status = try #require(try daemon.ask("status"))
        #expect(status.contains(#""set":62.500000"#))
        #expect(status.contains(#""value":"0.5, -0.866, 0; 0.866, 0.5, 0; 0, 0, 1""#))
    }

    @Test func case17WithoutGravityNothingIsSaidUntilThereIsSome() throws {
        let (tablet, client) = try startWithoutGravity("0,0,0")
        try tablet.roll(30)
        #expect(try client.next { member("state", of: $0) == "ok" || sequence(of: $0) != nil } != nil)
        try expectSettled(client)
    }

    @Test func case17AnEndOfGravityIsSaidAndTheTiltHeld() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let client = try start(tablet, "--mode", "buffered").connect()
        try expectSettled(client)
        try tablet.hold(0, 0, 0)
        let state = try client.next { member("event", of: $0) == "sensor" }
        #expect(state.flatMap { member("state", of: $0) } == "no-gravity")
        try expectSettled(client)
        try tablet.roll(0)
        #expect(try client.next { member("state", of: $0) == "ok" } != nil)
        #expect(try client.next { member("fold", of: $0) == "0.000000" } != nil)
    }

    @Test func case18WildReadingsBeforeTheFirstPlausibleOneAreDropped() throws {
        // 54 m/s², leaning by 48° to the right: taken, it would move the filter.
        let (tablet, client) = try startWithoutGravity("30,-40,20")
        try tablet.roll(30)
        let first = try #require(try client.next { sequence(of: $0) != nil })
        #expect(sequence(of: first) == 1)
        // One update toward a tilt of 30/90: 1.6 × 0.12 / 3 − 0.03.
        let fold = try #require(member("fold", of: first).flatMap { Double($0) })
        #expect(abs(fold - 0.034) < 0.0005)
    }

    @Test(arguments: ["boottime", "realtime", "zero"])
    func case27AStampThatIsNotNearItsArrivalIsNotBelieved(_ stamp: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--stamp", stamp)
        try expectTimesOfNow(tablet)
    }

    @Test func case27StampsThatNoLongerMoveStopNothing() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let client = try start(tablet, "--mode", "buffered").connect(saying: "watch samples")
        let isRow = { (line: String) in line.first?.isNumber == true }
        #expect(try client.next(where: isRow) != nil)
        try tablet.tell("stamp off")
        // At 100 Hz: after 100 ms the still stamp is too far from its arrival, and each row has a time of its own again.
        let rows = try (0..<100).map { _ in try #require(try client.next(where: isRow)) }
        let times = rows.suffix(30).compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
        #expect(times.count == 30)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        arguments: [
            // what the shim refuses (EINVAL), where the times come from
            (nil, "stamps"), ("current_timestamp_clock write 22", "arrival"),
        ] as [(String?, String)])
    func case27StatusSaysWhichTimeItIs(_ fault: String?, time: String) throws {
        let tablet = try FakeTablet(in: directory)
        if let fault { try tablet.setFaults(fault) }
        try tablet.feed(100, "--roll", "30")
        let daemon = try start(tablet, "--mode", "buffered")
        #expect(try daemon.connect().next { sequence(of: $0) != nil } != nil)
        #expect(tablet.attribute("current_timestamp_clock") == (fault == nil ? "boottime" : "realtime"))
        let status = try #require(try daemon.ask("status"))
        #expect(status.contains(time), "\(status)")
    }

    /// Reads the tablet, and expects times of CLOCK_BOOTTIME between now and then, each later than the last.
    private func expectTimesOfNow(_ tablet: FakeTablet) throws {
        let begin = Int(BootClock.now() / 1000)
        let client = try start(tablet, "--mode", "buffered").connect()
        try expectSettled(client)
        var last = begin
        for _ in 0..<10 {
            let line = try #require(try client.next { sequence(of: $0) != nil })
            let time = try #require(microseconds(of: line))
            #expect(time > last)
            last = time
        }
        #expect(last <= Int(BootClock.now() / 1000) + 1000)
    }

    /// A tablet whose readings show no gravity, and a client that was told so and nothing else.
    private func startWithoutGravity(_ held: String) throws -> (FakeTablet, StreamClient) {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--hold", held)
        let daemon = try start(tablet, "--mode", "buffered")
        let client = try daemon.connect(saying: "watch fold rate=max")
        let told = try client.next { member("state", of: $0) == "no-gravity" || sequence(of: $0) != nil }
        #expect(told.flatMap { member("state", of: $0) } == "no-gravity", "\(told ?? "nothing")")
        return (tablet, client)
    }

    private func start(
        _ tablet: FakeTablet, _ options: String..., environment: [String: String] = [:]
    ) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", ["--orientation", "landscape-right"] + options,
            environment: tablet.environment.merging(environment) { $1 })
    }
}
