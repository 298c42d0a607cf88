import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl watch --exec`: a command at each change.
@Suite(.serialized) struct WatchExecTests {
    private let directory: TemporaryDirectory
    private let server: StandInServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try StandInServer(directory("fold.sock"))
    }

    @Test func theCommandGetsTheLinesValuesAndNothingIsPrinted() throws {
        let watch = try start("--status", "--exec", #"echo "$FOLD_STATUS|$FOLD_SEQ|$FOLD_T|${FOLD-none}""#)
        let daemon = try server.accept()
        try daemon.say(#"{"event":"sensor","state":"ok","detail":"no line of data"}"#, status(1, "closed"))
        daemon.end()
        #expect(try watch.wait() == 0)
        #expect(watch.output == ["closed|1|0.250000|none"])
        #expect(watch.errors == [])
    }

    @Test func partsAndFlagsHaveNamesOfTheirOwn() throws {
        let show = #"env | grep ^FOLD | sort"#
        let watch = try start(
            "--fields", "fold,gravity,orientation,effect,hinge", "--exec", show, setting: "FOLD_AGE=7")
        let daemon = try server.accept()
        try daemon.say(
            #"{"fold":0.5,"gravity":[0.1,-0.2,0.3],"orientation":"a;b","effect":{"blur":1.5,"front":1},"hinge":null}"#)
        daemon.end()
        #expect(try watch.wait() == 0)
        #expect(
            watch.output == [
                "FOLD=0.5", "FOLD_EFFECT_BLUR=1.500000", "FOLD_EFFECT_FRONT=1.000000", "FOLD_GRAVITY_X=0.100000",
                "FOLD_GRAVITY_Y=-0.200000", "FOLD_GRAVITY_Z=0.300000", "FOLD_ORIENTATION=a;b",
            ])
    }

    @Test func aThresholdTellsWhetherItIsLifted() throws {
        let watch = try start("--threshold", "0.3,0.5", "--exec", #"echo "$FOLD_LIFTED $FOLD""#)
        let daemon = try server.accept()
        try daemon.say(#"{"seq":1,"t":0.0,"lifted":true,"fold":0.612345}"#)
        daemon.end()
        #expect(try watch.wait() == 0)
        #expect(watch.output == ["true 0.612345"])
    }

    @Test func itRunsOneAtATimeAndThenForTheNewest() throws {
        mkfifo(directory("gate"), 0o600)
        let gate = try Fifo(directory("gate"), isKept: true)
        let pipe = try UnnamedPipe()
        let command = #"echo "begin $FOLD_SEQ"; [ "$FOLD_SEQ" = 4 ] || read x <"\#(directory("gate"))"; echo end"#
        let watch = try start("--status", "--exec", command, output: .pipe(pipe))
        let daemon = try server.accept()
        try daemon.say(status(1, "closed"))
        let lines = LineReader(pipe)
        #expect(try lines.next() == "begin 1")
        // At once, so that they are read at once whenever they are.
        try daemon.say(status(2, "partially-open"), status(3, "closed"), status(4, "fully-open"))
        try gate.write("\n")
        #expect(try lines.next() == "end")
        #expect(try lines.next() == "begin 4")
        daemon.end()
        #expect(try lines.rest() == ["end"])
        #expect(try watch.wait() == 0)
    }

    @Test func itDoesNotRunForWhatItRanForLast() throws {
        let watch = try start("--reconnect", "--count", "3", "--status", "--exec", #"echo "$FOLD_SEQ $FOLD_STATUS""#)
        for round in 1...3 {
            let daemon = try server.accept()
            try daemon.say(status(round, round == 3 ? "closed" : "fully-open"))
        }
        #expect(try watch.wait() == 0)
        #expect(watch.output == ["1 fully-open", "3 closed"], "a daemon that was started anew changed nothing")
    }

    @Test func aCommandThatFailsIsToldOnceAndWatchingGoesOn() throws {
        let pipe = try UnnamedPipe()
        let watch = try start("--status", "--exec", #"echo "$FOLD_SEQ"; exit "$FOLD_SEQ""#, output: .pipe(pipe))
        let daemon = try server.accept()
        let lines = LineReader(pipe)
        for (number, name) in [(3, "closed"), (4, "fully-open"), (5, "closed")] {
            try daemon.say(status(number, name))
            #expect(try lines.next() == "\(number)")
        }
        daemon.end()
        #expect(try watch.wait() == 0)
        try expectOneLine(of: watch, saying: ["command", "ended with status 3", "goes on"])
    }

    @Test func aSignalThatEndsTheCommandIsTold() throws {
        let watch = try start("--status", "--exec", "kill -9 $$")
        let daemon = try server.accept()
        try daemon.say(status(1, "closed"))
        daemon.end()
        #expect(try watch.wait() == 0)
        try expectOneLine(of: watch, saying: ["ended by signal 9"])
    }

    @Test func theCommandReadsNothingAndNoSignalIsIgnored() throws {
        let watch = try start("--status", "--exec", #"cat; grep SigIgn /proc/self/status; echo done"#)
        let daemon = try server.accept()
        try daemon.say(status(1, "closed"))
        daemon.end()
        #expect(try watch.wait() == 0)
        #expect(watch.output.count == 2 && watch.output.last == "done")
        // The C library itself ignores 32 and 33, the signals of its own, in what it starts.
        let ignored = watch.output.first?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        #expect(ignored.map { $0 & 0x7fff_ffff } == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsItWellThoughTheCommandRuns(_ signal: Int32) throws {
        mkfifo(directory("gate"), 0o600)
        let gate = try Fifo(directory("gate"), isKept: true)
        let pipe = try UnnamedPipe()
        let command = #"echo begun; read x <"\#(directory("gate"))"; echo over"#
        let watch = try start("--status", "--exec", command, output: .pipe(pipe))
        let daemon = try server.accept()
        try daemon.say(status(1, "closed"))
        let lines = LineReader(pipe)
        #expect(try lines.next() == "begun")
        watch.send(signal)
        #expect(try daemon.next() == "watch status")
        #expect(try daemon.next() == nil, "foldctl is gone")
        try gate.write("\n")
        #expect(try lines.rest() == ["over"])
        #expect(try watch.wait() == 0)
        #expect(watch.errors == [])
    }

    @Test func aLineThatIsNoneIsAnErrorAndRunsNothing() throws {
        let watch = try start("--exec", "echo run")
        let daemon = try server.accept()
        try daemon.say("GET / HTTP/1.0")
        #expect(try watch.wait() == 65)
        #expect(watch.output == [])
        try expectOneLine(of: watch, saying: ["GET / HTTP/1.0", "JSON"])
    }

    private func start(_ options: String..., setting: String? = nil, output: ChildProcess.Output = .kept) throws
        -> ChildProcess
    {
        let parts = setting?.split(separator: "=").map { String($0) } ?? []
        return try ChildProcess(
            Programs.foldctl, ["watch", "--socket", server.path] + options,
            environment: parts.count == 2 ? [parts[0]: parts[1]] : [:], output: output)
    }

    private func status(_ sequence: Int, _ status: String) -> String {
        "{\"seq\":\(sequence),\"t\":0.250000,\"status\":\"\(status)\"}"
    }
}
