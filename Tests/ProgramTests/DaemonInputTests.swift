import Foundation
import Testing
import TestSupport

/// What a daemon is given and cannot use: it ends at once, and says why.
@Suite struct DaemonInputTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        arguments: [
            // a configuration, its wrong line, what must be said
            ("[sensors]\nrate = 60\n", 2, ["[sensors]", "[sensor]"]),
            ("[sensor]\nspeed = 60\n", 2, ["'speed'", "rate"]),
            ("[sensor]\nrate = 60\n\n[fold]\ngain = 100\n", 5, ["gain", "'100'", "-10…10"]),
            ("[sensor]\nmatrix = 0, 0, 0; 0, 1, 0; 0, 0, 1\n", 2, ["matrix", "'0, 0, 0; 0, 1, 0; 0, 0, 1'"]),
            ("[service]\nfold-socket = fold.sock\n", 2, ["socket", "'fold.sock'", "absolute"]),
            ("[fold]\n  gain = -2\n", 2, ["blank"]),
            ("gain\n", 1, ["key = value"]),
            ("[fold]\n# " + String(repeating: "-", count: 200) + "\n", 2, ["190"]),
        ] as [(String, Int, [String])])
    func aWrongConfigurationIsToldWithItsLine(_ text: String, line: Int, words: [String]) throws {
        let file = try directory.file("f.conf", text)
        for words in [["--check"], ["--source", "pipe:-"]] {
            let run = try start(["--config", file] + words)
            #expect(run.endStatus == 78)
            try expectOneLine(of: run, saying: ["\(file):\(line): "])
        }
        try expectOneLine(of: try start(["--config", file]), saying: words)
    }

    @Test func theServiceManagerHasTheReasonToo() throws {
        let notify = try NotifySocket(directory("notify"))
        let file = try directory.file("f.conf", "[fold]\ngain = x\n")
        let run = try start(["--config", file], environment: ["NOTIFY_SOCKET": notify.path])
        let reason = try #require(run.errors.first?.dropFirst("folddaemon: ".count))
        #expect(reason.hasPrefix("\(file):2: "))
        #expect(try notify.wait(for: "STATUS=\(reason)", orEnd: run.end))
    }

    @Test func aWrongDropInIsToldWithItsOwnName() throws {
        let file = try directory.file("f.conf", "")
        let dropIn = try directory.file("f.conf.d/10-mine.conf", "[fold]\ngain = x\n")
        let run = try start(["--config", file])
        #expect(run.endStatus == 78)
        try expectOneLine(of: run, saying: ["\(dropIn):2: ", "gain", "'x'"])
    }

    @Test func aConfigurationThatIsMissingOrADirectoryIsNoInput() throws {
        for path in [directory("missing.conf"), directory.path, directory("no/such.conf")] {
            let run = try start(["--config", path])
            #expect(run.endStatus == 66)
            try expectOneLine(of: run, saying: [path])
        }
    }

    @Test(
        arguments: [
            // a recording, what must be said, the status
            ("", "empty", 65), ("hello\n", ":1: ", 65),
            ("# folddaemon recording 1\n# unit: mg\nt,x,y,z\n", ":2:9: ", 65),
            ("# folddaemon recording 1\nt,x,y,z\n0,nan,0,-9.8\n", ":3:3: ", 65),
            ("# folddaemon recording 1\nt,x,y,z\n", "row", 65),
        ] as [(String, String, Int32)])
    func aRecordingThatIsNoneIsToldBeforeAnybodyConnects(_ text: String, saying words: String, status: Int32) throws {
        let file = try directory.file("r.csv", text)
        let run = try start(["--source", "replay:\(file)"])
        #expect(run.endStatus == status)
        try expectOneLine(of: run, saying: [file, words])
        #expect(!exists(directory("run")))
    }

    @Test func aRecordingThatIsMissingOrADirectoryIsNoInput() throws {
        for source in ["replay:\(directory("missing.csv"))", "replay:\(directory.path)", "pipe:\(directory("none"))"] {
            let run = try start(["--source", source])
            #expect(run.endStatus == 66)
            try expectOneLine(of: run, saying: [String(source.split(separator: ":")[1])])
        }
    }

    @Test func aRecordingThatIsWrongFurtherOnEndsTheReplayWithItsPlace() throws {
        let rows = (0..<60).map { String(format: "%.3f,0,-2,-9.6\n", Double($0) / 20) }.joined()
        let file = try directory.file("r.csv", Recordings.header() + rows + "9,0,-2,down\n")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(file)", ["--speed", "8"])
        let lines = try daemon.connect().rest()
        #expect(lines.count > 50)
        #expect(endsWithShutdown(lines))
        #expect(try daemon.process.wait() == 65)
        #expect(daemon.process.errors.filter { $0.contains("\(file):63:8: ") && $0.contains("'down'") }.count == 1)
    }

    /// Runs a daemon that is to end at once.
    private func start(_ words: [String], environment: [String: String] = [:]) throws -> ChildProcess {
        let options = words.contains("--config") ? [] : ["--config", try directory.file("empty.conf", "")]
        let run = try ChildProcess.run(
            Programs.folddaemon, ["--socket", directory("run/fold.sock")] + options + words, environment: environment)
        #expect(run.output == [])
        return run
    }
}
