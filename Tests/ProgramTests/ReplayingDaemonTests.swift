import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct ReplayingDaemonTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: ["slow-roll", "slow-sensor", "auto-turn-landscape-panel", "mid-motion"])
    func aReaderWithoutAWordGetsTheRecordingsLinesAndThenShutdown(_ name: String) throws {
        let path = Recordings.path(name)
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "8"])
        let lines = try daemon.connect().rest()
        #expect(endsWithShutdown(lines))
        // It gets 60 lines a second at most.
        let last = try Recordings.replay(path, "--rate", "60").last
        expect(folds(lines), areOf: try Recordings.replay(path), upTo: last)
        // Some may be lost where the machine is slow.
        #expect(lines.count > 20)
        #expect(try daemon.process.wait() == 0)
        #expect(
            daemon.process.errors.allSatisfy { $0.contains("sensor ok") || $0.contains("listening on") },
            "\(daemon.process.errors)")
    }

    @Test func atTheEndTheSocketAndTheDirectoryThatWasMadeAreGone() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("mid-motion"))", ["--speed", "max"])
        #expect(fileMode(directory("run")) == S_IFDIR | 0o755)
        #expect((fileMode(daemon.socket) ?? 0) & S_IFMT == S_IFSOCK)
        _ = try daemon.connect().rest()
        #expect(try daemon.process.wait() == 0)
        #expect(!exists(daemon.socket))
        #expect(!exists(directory("run")))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItAsWell(_ signal: Int32) throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let client = try daemon.connect()
        #expect(try client.next() != nil)
        #expect(try daemon.end(by: signal) == 0)
        #expect(try endsWithShutdown(client.rest()))
        #expect(!exists(directory("run")))
    }

    @Test func aDirectoryThatWasThereIsLeft() throws {
        try directory.file("run/other", "precious")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))")
        #expect(try daemon.end() == 0)
        #expect(!exists(daemon.socket))
        #expect(exists(directory("run/other")))
    }

    /// Slow enough that no reader misses a line: a socket holds six.
    @Test func everyUpdateComesAtTheHighestRate() throws {
        let recording = try directory.file("r.csv", Recordings.roll(rows: 50))
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--speed", "0.5"])
        let lines = try daemon.connect(saying: "watch fold rate=max").rest()
        #expect(try folds(lines) == Recordings.replay(recording))
        #expect(endsWithShutdown(lines))
    }

    @Test(arguments: ["1", "8", "max"])
    func anySpeedGivesTheSameLines(_ speed: String) throws {
        let path = Recordings.path("mid-motion")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", speed])
        let lines = try daemon.connect(saying: "watch fold rate=max").rest()
        expect(folds(lines), areOf: try Recordings.replay(path))
    }

    @Test func aRateThinsTheLines() throws {
        let path = Recordings.path("slow-roll")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "4"])
        let lines = folds(try daemon.connect(saying: "watch fold rate=5").rest())
        let replay = try Recordings.replay(path, "--rate", "5")
        #expect(lines == replay)
        #expect(lines.count >= 30)
    }

    @Test func csvIsAHeaderRowsAndEventsAsComments() throws {
        let path = Recordings.path("slow-sensor")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "8"])
        let lines = try daemon.connect(saying: "watch fold rate=max format=csv").rest()
        let replay = try Recordings.replay(path, "--format", "csv")
        let begun = lines.drop { $0.hasPrefix("{") }
        #expect(begun.first == "seq,t,fold,roll,pitch,status")
        #expect(begun.suffix(2).contains(#"# event: {"event":"shutdown"}"#))
        let rows = begun.dropFirst().filter { !$0.hasPrefix("#") }
        #expect(rows.count > 100)
        #expect(Set(rows).isSubset(of: replay.dropFirst()))
        #expect(rows.last == replay.last)
    }

    @Test func plainIsBareNumbersWithoutEvents() throws {
        let path = Recordings.path("slow-roll")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "8"])
        let lines = try daemon.connect(saying: "watch fold format=plain").rest().drop { $0.hasPrefix("{") }
        let replay = Set(try Recordings.replay(path, "--format", "plain"))
        // Some may be lost where the machine is slow.
        #expect(lines.count > 20)
        #expect(lines.filter { !replay.contains($0) } == [])
    }

    @Test func inALoopTimeAndNumbersRunOn() throws {
        // 0.5 s long, so that the first round ends at seq 31.
        let recording = try directory.file("r.csv", Recordings.roll(rows: 31))
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--loop"])
        let client = try daemon.connect(saying: "watch fold rate=max")
        var lines: [String] = []
        while lines.count < 70, let line = try client.next() { lines.append(line) }
        let numbers = lines.compactMap { sequence(of: $0) }
        let times = lines.compactMap { microseconds(of: $0) }
        #expect(numbers.count == 70)
        // Whatever a slow reader missed: every update is a sixtieth of a second after the one before it.
        for (number, time) in zip(numbers, times) {
            #expect(abs(time - (number - 1) * 50_000 / 3) <= 3, "seq \(number)")
        }
        #expect((numbers.last ?? 0) > 62)
        #expect(try daemon.end() == 0)
    }

    @Test func theRecordingStartsWithItsFirstReader() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--speed", "1"])
        let first = try daemon.connect(saying: "watch fold rate=max")
        #expect(try first.next().flatMap { sequence(of: $0) } == 1)
        // Who comes later gets the current state at once, and not the first.
        let number = try #require(try first.next { (sequence(of: $0) ?? 0) >= 20 }.flatMap { sequence(of: $0) })
        let late = try daemon.connect().next().flatMap { sequence(of: $0) }
        #expect((late ?? 0) >= number)
        #expect(try daemon.end() == 0)
    }

    @Test(arguments: [
        (["--orientation", "landscape-left"], ["--orientation", "landscape-left"]),
        (["--orientation", "normal"], ["--orientation", "normal"]),
    ])
    func theCommandLinesOrientationIsBeforeTheRecordings(_ options: [String], _ same: [String]) throws {
        let path = Recordings.path("mid-motion")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "8"] + options)
        let lines = try daemon.connect(saying: "watch fold rate=max").rest()
        let run = try ChildProcess.run(Programs.foldctl, ["replay", path] + same)
        expect(folds(lines), areOf: run.output)
    }

    @Test func theRecordingsOrientationIsBeforeTheConfigurations() throws {
        let path = Recordings.path("landscape-left")
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(path)", ["--speed", "8"],
            configuration: "[fold]\norientation = bottom-up\n")
        let lines = try daemon.connect(saying: "watch fold rate=max").rest()
        expect(folds(lines), areOf: try Recordings.replay(path))
    }
}
