import Testing
import TestSupport

@Suite struct CommandLineTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        // foldctl's words, what must be said of them
        (["frobnicate"], ["'frobnicate'", "--help"]),
        ([], ["--help"]),
        (["--frobnicate"], ["'--frobnicate'", "--help"]),
        (["watch", "--frobnicate"], ["'--frobnicate'", "--help"]),
        (["replay", "-x", "r.csv"], ["'-x'", "--help"]),
        (["replay"], ["recording", "--help"]),
        (["replay", "a", "b"], ["'b'", "--help"]),
        (["replay", "--orientation", "sideways", "-"], ["'sideways'", "landscape-right", "bottom-up", "auto"]),
        (["replay", "--orientation", "-"], ["'-'"]),
        (["replay", "--format", "xml", "-"], ["'xml'", "json", "csv", "plain"]),
        (["replay", "--rate", "0", "-"], ["'0'", "0.1…1000", "max"]),
        (["replay", "--rate", "1001", "-"], ["'1001'", "0.1…1000"]),
        (["replay", "--rate", "0,5", "-"], ["'0,5'"]),
        (["replay", "-", "--rate"], ["--rate"]),
        (["watch", "--rate", "fast"], ["'fast'", "0.1…1000"]),
        (["watch", "--format=xml"], ["'xml'"]),
        (["watch", "sideways"], ["'sideways'", "--help"]),
        (["record"], ["file", "--help"]),
        (["record", "--seconds", "0", "r.csv"], ["--seconds", "'0'", "0.1…86400"]),
        (["record", "--force=yes", "r.csv"], ["--force"]),
    ])
    func aWrongCommandOfFoldctlIsUsage(_ words: [String], saying: [String]) throws {
        try expectUsage(try ChildProcess.run(Programs.foldctl, words), saying)
    }

    @Test(arguments: [
        // folddaemon's words, what must be said of them
        (["--frobnicate"], ["'--frobnicate'", "--help"]),
        (["start"], ["'start'", "--help"]),
        (["--orientation", "sideways"], ["--orientation", "'sideways'", "landscape-right"]),
        (["--mode", "raw"], ["--mode", "'raw'", "buffered", "polled"]),
        (["--source", "nowhere"], ["--source", "'nowhere'", "replay:FILE", "pipe:PATH"]),
        (["--speed", "0"], ["--speed", "'0'", "max"]),
        (["--source"], ["--source", "--help"]),
        (["--loop=1"], ["--loop"]),
    ])
    func aWrongCommandOfFolddaemonIsUsage(_ words: [String], saying: [String]) throws {
        let file = try directory.file("f.conf", "")
        try expectUsage(try ChildProcess.run(Programs.folddaemon, ["--config", file] + words), saying)
    }

    @Test(arguments: [
        (["--help"], "watch"), (["-h"], "watch"), (["help"], "watch"), (["help", "replay"], "--orientation"),
        (["replay", "--help"], "--orientation"), (["watch", "-h"], "--rate"), (["record", "--help"], "--force"),
        (["--version"], "foldctl"),
    ])
    func foldctlHelps(_ words: [String], with word: String) throws {
        try expectHelp(try ChildProcess.run(Programs.foldctl, words), word)
    }

    @Test(arguments: [(["--help"], "--socket"), (["-h"], "--socket"), (["--version"], "folddaemon")])
    func folddaemonHelps(_ words: [String], with word: String) throws {
        try expectHelp(try ChildProcess.run(Programs.folddaemon, words), word)
    }

    @Test(arguments: [
        ["--help"], ["--version"], ["help", "replay"], ["replay", Recordings.path("slow-roll")],
        ["replay", "--format", "csv", Recordings.path("slow-roll")],
    ])
    func foldctlEndsWellWhereNobodyReadsItsOutput(_ words: [String]) throws {
        let run = try ChildProcess.run(Programs.foldctl, words, output: .pipe(try unreadPipe()))
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
    }

    @Test(arguments: [["--help"], ["--version"], ["--check", "--source", "pipe:-"]])
    func folddaemonEndsWellWhereNobodyReadsItsOutput(_ words: [String]) throws {
        let file = try directory.file("f.conf", "")
        let run = try ChildProcess.run(
            Programs.folddaemon, ["--config", file] + words, output: .pipe(try unreadPipe()))
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
    }

    @Test func aReplayEndsWellOnceItsReaderHasEnough() throws {
        // Several times what a pipe holds.
        let file = try directory.file("long.csv", Recordings.roll(rows: 10_000))
        let pipe = try UnnamedPipe()
        let child = try ChildProcess(Programs.foldctl, ["replay", file], output: .pipe(pipe))
        let first = try LineReader(pipe).next()
        #expect(first?.hasPrefix(#"{"seq":1,"#) == true)
        pipe.closeOutput()
        #expect(try child.wait() == 0)
        #expect(child.errors == [])
    }

    @Test func aShellsHeadSeesAGoodEnd() throws {
        let file = try directory.file("long.csv", Recordings.roll(rows: 10_000))
        let run = try ChildProcess.run(
            "bash", ["-c", #""$0" replay "$1" | head -1; echo "${PIPESTATUS[0]}""#, Programs.foldctl, file])
        #expect(run.output.count == 2)
        #expect(run.output.last == "0")
        #expect(run.errors == [])
    }

    private func unreadPipe() throws -> UnnamedPipe {
        let pipe = try UnnamedPipe()
        pipe.closeOutput()
        return pipe
    }

    private func expectUsage(_ run: ChildProcess, _ words: [String]) throws {
        #expect(run.endStatus == 64)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: words)
    }

    private func expectHelp(_ run: ChildProcess, _ word: String) throws {
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        #expect(run.output.contains { $0.contains(word) })
    }
}
