import Foundation
import Testing
import UnixProgram
import TestSupport

@Suite(.serialized) struct ClientProgramTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func watchPassesTheLinesOfTheDaemonUpToItsEnd() throws {
        let path = Recordings.path("mid-motion")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "4"])
        let watch = try ChildProcess.run(Programs.foldctl, ["watch", "--rate", "max", "--socket", daemon.socket])
        #expect(watch.endStatus == 0)
        #expect(watch.errors == [])
        #expect(endsWithShutdown(watch.output))
        expect(folds(watch.output), areOf: try Recordings.replay(path))
        #expect(watch.output.count > 100)
    }

    @Test func watchGivesTheFormatThatIsAskedFor() throws {
        let path = Recordings.path("mid-motion")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "4", "--loop"])
        let (csv, plain) = (try UnnamedPipe(), try UnnamedPipe())
        let socket = ["--socket", daemon.socket]
        let first = try ChildProcess(Programs.foldctl, ["watch", "--format", "csv"] + socket, output: .pipe(csv))
        let second = try ChildProcess(Programs.foldctl, ["watch", "--format=plain"] + socket, output: .pipe(plain))
        let rows = LineReader(csv)
        #expect(try rows.next() == "seq,t,fold,roll,pitch,status")
        for _ in 0..<20 { #expect(try rows.next()?.split(separator: ",").count == 6) }
        let numbers = LineReader(plain)
        for _ in 0..<20 {
            let line = try #require(try numbers.next())
            #expect(line.count == 8 && Double(line).map { (0...1).contains($0) } == true, "\(line)")
        }
        for child in [first, second] {
            child.send(SIGINT)
            #expect(try child.wait() == 0)
            #expect(child.errors == [])
        }
    }

    @Test func watchEndsWellOnceItsReaderHasEnough() throws {
        let daemon = try looping()
        let pipe = try UnnamedPipe()
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", daemon.socket], output: .pipe(pipe))
        #expect(try LineReader(pipe).next()?.hasPrefix(#"{"seq":"#) == true)
        pipe.closeOutput()
        #expect(try watch.wait() == 0)
        #expect(watch.errors == [])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsWatchWell(_ signal: Int32) throws {
        let daemon = try looping()
        let pipe = try UnnamedPipe()
        let watch = try ChildProcess(Programs.foldctl, ["watch", "--socket", daemon.socket], output: .pipe(pipe))
        let lines = LineReader(pipe)
        #expect(try lines.next() != nil)
        watch.send(signal)
        let rest = try lines.rest()
        #expect(try watch.wait() == 0)
        #expect(watch.errors == [])
        #expect(rest.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    @Test func aSignalEndsReplayWell() throws {
        let (input, output) = (try UnnamedPipe(), try UnnamedPipe())
        let replay = try ChildProcess(Programs.foldctl, ["replay", "-"], input: .pipe(input), output: .pipe(output))
        try input.write(Recordings.roll(rows: 10))
        let lines = LineReader(output)
        // Each line is written at once, with no end of the input in sight.
        for number in 1...10 { #expect(try lines.next().flatMap { sequence(of: $0) } == number) }
        replay.send(SIGINT)
        #expect(try replay.wait() == 0)
        #expect(replay.errors == [])
    }

    @Test func aSignalEndsRecordWellWithAWholeRecording() throws {
        let daemon = try looping()
        let file = directory("made.csv")
        let record = try ChildProcess(Programs.foldctl, ["record", "--socket", daemon.socket, file])
        try FileEvents.wait(for: "rows", in: directory.path) {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").count > 30
        }
        record.send(SIGINT)
        #expect(try record.wait() == 0)
        #expect(record.errors == [])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        #expect(try Recordings.replay(file).count > 10)
    }

    @Test(arguments: [["watch"], ["watch", "--format", "csv"], ["record", "made.csv"]])
    func withoutADaemonTheyAreUnavailable(_ words: [String]) throws {
        FileDescriptor.close(try UnixSocket.listen(directory("stale.sock"), mode: 0o700))
        for name in ["missing.sock", "stale.sock", "no/such/directory.sock"] {
            let path = directory(name)
            let run = try ChildProcess.run(
                Programs.foldctl, words + ["--socket", path], directory: directory.path)
            #expect(run.endStatus == 69)
            #expect(run.output == [])
            try expectOneLine(of: run, saying: [path, "folddaemon"])
        }
        #expect(!exists(directory("made.csv")))
    }

    @Test func aRecordingThatComesToNothingLeavesNoFile() throws {
        // A recording that waits for its writer: no sample ever comes.
        mkfifo(directory("fifo"), 0o600)
        let daemon = try RunningDaemon(in: directory, source: "pipe:\(directory("fifo"))")
        let file = directory("made.csv")
        let run = try ChildProcess.run(
            Programs.foldctl, ["record", "--seconds", "0.2", "--socket", daemon.socket, file])
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: ["nothing was recorded"])
        #expect(!exists(file))
        #expect(try daemon.end() == 0)
    }

    private func looping() throws -> RunningDaemon {
        try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
    }
}
