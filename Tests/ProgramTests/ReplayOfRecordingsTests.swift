import Foundation
import Testing
import TestSupport

@Suite struct ReplayOfRecordingsTests {
    @Test func everyRecordingHasItsExpectedLinesBesideIt() {
        #expect(Recordings.names.count >= 19)
        for name in Recordings.names { #expect(exists(Recordings.expected(name)), "\(name)") }
    }

    @Test(arguments: Recordings.names)
    func replayGivesTheExpectedLinesAndThoseOfTheReference(_ name: String) throws {
        let path = Recordings.path(name)
        let run = try ChildProcess.run(Programs.foldctl, ["replay", path])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        #expect(try run.output == Recordings.reference(path))
        let golden = try Data(contentsOf: URL(fileURLWithPath: Recordings.expected(name)))
        #expect(run.outputBytes == [UInt8](golden))
        #expect(run.output.count > 50)
    }

    @Test(arguments: ["slow-roll", "mid-fall", "suspend", "changed-between-rows"], ["csv", "plain"])
    func replayGivesEachFormatOfTheReference(_ name: String, format: String) throws {
        let path = Recordings.path(name)
        #expect(try Recordings.replay(path, "--format", format) == Recordings.reference(path, "--format", format))
    }

    @Test(arguments: Recordings.names)
    func standardInputReplaysLikeTheFile(_ name: String) throws {
        let path = Recordings.path(name)
        let fromFile = try ChildProcess.run(Programs.foldctl, ["replay", path])
        let fromInput = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .file(path))
        #expect(fromInput.endStatus == 0)
        #expect(fromInput.errors == [])
        #expect(fromInput.outputBytes == fromFile.outputBytes)
        #expect(fromFile.outputBytes.last == UInt8(ascii: "\n"))
    }

    @Test(arguments: ["auto-turn", "mid-motion"])
    func theCommandLinesOrientationIsBeforeTheRecordings(_ name: String) throws {
        for orientation in ["landscape-left", "normal", "bottom-up", "auto"] {
            let path = Recordings.path(name)
            let lines = try Recordings.replay(path, "--orientation", orientation)
            let reference = try Recordings.reference(path, "--orientation", orientation)
            #expect(lines == reference, "\(orientation)")
        }
    }

    /// Held at 30° to the right at 60 Hz: the description's worked values.
    @Test func theWorkedValuesComeOut() throws {
        let directory = try TemporaryDirectory()
        let rows = (0..<60).map { String(format: "%.9f,0,-4.903325,-8.492808027", Double($0) / 60) }
        let file = try directory.file("r.csv", Recordings.header() + rows.joined(separator: "\n") + "\n")
        let lines = try Recordings.replay(file)
        #expect(lines.count == 60)
        let worked =
            #"{"seq":1,"t":0.000000,"fold":0.034000,"roll":-0.040000,"pitch":0.000000,"status":"partially-open"}"#
        #expect(lines.first == worked)
        let last = try #require(lines.last)
        #expect(last.hasPrefix(#"{"seq":60,"t":0.983333,"fold":0.503084,"roll":-0.333178,"#))
    }

    /// The ticks between the state and the first row were made before the change was known.
    @Test func aChangeBeforeTheFirstRowSparesTheTicksThatFollowTheState() throws {
        let directory = try TemporaryDirectory()
        let state = "u=0 x=0 y=-0.3 tx=0 ty=-0.3 status=fully-open orientation=left-up hold=none next=0.025"
        // Held at 27°, which is 0.3 of 90°.
        let row = "0.05,0,-0.4539904997,-0.8910065242\n"
        let file = try directory.file(
            "r.csv",
            Recordings.header("unit: g", "orientation: left-up", "state: \(state)")
                + "# orientation: right-up\n# gain: -1\n\(row)")
        let lines = try Recordings.replay(file)
        #expect(lines.map { member("t", of: $0) } == ["0.025000", "0.041667", "0.050000"])
        #expect(lines.map { member("roll", of: $0) } == ["0.300000", "0.300000", "-0.300000"])
        #expect(lines.map { member("fold", of: $0) } == ["0.000000", "0.000000", "0.270000"])
    }

    @Test(arguments: [
        // at 60 rows a second: the rate, which of the first rows are sent
        ("60", [0, 1, 2, 3, 4, 5, 6]), ("30", [0, 2, 4, 6, 8, 10, 12]), ("20", [0, 3, 6, 9, 12, 15, 18]),
        ("max", [0, 1, 2, 3, 4, 5, 6]), ("1000", [0, 1, 2, 3, 4, 5, 6]), ("0.1", [0]),
        // due at 0, 25, 50, … ms: each row is the first at or after one of these
        ("40", [0, 2, 3, 5, 6, 8, 9]),
    ])
    func aRateThinsTheLinesInTheRecordingsOwnTime(_ rate: String, rows: [Int]) throws {
        let path = Recordings.path("still-level")
        let all = try Recordings.replay(path)
        let thinned = try Recordings.replay(path, "--rate", rate)
        #expect(thinned.prefix(rows.count).elementsEqual(rows.map { all[$0] }))
        if rate == "0.1" { #expect(thinned.count == 1) }
    }

    @Test(arguments: ["de_DE.UTF-8", "tr_TR.UTF-8", "C", "nonsense"])
    func theLocaleChangesNothing(_ locale: String) throws {
        let path = Recordings.path("slow-roll")
        let run = try ChildProcess.run(
            Programs.foldctl, ["replay", path], environment: ["LC_ALL": locale, "LANG": locale])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        #expect(try run.output == Recordings.replay(path))
    }

    @Test(arguments: ["\r\n", "\n\n", "\n# a note\n"])
    func endsOfLineAndBlankLinesChangeNothing(_ end: String) throws {
        let text = try Recordings.text("slow-sensor").replacingOccurrences(of: "\n", with: end)
        let run = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .bytes(Array(text.utf8)))
        #expect(try run.output == Recordings.replay(Recordings.path("slow-sensor")))
    }

    @Test func furtherColumnsChangeNothing() throws {
        let text = try Recordings.text("slow-sensor").split(separator: "\n").map { line in
            line.hasPrefix("#") ? "\(line)\n" : "\(line),\(line.hasPrefix("t") ? "gyro,note" : "0.5,a b")\n"
        }
        let run = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .bytes(Array(text.joined().utf8)))
        #expect(try run.output == Recordings.replay(Recordings.path("slow-sensor")))
    }
}
