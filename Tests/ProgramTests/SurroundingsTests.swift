import Foundation
import TestSupport
import Testing
import UnixProgram

/// What shells, disks and other programs do to a program.
@Suite(.serialized) struct SurroundingsTests {
    private let directory: TemporaryDirectory
    private static let recording = Recordings.path("slow-roll")

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func shell(_ command: String) throws -> ChildProcess {
        try ChildProcess.run("/bin/sh", ["-c", command])
    }

    @Test func aClosedStandardInputIsNoInput() throws {
        let run = try shell("\(Programs.foldctl) replay - <&-")
        #expect(run.endStatus == 66)
        #expect(run.errors.count == 1)
    }

    @Test func aClosedStandardOutputIsToldAndNobodyElseIsWrittenTo() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Self.recording)", ["--loop"])
        let run = try shell("\(Programs.foldctl) watch --socket \(daemon.socket) <&- >&-")
        #expect(run.endStatus == 73)
        #expect(run.errors.first?.contains("Bad file descriptor") == true)
    }

    @Test func aFullDiskIsTold() throws {
        let run = try shell("\(Programs.foldctl) replay \(Self.recording) > /dev/full")
        #expect(run.endStatus == 73)
        #expect(run.errors.first?.contains("No space left") == true)
    }

    @Test func aFileSizeLimitLeavesWholeLines() throws {
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Self.recording)", ["--loop", "--speed", "20"])
        let file = directory("limited.csv")
        let run = try shell("ulimit -f 8; \(Programs.foldctl) record --socket \(daemon.socket) \(file)")
        #expect(run.endStatus == 73)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        let rows = text.split(separator: "\n").filter { $0.first?.isNumber == true }.count
        #expect(rows > 0)
        #expect(run.errors.first?.contains("row \(rows),") == true)
    }

    @Test func aRecordingThatIsRefusedLeavesNoFile() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Self.recording)", ["--loop"], configuration: "[service]\nclients = 1\n")
        let only = try daemon.connect()
        _ = try only.next { sequence(of: $0) != nil }
        for _ in 0..<2 {
            let run = try ChildProcess.run(
                Programs.foldctl, ["record", "--socket", daemon.socket, directory("refused.csv")])
            #expect(run.endStatus == 77)
            #expect(!exists(directory("refused.csv")))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aFullPipeDoesNotKeepAWatcherFromEnding(_ signal: Int32) throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Self.recording)", ["--loop", "--speed", "1000"])
        let pipe = try UnnamedPipe()
        let watch = try ChildProcess(
            Programs.foldctl, ["watch", "--rate", "max", "--socket", daemon.socket], output: .pipe(pipe))
        // Full once nothing more fits: the watcher is then in the middle of a write.
        var last: Int32 = -1
        var size: Int32 = 0
        repeat {
            last = size
            _ = FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 200)
            _ = ioctl(pipe.output, UInt(FIONREAD), &size)
        } while size != last || size == 0
        watch.send(signal)
        #expect(try watch.wait() == 0)
    }

    @Test func aLongGapAtALowSpeedIsWaitedFor() throws {
        let text = "# folddaemon recording 1\nt,x,y,z\n0,0,-4,-8\n4000000000,0,-4,-8\n"
        let file = try directory.file("gap.csv", text)
        let daemon = try RunningDaemon(in: directory, source: "replay:\(file)", ["--speed", "0.01"])
        let client = try daemon.connect()
        #expect(try client.next { sequence(of: $0) == 1 } != nil)
        #expect(try daemon.end() == 0)
    }

    @Test func checkReadsTheRecording() throws {
        let missing = try ChildProcess.run(
            Programs.folddaemon, ["--config", "/dev/null", "--check", "--source", "replay:/nonexistent"])
        #expect(missing.endStatus == 66)
        let wrong = try ChildProcess.run(
            Programs.folddaemon, ["--config", "/dev/null", "--check", "--source", "replay:/bin/sh"])
        #expect(wrong.endStatus == 65)
    }
}
