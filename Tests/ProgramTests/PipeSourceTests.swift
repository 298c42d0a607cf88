import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct PipeSourceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aRecordingIsReadAsItIsWritten() throws {
        mkfifo(directory("fifo"), 0o600)
        let daemon = try RunningDaemon(in: directory, source: "pipe:\(directory("fifo"))")
        let client = try daemon.connect(saying: "watch fold rate=max")
        let fifo = try Fifo(directory("fifo"))
        try fifo.write(Recordings.header("orientation: landscape-left"))
        // Half a row is none yet.
        try fifo.write("0,0,4.903325,")
        try daemon.catchUp()
        #expect(try client.waiting().filter { sequence(of: $0) != nil } == [])
        try fifo.write("-8.492808027\n")
        let first = try client.next { sequence(of: $0) != nil }
        let worked =
            #"{"seq":1,"t":0.000000,"fold":0.034000,"roll":-0.040000,"pitch":0.000000,"status":"partially-open"}"#
        #expect(first == worked)
        // Time goes on, and so the fold moves on toward the tilt that is held.
        #expect(try client.next { (member("fold", of: $0).flatMap { Double($0) } ?? 0) > 0.49 } != nil)
        #expect(try daemon.end() == 0)
    }

    @Test func aNamedPipesWriterMayGoAndAnotherOneCome() throws {
        mkfifo(directory("fifo"), 0o600)
        let daemon = try RunningDaemon(in: directory, source: "pipe:\(directory("fifo"))")
        let client = try daemon.connect(saying: "watch fold rate=max")
        var last = 0
        for _ in 0..<2 {
            let fifo = try Fifo(directory("fifo"))
            try fifo.write(Recordings.header() + "0,0,0,-9.8\n")
            let line = try #require(try client.next { sequence(of: $0) != nil })
            let number = try #require(sequence(of: line))
            #expect(number > last)
            last = number
            fifo.close()
            #expect(try client.next { member("state", of: $0) == "lost" } != nil)
            #expect(try client.next { member("state", of: $0) == "starting" } != nil)
        }
        #expect(try daemon.end() == 0)
    }

    @Test func whatIsNoRecordingIsToldAndTheNextOneRead() throws {
        mkfifo(directory("fifo"), 0o600)
        let daemon = try RunningDaemon(in: directory, source: "pipe:\(directory("fifo"))")
        let client = try daemon.connect(saying: "watch fold rate=max")
        let wrong = try Fifo(directory("fifo"))
        try wrong.write("hello\n")
        let lost = try client.next { member("state", of: $0) == "lost" }
        #expect(lost?.contains("'hello'") == true)
        // Open before the other one goes: that must be no end of what is read by then.
        let right = try Fifo(directory("fifo"), isKept: true)
        wrong.close()
        try right.write(Recordings.header() + "0,0,0,-9.8\n")
        #expect(try client.next { sequence(of: $0) != nil } != nil)
    }

    @Test func theEndOfStandardInputEndsTheDaemonWell() throws {
        let text = Recordings.roll(rows: 30)
        let input = try UnnamedPipe()
        let notify = try NotifySocket(directory("notify"))
        let socket = directory("run/fold.sock")
        let daemon = try ChildProcess(
            Programs.folddaemon,
            ["--config", try directory.file("f.conf", ""), "--socket", socket, "--source", "pipe:-"],
            environment: ["NOTIFY_SOCKET": notify.path], input: .pipe(input))
        #expect(try notify.wait(for: "READY=1", orEnd: daemon.end))
        let client = try StreamClient(socket)
        try input.write(text)
        input.closeInput()
        let lines = try client.rest()
        #expect(endsWithShutdown(lines))
        #expect(lines.contains { sequence(of: $0) != nil })
        #expect(try daemon.wait() == 0)
        #expect(!exists(socket))
    }

    @Test func aFileIsReadToItsEnd() throws {
        let file = try directory.file("r.csv", Recordings.roll(rows: 30))
        let daemon = try RunningDaemon(in: directory, source: "pipe:\(file)")
        let lines = try daemon.connect(saying: "watch fold rate=max").rest()
        #expect(endsWithShutdown(lines))
        #expect(lines.last { sequence(of: $0) != nil }.flatMap { sequence(of: $0) } == 30)
        #expect(try daemon.process.wait() == 0)
    }
}
