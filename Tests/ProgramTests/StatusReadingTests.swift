import Foundation
import TestSupport
import Testing

/// What `status` tells of a sensor's readings.
@Suite(.serialized) struct StatusReadingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func itTellsTheLastReadingOnItsWay() throws {
        let turned = try TurnedTablet(in: directory)
        let daemon = try turned.start(
            in: directory, "[sensor]\nsign = reaction\nmatrix = 0, 1, 0; 1, 0, 0; 0, 0, 1\n")
        let off = try status(daemon)
        for name in ["raw", "scaled", "acceleration", "length", "sign", "trigger", "time", "advice"] {
            #expect(off[name] is NSNull, "\(name) of a sensor that is off")
        }
        try turned.tablet.set("in_accel_x_raw", "300")
        try turned.tablet.set("in_accel_y_raw", "-400")
        try turned.tablet.set("in_accel_z_raw", "1200")
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        let told = try status(daemon)
        #expect(told["raw"] as? [Double] == [300, -400, 1200])
        #expect(told["scaled"] as? [Double] == [2.9418, -3.9224, 11.7672])
        #expect(told["acceleration"] as? [Double] == [3.9224, -2.9418, -11.7672])
        // 1300 counts of 0.009806 m/s².
        #expect(told["length"] as? Double == 12.7478)
        #expect(told["sign"] as? String == "reaction")
        #expect(told["trigger"] is NSNull)
        #expect(told["time"] as? String == "arrival")
    }

    @Test func aBuffersTriggerIsTold() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"], environment: tablet.environment)
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        let told = try status(daemon)
        #expect(told["trigger"] as? String == "fake-trig")
        #expect(told["sign"] as? String == "gravity")
    }

    @Test func aTabletThatRestsWithASmallFoldIsAdvised() throws {
        let turned = try TurnedTablet(in: directory)
        // A roll of 5.7° to the right, sin 0.1: a fold of 0.072.
        try turned.hold(0, -0.1, -0.995)
        let daemon = try turned.start(in: directory)
        let client = try daemon.connect(saying: "watch fold rate=1")
        let first = try #require(try client.next { sequence(of: $0) != nil }.flatMap { microseconds(of: $0) })
        let before = try status(daemon)["advice"]
        #expect(before is NSNull)
        _ = try client.next { microseconds(of: $0).map { $0 > first + 12_000_000 } == true }
        let advice = try #require(try status(daemon)["advice"] as? String)
        #expect(advice.contains("a fold of about 0.07;") && advice.contains("foldctl calibrate --level"))
        // What it says helps.
        #expect(try daemon.ask("calibrate level")?.contains("\"level\":[0.000000,-0.06") == true)
        _ = try daemon.ask("set level=0,-0.0638")
        _ = try client.next { member("fold", of: $0) == "0.000000" }
        let after = try status(daemon)["advice"]
        #expect(after is NSNull)
    }

    @Test func theDocumentHasEveryMember() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let document = try String(contentsOfFile: Programs.package + "/docs/protocol.md", encoding: .utf8)
        let part = try #require(document.components(separatedBy: "**`status`**").last)
        let table = try #require(part.components(separatedBy: "\n\n").dropFirst().first)
        var documented: Set<String> = []
        for row in table.split(separator: "\n").dropFirst(2) {
            let names = row.split(separator: "|").first ?? ""
            documented.formUnion(names.split(separator: ",").map { $0.filter { $0 != " " && $0 != "`" } })
        }
        let told = try status(daemon)
        #expect(documented == Set(told.keys))
    }

    private func status(_ daemon: RunningDaemon) throws -> [String: Any] {
        let line = try #require(try daemon.ask("status"))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(object?["ok"] as? [String: Any], "\(line)")
    }
}
