import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct RecordTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var file: String { directory("made.csv") }

    @Test(arguments: [
        "slow-roll", "slow-sensor", "jittered-late", "changed-between-rows", "mid-motion", "tablet-unplugged",
    ])
    func aRecordingBegunWithTheFirstSampleReplaysToWhatAWatcherSaw(_ name: String) throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path(name))", ["--speed", "8"])
        let (watcher, recorder) = try daemon.paused {
            let watcher = try daemon.connect()
            try watcher.send("watch fold rate=max\n")
            return (watcher, try startRecording(daemon))
        }
        let lines = try watcher.rest()
        #expect(try recorder.wait() == 0)
        #expect(recorder.errors == [])
        try expectReplay(of: file, among: lines)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# folddaemon recording 1\n"))
        #expect(!text.contains("# lost"))
    }

    @Test(arguments: [
        // a recording of 60 Hz, of 12.5 Hz, one that turns, one with falls, and two past the seam of their loop
        ("slow-roll", 37), ("slow-sensor", 162), ("auto-turn", 150), ("drop", 100), ("jittered-late", 250),
        ("changed-between-rows", 330),
    ])
    func aRecordingBegunInMidMotionReplaysToWhatAWatcherSaw(_ name: String, after updates: Int) throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path(name))", ["--speed", "8", "--loop"])
        let watcher = try daemon.connect(saying: "watch fold rate=max")
        var lines: [String] = []
        while lines.count < updates, let line = try watcher.next() { lines.append(line) }
        let recorder = try startRecording(daemon)
        while lines.count < updates + 150, let line = try watcher.next() { lines.append(line) }
        recorder.send(SIGINT)
        #expect(try recorder.wait() == 0)
        #expect(recorder.errors == [])
        let last = try #require(lines.last.flatMap { sequence(of: $0) })
        // What the recorder had may be newer than what was read until now.
        while let line = try watcher.next() {
            lines.append(line)
            if (sequence(of: line) ?? 0) > last + 50 { break }
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("\n# state: u="))
        try expectReplay(of: file, among: lines)
        #expect(try daemon.end() == 0)
    }

    @Test(arguments: ["gain=-4", "smoothing=0.5", "level=0.1,0.2", "deadzone=0.2", "orientation=left-up"])
    func whatIsSetMeanwhileIsRecorded(_ setting: String) throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--speed", "4", "--loop"])
        let watcher = try daemon.connect(saying: "watch fold rate=max")
        var lines: [String] = []
        let recorder = try startRecording(daemon)
        while lines.count < 60, let line = try watcher.next() { lines.append(line) }
        let answer = try #require(try daemon.ask("set \(setting)"))
        #expect(answer.hasPrefix("{\"ok\""))
        while lines.count < 240, let line = try watcher.next() { lines.append(line) }
        recorder.send(SIGINT)
        #expect(try recorder.wait() == 0)
        let last = try #require(lines.last.flatMap { sequence(of: $0) })
        while let line = try watcher.next() {
            lines.append(line)
            if (sequence(of: line) ?? 0) > last + 100 { break }
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("\n# \(setting.replacing("=", with: ": "))"))
        #expect(text.contains("# event: {\"event\":\"set\""))
        try expectReplay(of: file, among: lines)
    }

    @Test func twoRecordersAndAWatcherSeeTheSame() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-sensor"))", ["--speed", "8"])
        let watcher = try daemon.connect(saying: "watch fold rate=max")
        let first = try startRecording(daemon)
        _ = try watcher.next { (sequence(of: $0) ?? 0) >= 50 }
        let second = try ChildProcess(
            Programs.foldctl, ["record", "--socket", daemon.socket, directory("second.csv")])
        _ = try watcher.rest()
        #expect(try first.wait() == 0)
        #expect(try second.wait() == 0)
        try expectReplay(of: directory("second.csv"), among: try Recordings.replay(file))
    }

    @Test func aRecordingToStandardOutputIsTheSame() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--speed", "8"])
        let recorder = try daemon.paused {
            try ChildProcess(Programs.foldctl, ["record", "--socket", daemon.socket, "-"])
        }
        #expect(try recorder.wait() == 0)
        #expect(recorder.errors == [])
        let replayed = try ChildProcess.run(Programs.foldctl, ["replay", "-"], input: .bytes(recorder.outputBytes))
        #expect(replayed.endStatus == 0)
        #expect(replayed.output.count > 300)
    }

    @Test func itEndsByItselfAfterTheSeconds() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let run = try ChildProcess.run(
            Programs.foldctl, ["record", "--seconds", "0.5", "--socket", daemon.socket, file])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        #expect(try Recordings.replay(file).count > 1)
    }

    @Test func aFileThatExistsIsLeftAlone() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        try directory.file("made.csv", "precious\n")
        let run = try ChildProcess.run(Programs.foldctl, ["record", "--socket", daemon.socket, file])
        #expect(run.endStatus == 73)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: [file, "--force"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious\n")
    }

    @Test func aFileThatExistsIsOverwrittenByForce() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        try directory.file("made.csv", String(repeating: "precious\n", count: 10_000))
        let run = try ChildProcess.run(
            Programs.foldctl, ["record", "--force", "--seconds", "0.5", "--socket", daemon.socket, file])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# folddaemon recording 1\n"))
        #expect(!text.contains("precious"))
        #expect(try Recordings.replay(file).count > 1)
    }

    @Test func aFileThatCannotBeMadeIsToldOf() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        for path in [directory("missing/made.csv"), directory.path] {
            let run = try ChildProcess.run(Programs.foldctl, ["record", "--force", "--socket", daemon.socket, path])
            #expect(run.endStatus == 73)
            try expectOneLine(of: run, saying: [path])
        }
    }

    /// Starts `foldctl record` beside whoever else watches `daemon`, and waits until it is about to ask.
    private func startRecording(_ daemon: RunningDaemon) throws -> ChildProcess {
        let recorder = try ChildProcess(Programs.foldctl, ["record", "--socket", daemon.socket, file])
        try FileEvents.wait(for: file, in: directory.path) { exists(file) }
        return recorder
    }

    /// Expects that the recording `file` replays to lines of a watcher, but for `seq` and the origin of `t`.
    private func expectReplay(
        of file: String, among lines: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let replay = try Recordings.replay(file)
        let watched = lines.filter { sequence(of: $0) != nil }
        #expect(replay.count >= 60, sourceLocation: sourceLocation)
        let match = LineMatch(replay, among: watched)
        #expect(match != nil, "no stretch of the watcher's lines is the replay", sourceLocation: sourceLocation)
        // The watcher may have missed some; so many show that it is no chance.
        #expect((match?.count ?? 0) >= 60, sourceLocation: sourceLocation)
    }
}
