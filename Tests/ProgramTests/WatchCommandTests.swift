import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl watch` on a stand-in that says what the test wants said.
@Suite(.serialized) struct WatchCommandTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("fold.sock")
    }

    private static let fold = #"{"seq":1,"t":0.0,"fold":0.5,"roll":0.0,"pitch":0.0,"status":"partially-open"}"#
    private static let sensor = #"{"event":"sensor","state":"starting","detail":""}"#

    @Test(arguments: [
        // its options, what it asks for
        (["--status"], "watch status"),
        (["--threshold", "0.3,0.5"], "watch threshold below=0.3 above=0.5"),
        (["--rate", "10", "--change=0.05", "--format", "json"], "watch fold rate=10 change=0.05"),
        (["--fields", "fold,effect"], "watch fold fields=fold,effect"),
        (
            ["--format", "csv", "--fields=t,tilt", "--orientation", "bottom-up"],
            "watch fold orientation=bottom-up format=csv fields=t,tilt"
        ),
        (["--exec", "true"], "watch fold change=0.01"),
        (["--exec", "true", "--change", "0.2", "--fields", "fold"], "watch fold change=0.2 fields=fold"),
        (["--exec", "true", "--status"], "watch status"),
    ])
    func itAsksForWhatItsOptionsSay(_ options: [String], _ request: String) throws {
        let server = try StandInServer(path)
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path] + options)
        let daemon = try server.accept()
        #expect(try daemon.next() == request)
        daemon.end()
        #expect(try watch.wait() == 0)
        #expect(watch.errors == [])
    }

    @Test(arguments: [
        (["--status", "--threshold", "0.3,0.5"], ["--status", "--threshold", "choose one"]),
        (["--status", "--rate", "10"], ["--status", "leave --rate away"]),
        (["--change", "0.1", "--status"], ["--status", "leave --change away"]),
        (["--threshold", "0.3,0.5", "--format", "csv"], ["--threshold", "leave --format away"]),
        (["--fields", "fold", "--status"], ["leave --fields away"]),
        (["--orientation", "normal", "--status"], ["leave --orientation away"]),
        (["--fields", "fold", "--format", "plain"], ["--format plain", "leave --fields away"]),
        (["--exec", "true", "--format", "json"], ["--exec", "leave --format away"]),
        (["--exec", " "], ["--exec", "command"]),
        (["--threshold", "0.5,0.3"], ["--threshold", "'0.5,0.3'", "0.3,0.5"]),
        (["--threshold", "0.5"], ["'0.5'"]),
        (["--threshold", "0.3,0.5,0.7"], ["'0.3,0.5,0.7'"]),
        (["--threshold", "0.3,1.5"], ["'0.3,1.5'"]),
        (["--count", "0"], ["--count", "'0'"]),
        (["--count", "many"], ["--count", "'many'"]),
        (["--change", "2"], ["change is 0…1", "'2'"]),
        (["--orientation", "auto"], ["'auto'", "landscape-right"]),
        (["--fields", "fold,warp"], ["'warp'", "effect"]),
        (["--fields", "fold,fold"], ["'fold'", "twice"]),
        (["--reconnect=yes"], ["--reconnect", "no value"]),
    ])
    func whatCannotBeHadTogetherIsUsage(_ options: [String], _ words: [String]) throws {
        let run = try ChildProcess.run(Programs.foldctl, ["watch"] + options)
        #expect(run.endStatus == 64)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: words)
    }

    @Test func aCountOfLinesEndsIt() throws {
        let server = try StandInServer(path)
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path, "--status", "--count", "2"])
        let daemon = try server.accept()
        try daemon.say(Self.sensor, status(1, "closed"), Self.sensor, status(2, "fully-open"), status(3, "closed"))
        #expect(try watch.wait() == 0)
        #expect(watch.output == [Self.sensor, status(1, "closed"), Self.sensor, status(2, "fully-open")])
    }

    @Test func inCsvNeitherHeaderNorEventsCount() throws {
        let server = try StandInServer(path)
        let options = ["--format", "csv", "--fields", "seq,fold", "--count=1"]
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path] + options)
        let daemon = try server.accept()
        try daemon.say("seq,fold", "# event: \(Self.sensor)", "1,0.500000", "2,0.500000")
        #expect(try watch.wait() == 0)
        #expect(watch.output == ["seq,fold", "# event: \(Self.sensor)", "1,0.500000"])
    }

    @Test func aReaderThatGoesAwayEndsItThoughNoLineComes() throws {
        let server = try StandInServer(path)
        let pipe = try UnnamedPipe()
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path, "--status"], output: .pipe(pipe))
        let daemon = try server.accept()
        try daemon.say(status(1, "closed"))
        #expect(try LineReader(pipe).next() == status(1, "closed"))
        pipe.closeOutput()
        #expect(try watch.wait() == 0)
        #expect(watch.errors == [])
    }

    @Test func aReaderThatGoesAwayEndsItThoughNoDaemonComes() throws {
        let pipe = try UnnamedPipe()
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path, "--reconnect"], output: .pipe(pipe))
        pipe.closeOutput()
        #expect(try watch.wait() == 0)
    }

    @Test func aRefusalIsToldAndIsUsage() throws {
        let server = try StandInServer(path)
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path, "--status", "--reconnect"])
        let daemon = try server.accept()
        try daemon.say(#"{"error":"there is no 'status' to watch"}"#)
        #expect(try watch.wait() == 64)
        try expectOneLine(of: watch, saying: ["the daemon refuses: there is no 'status' to watch"])
    }

    @Test func whoIsTurnedAwayHasNoPermission() throws {
        let server = try StandInServer(path)
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", path])
        let daemon = try server.accept()
        try daemon.say(#"{"error":"only others may read"}"#)
        daemon.end()
        #expect(try watch.wait() == 77)
        try expectOneLine(of: watch, saying: ["the daemon refuses: only others may read"])
    }

    @Test func whoIsTurnedAwayMayWaitUntilTheyAreLetIn() throws {
        let server = try StandInServer(path)
        let pipe = try UnnamedPipe()
        let script = #"exec "$0" watch --socket "$1" --reconnect --format plain 2>&1"#
        let watch = try ChildProcess("sh", ["-c", script, Programs.foldctl, path], output: .pipe(pipe))
        let lines = LineReader(pipe)
        for round in 1...2 {
            let daemon = try server.accept()
            try daemon.say(#"{"error":"only others may read"}"#)
            daemon.end()
            if round == 1 {
                #expect(
                    try lines.next() == "foldctl: waiting for a daemon on \(path), which refuses: only others may read")
            }
        }
        let daemon = try server.accept()
        try daemon.say(Self.fold, "0.500000")
        #expect(try lines.next() == "0.500000", "and the refusal was told once")
        // They switch away again: the connection ends first, and then the reason is told.
        daemon.end()
        #expect(try lines.next() == "foldctl: waiting for a daemon on \(path)")
        let next = try server.accept()
        try next.say(#"{"error":"only others may read"}"#)
        next.end()
        #expect(try lines.next() == "foldctl: waiting for a daemon on \(path), which refuses: only others may read")
        watch.send(SIGTERM)
        #expect(try watch.wait() == 0)
    }

    @Test func aDaemonThatComesLaterAndOneThatComesAgainAreWaitedFor() throws {
        let pipe = try UnnamedPipe()
        let script = #""$0" watch --socket "$1" --reconnect --format csv --fields seq,fold 2>&1"#
        let watch = try ChildProcess("sh", ["-c", script, Programs.foldctl, path], output: .pipe(pipe))
        let lines = LineReader(pipe)
        let note = "foldctl: waiting for a daemon on \(path)"
        #expect(try lines.next() == note)
        for round in 1...2 {
            let server = try StandInServer(path)
            let daemon = try server.accept()
            #expect(try daemon.next() == "watch fold format=csv fields=seq,fold")
            try daemon.say(Self.fold, "seq,fold", "\(round),0.500000")
            if round == 1 { #expect(try lines.next() == "seq,fold", "once, like any file's") }
            #expect(try lines.next() == "\(round),0.500000")
            server.end()
            daemon.end()
            #expect(try lines.next() == note, "once for each loss")
        }
        let server = try StandInServer(path)
        let daemon = try server.accept()
        try daemon.say("seq,fold", "3,0.500000")
        #expect(try lines.next() == "3,0.500000", "no second note and no second header before it")
        pipe.closeOutput()
        #expect(try watch.wait() == 0)
    }

    @Test func whatCannotBecomeADaemonsPlaceIsNotWaitedFor() throws {
        let file = try directory.file("file", "")
        let run = try ChildProcess.run(Programs.foldctl, ["watch", "--reconnect", "--socket", "\(file)/fold.sock"])
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: ["\(file)/fold.sock", "Not a directory", "--socket"])
    }

    private func status(_ sequence: Int, _ status: String) -> String {
        "{\"seq\":\(sequence),\"t\":0.0,\"status\":\"\(status)\"}"
    }
}
