import Glibc
import Testing
import TestSupport
import UnixProgram

@Suite(.serialized) struct ExampleTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// All at once, as readers of one daemon, which never runs ahead of what a socket holds.
    @Test func theySayWhatARecordingHolds() throws {
        let golden = try String(contentsOfFile: Recordings.expected("slow-roll"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))")
        let stages = try Example.allCases.map { try StagedExample($0, in: directory) }
        for (example, stage) in zip(Example.allCases, stages) {
            #expect(try stage.request() == example.request, "\(example)")
        }
        let sources = try daemon.paused {
            try Example.allCases.map { example in
                let source = try daemon.connect()
                try source.send(example.request + "\n")
                return source
            }
        }
        try StagedExample.relay(sources, to: stages)
        for (example, stage) in zip(Example.allCases, stages) {
            #expect(try stage.run.rest() == example.output(of: golden), "\(example)")
            #expect(try stage.run.process.wait() == 0, "\(example)")
            #expect(stage.run.process.errors == [], "\(example)")
        }
        // Counted in the golden file by another program, so that what is expected above is not nothing.
        #expect(Example.lifted.output(of: golden) == ["down", "lifted", "down"])
        #expect(Example.lua.output(of: golden) == ["fully-open", "partially-open", "fully-open"])
        #expect(Example.c.output(of: golden).count == 84)
    }

    @Test(arguments: Example.allCases)
    func itFindsTheUsersDaemonByItself(_ example: Example) throws {
        let path = Recordings.path("mid-motion")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "8"])
        mkdir(directory("own"), 0o700)
        symlink(directory("run"), directory("own/folddaemon"))
        let run = try RunningExample(
            example, in: directory, socket: "", environment: ["XDG_RUNTIME_DIR": directory("own")])
        let output = try run.rest()
        #expect(try run.process.wait() == 0)
        #expect(run.process.errors == [])
        // How much of the motion was over when the daemon read its request is open; where it ends is not.
        let updates = try Recordings.reference(path)
        #expect(!output.isEmpty)
        #expect(Set(output).isSubset(of: updates.flatMap { example.output(of: [$0]) }))
        #expect(output.last == example.output(of: updates).last)
        #expect(try daemon.process.wait() == 0)
    }

    @Test(arguments: Example.allCases)
    func itPassesOverWhatItDoesNotKnow(_ example: Example) throws {
        let stage = try StagedExample(example, in: directory)
        #expect(try stage.request() == example.request)
        let sensor = #"{"event":"sensor","state":"searching","detail":"no accelerometer: iio:device0 is a light"}"#
        let refusal = #"{"error":"there is no such thing"}"#
        let unknown = #"{"event":"weather","fold":0.750000,"status":"closed","lifted":false,"x":"\"fold\":1.000000"}"#
        let long = #"{"event":"long","x":""# + String(repeating: "long ", count: 40_000) + #""}"#
        let update =
            #"{"seq":1,"t":0.5,"new":{"a":[1,null]},"fold":0.250000,"status":"partially-open","lifted":true}"#
        let lines = [sensor, unknown, "{}", refusal, long, update]
        for line in lines { try stage.send(line + "\n") }
        let said: [String] =
            switch example {
            case .lifted: ["lifted"]
            case .python, .gjs: ["0.250000 partially-open"]
            case .c: ["0.250000"]
            case .lua: ["partially-open"]
            case .mqtt: lines
            }
        // It says so at once, with no end in sight.
        for line in said { #expect(try stage.run.next() == line) }
        // The goodbye is the end, whatever becomes of the stream.
        try stage.send(Example.goodbye + "\n")
        #expect(try stage.run.rest() == (example == .mqtt ? [Example.goodbye] : []))
        #expect(try stage.run.process.wait() == 0)
        let errors = stage.run.process.errors
        #expect(errors.count == 2, "\(errors)")
        #expect(errors.first?.contains("searching") == true)
        #expect(errors.first?.contains("no accelerometer: iio:device0 is a light") == true)
        #expect(errors.last?.contains("there is no such thing") == true)
    }

    @Test(arguments: Example.allCases, [true, false])
    func anEndWithoutAGoodbyeIsOneToo(_ example: Example, hasReadTheRequest: Bool) throws {
        let stage = try StagedExample(example, in: directory)
        // Whoever closes a socket with something unread resets the connection.
        if hasReadTheRequest { #expect(try stage.request() == example.request) }
        try stage.send(Self.update + "\n" + #"{"seq":2,"t":0.6,"fold":0.7500"#)
        let first = try stage.run.next()
        #expect(first?.isEmpty == false)
        stage.hangUp()
        #expect(try stage.run.rest() == (example == .mqtt ? [Example.goodbye] : []))
        #expect(try stage.run.process.wait() == 0)
        #expect(stage.run.process.errors == [])
    }

    @Test(arguments: Example.allCases)
    func withoutADaemonItIsUnavailable(_ example: Example) throws {
        FileDescriptor.close(try UnixSocket.listen(directory("stale.sock"), mode: 0o700))
        let program = try example.program(in: directory)
        for name in ["missing.sock", "stale.sock", String(repeating: "long/", count: 50)] {
            let run = try ChildProcess.run(program, [directory(name)])
            #expect(run.endStatus == 69)
            #expect(run.output == [])
            try expectOneLine(of: run, saying: ["no daemon answers", directory(name), "start folddaemon"])
        }
    }

    /// The wait is for all that it has started, too: what stayed behind would keep the sensor running.
    @Test(arguments: [Example.lifted, .mqtt])
    func aSignalEndsAScriptWithItsReader(_ example: Example) throws {
        let stage = try StagedExample(example, in: directory)
        try stage.send(Self.update + "\n")
        #expect(try stage.run.next() != nil)
        stage.run.process.send(SIGTERM)
        #expect(try stage.run.process.wait() == 128 + SIGTERM)
        #expect(try stage.run.rest() == (example == .mqtt ? [Example.goodbye] : []))
    }

    @Test func aSubscriberIsToldTheStateAtOnceAndTheEndInAnyCase() throws {
        let stage = try StagedExample(.mqtt, in: directory)
        try stage.send(Self.update + "\n")
        #expect(try stage.run.next() == Self.update)
        let broker = try #require(stage.run.broker)
        #expect(try broker.retained(of: "fold") == "1 " + Self.update)
        try stage.run.killChild("mosquitto_pub")
        #expect(try stage.run.next() == Example.goodbye)
        #expect(try broker.retained(of: "fold") == "1 " + Example.goodbye)
        #expect(try stage.run.process.wait() == 128 + SIGKILL)
    }

    private static let update = #"{"seq":1,"t":0.5,"fold":0.250000,"status":"partially-open","lifted":true}"#
}
