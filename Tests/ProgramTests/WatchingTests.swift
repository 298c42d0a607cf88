import Foundation
import TestSupport
import Testing

/// The ways to watch, on a daemon that replays a roll slowly enough that no reader misses a line. What must come is
/// derived from the reference's lines of the same recording.
@Suite(.serialized) struct WatchingTests {
    private let directory: TemporaryDirectory
    private let recording: String
    private let reference: [String]

    init() throws {
        directory = try TemporaryDirectory()
        // With that gain the roll closes it, and the way back opens it again.
        let rows = Recordings.roll(rows: 150).replacingOccurrences(of: "t,x,y,z", with: "# gain: -2.5\nt,x,y,z")
        recording = try directory.file("r.csv", rows)
        reference = try Recordings.reference(recording)
    }

    @Test func theStatusComesAtOnceAndAtEachChange() throws {
        var told: String?
        let expected = reference.compactMap { line -> String? in
            guard let status = member("status", of: line), status != told else { return nil }
            told = status
            return stamp(of: line) + ",\"status\":\"\(status)\"}"
        }
        #expect(expected.count >= 4, "the roll goes through all of them")
        try expectReceived(expected, from: "watch status")
    }

    @Test func aThresholdComesAtOnceAndAtEachChange() throws {
        var (lifted, told) = (false, Bool?.none)
        let expected = reference.compactMap { line -> String? in
            let fold = member("fold", of: line) ?? ""
            let value = Double(fold) ?? -1
            lifted = value > 0.5 || (lifted && value >= 0.3)
            if told == lifted { return nil }
            told = lifted
            return stamp(of: line) + ",\"lifted\":\(lifted),\"fold\":\(fold)}"
        }
        #expect(expected.count == 3, "down, up and down again")
        try expectReceived(expected, from: "watch threshold below=0.3 above=0.5")
    }

    @Test(arguments: [1, 50, 250])
    func changesComeWhereTheFoldHasMovedByThatMuch(_ thousandths: Int) throws {
        var sent: Int?
        let expected = reference.filter { line in
            let fold = Int((Double(member("fold", of: line) ?? "") ?? -1) * 1e6 + 0.5)
            let isNews =
                sent.map { abs(fold - $0) >= thousandths * 1000 || (fold != $0 && [0, 1_000_000].contains(fold)) }
                ?? true
            if isNews { sent = fold }
            return isNews
        }
        #expect(expected.count > 3 && expected.count < reference.count)
        try expectReceived(expected, from: "watch fold rate=max change=0.\(String(format: "%03d", thousandths))")
    }

    @Test func anOrientationOfTheClientsOwnIsAsIfTheServiceHadIt() throws {
        let expected = try Recordings.reference(recording, "--orientation", "landscape-left")
        #expect(expected != reference)
        try expectReceived(expected, from: "watch fold rate=max orientation=landscape-left")
    }

    @Test func foldctlShowsNoLineOfAnotherOrientation() throws {
        let expected = try Recordings.reference(recording, "--orientation", "landscape-left")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--speed", "1"])
        let options = ["--orientation", "landscape-left", "--rate", "max", "--socket", daemon.socket]
        let watch = try ChildProcess.run(Programs.foldctl, ["watch"] + options)
        #expect(watch.endStatus == 0)
        expect(watch.output.filter { !$0.contains("\"event\"") }, areOf: expected)
    }

    @Test func fieldsComeInTheOrderAskedFor() throws {
        let expected = reference.map { line in
            "{\"status\":\"\(member("status", of: line) ?? "")\",\"seq\":\(member("seq", of: line) ?? ""),"
                + "\"orientation\":\"right-up\",\"hinge\":null}"
        }
        try expectReceived(expected, from: "watch fold rate=max fields=status,seq,orientation,hinge")
    }

    @Test func inCsvFieldsHaveAColumnForEachPart() throws {
        let lines = try received("watch fold rate=max format=csv fields=fold,gravity,tilt,age,effect,hinge")
        #expect(
            lines.first
                == "fold,gravity.x,gravity.y,gravity.z,tilt.x,tilt.y,age,"
                + "effect.blur,effect.scrim,effect.front,effect.angle,effect.nudge,hinge.angle,hinge.status")
        // A reader that a busy machine keeps from reading for long enough loses rows.
        #expect((reference.count / 2...reference.count).contains(lines.dropFirst().filter { !$0.hasPrefix("#") }.count))
        // The first row of the recording is flat: gravity is (0.1, 0, −9.80665) by its length, nearly 1; nothing is to draw.
        let cells = lines.dropFirst().first { !$0.hasPrefix("#") }?.split(
            separator: ",", omittingEmptySubsequences: false)
        #expect(cells?.prefix(4) == ["0.000000", "0.010197", "0.000000", "-0.999948"])
        #expect(cells?.suffix(8) == ["0.000000", "0.000000", "0.000000", "0.000000", "0.000000", "0.000000", "", ""])
    }

    @Test func aWatcherOfTheStatusIsToldNothingThatHasPassed() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--loop", "--speed", "16"])
        let client = try daemon.connect(saying: "watch status")
        // The socket holds six lines or so; the roll changes the status four times a round.
        let other = try daemon.connect(saying: "watch fold rate=max")
        let newest = try #require(try other.next { (sequence(of: $0) ?? 0) > 2000 })
        var lines: [String] = []
        while let line = try client.next() {
            lines.append(line)
            if (sequence(of: line) ?? 0) > sequence(of: newest) ?? 0 { break }
        }
        let statuses = lines.compactMap { member("status", of: $0) }
        #expect(statuses.count == lines.filter { !$0.contains("\"event\"") }.count)
        #expect(zip(statuses, statuses.dropFirst()).allSatisfy { $0 != $1 }, "each is another than the one before")
        #expect(lines.count <= 10)
    }

    /// Expects that a client that says `request` gets the lines `expected`: at the third try where a busy machine kept it from
    /// reading for so long that it lost some.
    private func expectReceived(
        _ expected: [String], from request: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var lines = try received(request)
        for _ in 0..<2 where lines.count < expected.count { lines = try received(request) }
        #expect(lines == expected, sourceLocation: sourceLocation)
    }

    /// What a client that says `request` before anything happens gets in all, without JSON events.
    private func received(_ request: String) throws -> [String] {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--speed", "1"])
        let client = try daemon.connect(saying: request)
        return try client.rest().filter { !$0.hasPrefix("{\"event\"") }
    }

    /// The beginning that every line of an update has.
    private func stamp(of line: String) -> String {
        "{\"seq\":\(member("seq", of: line) ?? ""),\"t\":\(member("t", of: line) ?? "")"
    }
}
