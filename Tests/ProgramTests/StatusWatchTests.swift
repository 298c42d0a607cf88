import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl status --watch`.
@Suite(.serialized) struct StatusWatchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func itShowsWhatTheSensorReadsForWhichItRuns() throws {
        let turned = try TurnedTablet(in: directory, mounting: [[0, 1, 0], [1, 0, 0], [0, 0, 1]])
        try turned.hold(0, -0.6, -0.8)
        let daemon = try turned.start(in: directory, "[sensor]\nmatrix = 0, 1, 0; 1, 0, 0; 0, 0, 1\n")
        let (pipe, run) = try watch("--socket", daemon.socket)
        let lines = LineReader(pipe)
        _ = try lines.next { $0.hasPrefix("state        ok: ") }
        var block: [String] = []
        while let line = try lines.next(), !line.isEmpty { block.append(line) }
        #expect(block.contains("sensor       fake_accel (iio:device0)"))
        #expect(block.contains("mode         polled"))
        #expect(block.contains("trigger      -"))
        #expect(block.contains { $0.hasPrefix("rate         400 Hz asked") })
        #expect(block.contains { $0.hasPrefix("age          ") && $0.hasSuffix("s") })
        #expect(block.contains("raw              -600        0     -800"))
        #expect(block.contains("scaled         -5.884    0.000   -7.845"))
        #expect(block.contains("rotated         0.000   -5.884   -7.845"))
        #expect(block.contains("length       9.806 m/s^2, 1.000 g"))
        #expect(block.contains("matrix       0, 1, 0; 1, 0, 0; 0, 0, 1 (from the configuration)"))
        // Again and again, as it changes.
        try turned.hold(0, 0, -1)
        _ = try lines.next { $0 == "scaled          0.000    0.000   -9.806" }
        run.send(SIGINT)
        #expect(try run.wait() == 0)
        #expect(run.errors == [])
    }

    @Test func itEndsWithItsReader() throws {
        let daemon = try replay()
        let (pipe, run) = try watch("--socket", daemon.socket)
        _ = try LineReader(pipe).next()
        pipe.closeOutput()
        #expect(try run.wait() == 0)
        #expect(run.errors == [])
    }

    @Test func itEndsWithTheDaemon() throws {
        let daemon = try replay()
        let (pipe, run) = try watch("--control", directory("run/control.sock"))
        _ = try LineReader(pipe).next()
        #expect(try daemon.end() == 0)
        #expect(try run.wait() == 0)
        #expect(run.errors == [])
    }

    @Test func itWaitsForTheNextDaemonIfItIsTo() throws {
        let (pipe, run) = try watch("--reconnect", "--socket", directory("run/fold.sock"))
        let lines = LineReader(pipe)
        for _ in 1...2 {
            let daemon = try replay()
            #expect(try lines.next { $0.hasPrefix("state        ok") } != nil)
            #expect(try daemon.end() == 0)
        }
        run.send(SIGTERM)
        #expect(try run.wait() == 0)
        #expect(run.errors.allSatisfy { $0.contains("waiting for a daemon on \(directory("run/control.sock"))") })
        #expect((1...3).contains(run.errors.count), "once for each loss")
    }

    @Test func withoutADaemonItIsUnavailable() throws {
        let run = try ChildProcess.run(
            Programs.foldctl, ["status", "--watch", "--socket", directory("run/fold.sock")])
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: [directory("run/control.sock"), "start folddaemon"])
    }

    @Test(arguments: [
        (["--watch", "--report"], "--report"), (["--json", "--watch"], "--json"), (["--reconnect"], "--watch"),
        (["--report", "--reconnect"], "--watch"),
    ])
    func whatCannotBeHadTogetherIsUsage(_ words: [String], _ word: String) throws {
        let run = try ChildProcess.run(Programs.foldctl, ["status"] + words)
        #expect(run.endStatus == 64)
        try expectOneLine(of: run, saying: [word])
    }

    private func watch(_ words: String...) throws -> (UnnamedPipe, ChildProcess) {
        let pipe = try UnnamedPipe()
        return (pipe, try ChildProcess(Programs.foldctl, ["status", "--watch"] + words, output: .pipe(pipe)))
    }

    private func replay() throws -> RunningDaemon {
        try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
    }
}
