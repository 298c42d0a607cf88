import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct FakeSensorTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: ["buffered", "polled", "auto"])
    func aRollOfThirtyDegreesSettlesAtAFoldOfAHalf(_ mode: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--raw")
        let daemon = try start(tablet, "--mode", mode)
        let client = try daemon.connect()
        try expectSettled(client)
        #expect(tablet.attribute("buffer/enable") == (mode == "polled" ? "0" : "1"))
        #expect(try daemon.end() == 0)
        #expect(try endsWithShutdown(client.rest()))
    }

    @Test func theSensorRunsWhileSomebodyReadsAndFiveSecondsLonger() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let daemon = try start(tablet, "--mode", "buffered")
        let silent = try daemon.connect()
        #expect(try silent.next { sequence(of: $0) != nil } != nil)
        #expect(tablet.attribute("buffer/enable") == "1")
        // Nobody reads for a moment: it lingers for whoever comes back.
        try silent.send("watch off\n")
        try daemon.catchUp()
        var client: StreamClient? = try daemon.connect()
        #expect(try client?.next { sequence(of: $0) != nil } != nil)
        #expect(tablet.attribute("buffer/enable") == "1")
        #expect(daemon.openPaths.contains(tablet.node))
        // Whoever watches nothing does not keep it on.
        client = nil
        try tablet.wait(for: "enable", in: "buffer", toBe: "0")
        #expect(!daemon.openPaths.contains(tablet.node))
        #expect(try daemon.wait(forState: "STATUS=sensor off: nobody reads"))
        // And it is there again for the next one.
        client = try daemon.connect()
        try expectSettled(try #require(client))
        #expect(tablet.attribute("buffer/enable") == "1")
    }

    @Test func theSensorIsOnWithoutReadersIfItIsToBeAlwaysOn() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let daemon = try start(tablet, "--mode", "buffered", "--always-on")
        #expect(try daemon.wait(forState: "sensor ok"))
        #expect(tablet.attribute("buffer/enable") == "1")
        // The current state comes at once.
        #expect(try daemon.connect().next().flatMap { sequence(of: $0) } != nil)
    }

    @Test(arguments: ["buffered", "polled"])
    func aSignalLeavesTheSensorOffAndNoSocket(_ mode: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30", "--raw")
        let daemon = try start(tablet, "--mode", mode)
        let client = try daemon.connect()
        #expect(try client.next { sequence(of: $0) != nil } != nil)
        #expect(try daemon.end() == 0)
        #expect(tablet.attribute("buffer/enable") == "0")
        #expect(!exists(daemon.socket))
        #expect(!exists(directory("run")))
    }

    @Test func oneSensorServesHoweverManyClients() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        let daemon = try start(tablet, "--mode", "buffered")
        let clients = try (0..<50).map { _ in try daemon.connect(saying: "watch fold rate=max") }
        for client in clients { #expect(try client.next { sequence(of: $0) != nil } != nil) }
        #expect(daemon.openPaths.filter { $0 == tablet.node }.count == 1)
        // All see the same updates.
        let first = try #require(try clients[0].next { sequence(of: $0) != nil })
        let number = try #require(sequence(of: first))
        var same = 0
        for client in clients.dropFirst() {
            let line = try client.next { (sequence(of: $0) ?? 0) >= number }
            if line == first { same += 1 }
            #expect(line.flatMap { sequence(of: $0) } != number || line == first)
        }
        #expect(same > 0)
    }

    @Test func withoutAScaleThereIsNoLineButTheReason() throws {
        let tablet = try FakeTablet(in: directory)
        let scale = try #require(tablet.attribute("in_accel_scale"))
        tablet.remove { $0.hasSuffix("scale") }
        let daemon = try start(tablet)
        let client = try daemon.connect()
        let events = try [client.next(), client.next { $0.contains("scale") }]
        #expect(events.allSatisfy { $0.map { sequence(of: $0) == nil } == true })
        let reason = try #require(events[1])
        #expect(member("event", of: reason) == "sensor")
        #expect(member("state", of: reason) == "searching")
        #expect(reason.contains("iio:device0 has no scale"))
        // A later client is told at once.
        #expect(try daemon.connect().next() == reason)
        try tablet.set("in_accel_scale", scale)
        try tablet.feed(100, "--roll", "30")
        try expectSettled(client)
    }

    @Test(arguments: ["0", "nan", "0,0098", "one"])
    func aScaleThatIsNoNumberIsTold(_ scale: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.set("in_accel_scale", scale)
        let reason = try start(tablet).connect().next { $0.contains("scale") }
        #expect(reason.flatMap { member("state", of: $0) } == "searching")
        #expect(reason?.contains("'\(scale)'") == true)
    }

    @Test(arguments: [
        // a mount matrix, how the sensor in its own frame is held where the tablet is rolled by 30°
        ("0, 1, 0; -1, 0, 0; 0, 0, 1", "4.903325,0,-8.492808"), ("-1, 0, 0; 0, -1, 0; 0, 0, 1", "0,4.903325,-8.492808"),
        ("1, 0, 0; 0, 0, 1; 0, 1, 0", "0,-8.492808,-4.903325"), ("1, 0, 0; 0, 1, 0; 0, 0, -1", "0,-4.903325,8.492808"),
    ])
    func theMountMatrixTurnsTheReadings(_ matrix: String, held: String) throws {
        let tablet = try FakeTablet(in: directory, "--matrix", matrix)
        try tablet.feed(100, "--hold", held)
        try expectSettled(try start(tablet, "--mode", "buffered").connect())
    }

    @Test(arguments: [
        // a configuration, how the sensor is held
        ("sign = reaction", "0,4.903325,8.492808"), ("sign = gravity", "0,-4.903325,-8.492808"),
        ("matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1", "4.903325,0,-8.492808"),
        ("sign = reaction\nmatrix = 0, 1, 0; -1, 0, 0; 0, 0, 1", "-4.903325,0,8.492808"),
    ])
    func theConfigurationSaysHowTheSensorSits(_ keys: String, held: String) throws {
        // Before the driver's own matrix, never multiplied with it.
        let tablet = try FakeTablet(
            in: directory, "--matrix",
            keys.contains("matrix") ? "0, 0, 1; 1, 0, 0; 0, 1, 0" : "1, 0, 0; 0, 1, 0; 0, 0, 1")
        try tablet.feed(100, "--hold", held)
        try expectSettled(
            try start(tablet, "--mode", "buffered", configuration: "[sensor]\n\(keys)\n").connect())
    }

    @Test(arguments: ["iio:fake_accel", "iio:accel-display"])
    func aSensorIsTakenByItsNameOrLabel(_ source: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        try expectSettled(try start(tablet, "--mode", "buffered", source: source).connect())
    }

    @Test(arguments: [
        // an orientation, how the tablet is held so that its left half is lifted by 30°
        ("landscape-left", "0,4.903325,-8.492808"), ("normal", "4.903325,0,-8.492808"),
        ("bottom-up", "-4.903325,0,-8.492808"),
    ])
    func theOrientationSaysWhichWayFolds(_ orientation: String, held: String) throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--hold", held)
        let daemon = try start(tablet, "--mode", "buffered", configuration: "[fold]\norientation = \(orientation)\n")
        try expectSettled(try daemon.connect())
    }

    @Test func autoFollowsThePoseOfThePanel() throws {
        let tablet = try FakeTablet(in: directory)
        // Upside down on a landscape panel: the bottom edge is up, and the left half of the screen lifted.
        try tablet.feed(100, "--hold", "-4.903325,6.5,-5.4")
        let daemon = try start(
            tablet, "--mode", "buffered", "--orientation", "auto", configuration: "[sensor]\npanel = landscape\n")
        let client = try daemon.connect()
        let turned = try client.next { member("event", of: $0) == "orientation" }
        #expect(turned == #"{"event":"orientation","orientation":"bottom-up"}"#)
        try expectSettled(client)
    }

    private func start(
        _ tablet: FakeTablet, _ options: String..., configuration: String = "", source: String = "auto"
    ) throws -> RunningDaemon {
        // Whatever display the tests' own machine has.
        let orientation = configuration.contains("[fold]") ? "" : "[fold]\norientation = landscape-right\n"
        return try RunningDaemon(
            in: directory, source: source, options, configuration: orientation + configuration,
            environment: tablet.environment)
    }
}
