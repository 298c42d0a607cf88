import Foundation
import Testing
import TestSupport

@Suite struct ReplayInputTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A recording that is wrong, with what must be said of it.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        /// The good rows before the fault.
        let goodRows: Int
        /// As in `:8:3: `; empty where the whole file is meant.
        let place: String
        let words: [String]

        init(_ name: String, _ text: String, goodRows: Int = 0, at place: String = "", saying words: String...) {
            testDescription = name
            self.text = text
            self.goodRows = goodRows
            self.place = place
            self.words = words
        }
    }

    private static let head = "# folddaemon recording 1\nt,x,y,z\n"
    private static let row = "0,0,0,-9.8\n"

    @Test(arguments: [
        Wrong("empty", "", saying: "empty"),
        Wrong("only a header", head, saying: "row"),
        Wrong("binary", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\n\0\0", at: ":1:1", saying: "'\\x7fELF", "recording"),
        Wrong("zeros", String(repeating: "\0", count: 200), at: ":1:1", saying: "recording"),
        Wrong("another text", "hello\n", at: ":1:1", saying: "'hello'", "recording"),
        Wrong("another csv", "t,x,y,z\n0,0,0,-9.8\n", at: ":1:1", saying: "# folddaemon recording 1"),
        Wrong("a later version", "# folddaemon recording 2\nt,x,y,z\n" + row, at: ":1:1", saying: "version"),
        Wrong("other columns", "# folddaemon recording 1\nt,y,x,z\n" + row, at: ":2:1", saying: "'t,y,x,z'", "t,x,y,z"),
        Wrong("no columns", "# folddaemon recording 1\n" + row, at: ":2:1", saying: "t,x,y,z"),
        Wrong(
            "a line without end", "# folddaemon recording 1\n" + String(repeating: "x", count: 100_000), at: ":2:1",
            saying: "65536"),
        Wrong(
            "unknown unit", "# folddaemon recording 1\n# unit: mg\nt,x,y,z\n" + row, at: ":2:9", saying: "'mg'",
            "m/s^2", "g"),
        Wrong(
            "unknown sign", "# folddaemon recording 1\n# sign: up\nt,x,y,z\n" + row, at: ":2:9", saying: "'up'",
            "gravity", "reaction"),
        Wrong(
            "unknown orientation", "# folddaemon recording 1\n# orientation: up\nt,x,y,z\n" + row, at: ":2:16",
            saying: "'up'", "landscape-right"),
        Wrong(
            "gain out of range", "# folddaemon recording 1\n# gain: 11\nt,x,y,z\n" + row, at: ":2:9", saying: "gain",
            "'11'", "-10…10"),
        Wrong(
            "a state without u", "# folddaemon recording 1\n# state: x=0\nt,x,y,z\n" + row, at: ":2:10", saying: "u="),
        Wrong("cut in a row", head + row + "0.1,0,0", goodRows: 1, at: ":4:8", saying: "z", "cut"),
        Wrong("cut after a comma", head + row + "0.1,0,0,", goodRows: 1, at: ":4:9", saying: "''", "z"),
        Wrong("cut after a sign", head + row + "0.1,0,0,-", goodRows: 1, at: ":4:9", saying: "'-'"),
        Wrong("cut after a point", head + row + "0.1,0,0,-9.", goodRows: 1, at: ":4:9", saying: "'-9.'"),
        Wrong("nan", head + row + "0.1,nan,0,-9.8\n", goodRows: 1, at: ":4:5", saying: "'nan'", "x"),
        Wrong("inf", head + row + "0.1,0,-inf,-9.8\n", goodRows: 1, at: ":4:7", saying: "'-inf'", "y"),
        Wrong("hexadecimal", head + row + "0.1,0,0,0x9\n", goodRows: 1, at: ":4:9", saying: "'0x9'", "z"),
        Wrong("a comma for a point", head + "0,5;0;0;-9,8\n", at: ":3:3", saying: "'5;0;0;-9'"),
        Wrong("blank in a field", head + row + "0.1, 0,0,-9.8\n", goodRows: 1, at: ":4:5", saying: "' 0'"),
        Wrong("time is nan", head + "nan,0,0,-9.8\n", at: ":3:1", saying: "'nan'", "t"),
        Wrong("time beyond all", head + "1e30,0,0,-9.8\n", at: ":3:1", saying: "'1e30'"),
        Wrong(
            "time backwards", head + row + "1,0,0,-9.8\n0.999999999,0,0,-9.8\n", goodRows: 2, at: ":5:1",
            saying: "'0.999999999'", "back"),
        Wrong("a row of words", head + row + "the end\n", goodRows: 1, at: ":4:1", saying: "'the end'"),
    ])
    func badDataIsToldWithItsPlace(_ wrong: Wrong) throws {
        let file = try directory.file("r.csv", wrong.text)
        let run = try ChildProcess.run(Programs.foldctl, ["replay", "--format", "plain", file])
        #expect(run.endStatus == 65)
        try expectOneLine(of: run, saying: wrong.words + ["\(file)\(wrong.place): "])
        // Earlier rows were good; between rows that are far apart there are ticks too.
        #expect(wrong.goodRows == 0 ? run.output == [] : run.output.count >= wrong.goodRows)
        let fromInput = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .bytes(Array(wrong.text.utf8)))
        #expect(fromInput.endStatus == 65)
        try expectOneLine(of: fromInput, saying: wrong.words + ["standard input\(wrong.place): "])
    }

    @Test func theGoodRowsOfACutRecordingComeOut() throws {
        let whole = try Recordings.text("slow-roll")
        let cut = String(whole.prefix(whole.count / 2))
        #expect(cut.contains("\n2.000000000,"))
        let end = try #require(cut.lastIndex(of: "\n"))
        let good = try directory.file("good.csv", String(cut[...end]))
        let file = try directory.file("cut.csv", String(cut[...end]) + "99,0.1")
        let run = try ChildProcess.run(Programs.foldctl, ["replay", file])
        #expect(run.endStatus == 65)
        #expect(try run.output == Recordings.replay(good))
        #expect(run.output.count > 100)
        try expectOneLine(of: run, saying: [file])
    }

    @Test func aDirectoryIsNoInput() throws {
        let run = try ChildProcess.run(Programs.foldctl, ["replay", directory.path])
        #expect(run.endStatus == 66)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: [directory.path, "directory"])
    }

    @Test func aDirectoryOnStandardInputIsNoInput() throws {
        let run = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .file(directory.path))
        #expect(run.endStatus == 66)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: ["irectory"])
    }

    @Test func aMissingFileIsNoInput() throws {
        let run = try ChildProcess.run(Programs.foldctl, ["replay", directory("missing.csv")])
        #expect(run.endStatus == 66)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: [directory("missing.csv"), "No such file"])
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func aFileThatMayNotBeReadIsAMissingRight() throws {
        let file = try directory.file("r.csv", Self.head + Self.row)
        chmod(file, 0)
        let run = try ChildProcess.run(Programs.foldctl, ["replay", file])
        #expect(run.endStatus == 77)
        try expectOneLine(of: run, saying: [file, "Permission denied"])
    }

    @Test func textInAFileForgesNoSecondLine() throws {
        let file = try directory.file("r.csv", "a\rb\u{1b}[2Jc" + String(repeating: "long", count: 100) + "\n")
        let run = try ChildProcess.run(Programs.foldctl, ["replay", file])
        #expect(run.endStatus == 65)
        try expectOneLine(of: run, saying: ["'a\\x0db\\x1b[2Jc"])
        #expect((run.errors.first ?? "").count < 400)
    }

    @Test(arguments: [
        "0,0,0,-9.8\n", "0,0,0,-9.8", "+0e0,-0.0,0.000e+5,-98e-1\n", "0.0000000001,0,0,-9.8\n", "-5,0,0,-9.8\n",
        "0,0,0,-9.8\n\n\n", "0,0,0,-9.8,\n", "1E0,0,0,-9.8\r\n",
    ])
    func whatIsLegalIsRead(_ rows: String) throws {
        let file = try directory.file("r.csv", Self.head + rows)
        let run = try ChildProcess.run(Programs.foldctl, ["replay", "--format", "plain", file])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        #expect(run.output == ["0.000000"])
    }
}
