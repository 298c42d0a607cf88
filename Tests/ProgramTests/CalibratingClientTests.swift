import Foundation
import TestSupport
import Testing

/// Those who calibrate, and the sensor that runs for them.
@Suite(.serialized) struct CalibratingClientTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func theSensorRunsForThemAsForAReader() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try start(tablet)
        #expect(tablet.attribute("buffer/enable") == "0")
        var client: StreamClient? = try daemon.control()
        try client?.send("calibrate matrix\nversion\n")
        _ = try client?.next { $0.contains("version") }
        #expect(tablet.attribute("buffer/enable") == "0", "nothing is to be measured yet")
        try client?.send("calibrate flat\n")
        try tablet.wait(for: "enable", in: "buffer", toBe: "1")
        _ = try client?.next()
        // Between two poses, too; and no longer than for a reader.
        let status = try #require(try daemon.ask("status"))
        #expect(status.contains("\"readers\":0.000000"))
        client = nil
        try tablet.wait(for: "enable", in: "buffer", toBe: "0")
        #expect(try daemon.end() == 0)
    }

    @Test func whoLeavesInTheMiddleCostsNothing() throws {
        let turned = try TurnedTablet(in: directory)
        try turned.pose("flat")
        let daemon = try turned.start(in: directory)
        for _ in 0..<20 { try daemon.control().send("calibrate flat\n") }
        let client = try daemon.control()
        try client.send("calibrate flat\n")
        #expect(try client.next()?.hasPrefix("{\"ok\":{\"pose\":\"flat\"") == true)
        #expect(try daemon.ask("version")?.hasPrefix("{\"ok\"") == true)
        let left = try daemon.control()
        try left.send("calibrate flat\n")
        #expect(try daemon.end() == 0)
    }

    @Test func severalAreServedAtATime() throws {
        let turned = try TurnedTablet(in: directory)
        try turned.pose("top-up")
        let daemon = try turned.start(in: directory)
        let clients = try (0..<20).map { _ in try daemon.control() }
        for (index, client) in clients.enumerated() {
            try client.send("calibrate \(index % 2 == 0 ? "top-up" : "left-up")\nget gain\n")
        }
        for (index, client) in clients.enumerated() {
            #expect(try client.next()?.contains(index % 2 == 0 ? "top-up" : "left-up") == true)
            #expect(try client.next() == #"{"ok":{"gain":-1.600000}}"#)
        }
    }

    @Test func theEndOfItsInputIsAnsweredToTheLast() throws {
        let turned = try TurnedTablet(in: directory)
        try turned.pose("flat")
        let client = try turned.start(in: directory).control()
        try client.send("calibrate flat\ncalibrate level\n")
        client.endInput()
        let lines = try client.rest()
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{\"ok\"") })
    }

    @Test func withoutASensorItsStateIsTold() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.setPlugged(false)
        let answer = try start(tablet).ask("calibrate flat")
        #expect(answer?.hasPrefix("{\"error\":\"nothing was read in 10 s, the sensor is searching: no accel") == true)
    }

    @Test(arguments: ["flat", "matrix", "level"])
    func behindARecordingItIsRefused(_ step: String) throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        #expect(try daemon.ask("calibrate \(step)")?.contains("a recording, which no calibration changes") == true)
    }

    @Test func aHingeHasNothingToCalibrate() throws {
        let tablet = try FakeTablet(in: directory)
        _ = try FakeHinge.intel(in: directory, degrees: 90)
        let daemon = try RunningDaemon(in: directory, source: "hinge", environment: tablet.environment)
        for step in ["flat", "matrix", "level"] {
            #expect(try daemon.ask("calibrate \(step)")?.contains("what folds is a hinge, which has neither") == true)
        }
    }

    private func start(_ tablet: FakeTablet) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"], environment: tablet.environment)
    }
}
