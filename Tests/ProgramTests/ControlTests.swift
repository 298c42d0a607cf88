import Foundation
import Glibc
import TestSupport
import Testing
import UnixProgram

/// The control socket of a daemon that replays a recording.
@Suite(.serialized) struct ControlTests {
    private let directory: TemporaryDirectory
    private let daemon: RunningDaemon

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop", "--speed", "2"])
    }

    @Test func severalRequestsOnOneConnectionAreAnsweredInTheirOrder() throws {
        let client = try control()
        try client.send("version\r\nget ga")
        #expect(try client.next() == #"{"ok":{"version":"0.1.0","protocol":"1"}}"#)
        try client.send("in\nhello\nget deadzone\nsensors\nget level\n")
        #expect(try client.next() == #"{"ok":{"gain":-1.600000}}"#)
        #expect(try client.next()?.hasPrefix(#"{"error":"'hello' is no request"#) == true)
        #expect(try client.next() == #"{"ok":{"deadzone":0.030000}}"#)
        // Whatever sensors this machine has: the answer comes late, and what follows waits for it.
        #expect(try client.next()?.hasPrefix(#"{"ok":{"sensors":["#) == true)
        #expect(try client.next() == #"{"ok":{"level":[0.000000,0.000000]}}"#)
    }

    @Test func theEndOfItsInputIsAnsweredToTheLast() throws {
        let client = try control()
        try client.send("get gain\nsensors\nget clients\nversion")
        client.endInput()
        let lines = try client.rest()
        #expect(lines.count == 3, "a line without its end is none")
        #expect(lines.last == #"{"ok":{"clients":4096.000000}}"#)
    }

    @Test func getTellsEveryKey() throws {
        let line = try #require(try ask("get"))
        let members = try object(line)
        #expect(
            Set(members.keys) == [
                "source", "sign", "matrix", "panel", "mode", "share", "rate", "always-on", "orientation", "gain",
                "deadzone", "smoothing", "level", "fold-socket", "control-socket", "clients", "exit-idle-time",
            ])
        #expect(members["source"] as? String == "replay:\(Recordings.path("slow-roll"))")
        #expect(members["fold-socket"] as? String == daemon.socket)
        #expect(members["control-socket"] as? String == directory("run/control.sock"))
        #expect(members["matrix"] is NSNull)
    }

    @Test func originsTellWhereEachKeyComesFrom() throws {
        let before = try object(try #require(try ask("origins")))
        let settings = try object(try #require(try ask("get")))
        #expect(Set(before.keys) == Set(settings.keys))
        #expect(before["source"] as? String == "the command line")
        #expect(before["gain"] as? String == "the default")
        _ = try ask("set gain=-3")
        _ = try ask("set deadzone=7")
        let after = try object(try #require(try ask("origins")))
        #expect(after["gain"] as? String == "the control socket")
        #expect(after["deadzone"] as? String == "the default")
    }

    @Test(arguments: [
        // what is set, the answer's value
        ("gain=-3", "-3.000000"), ("deadzone=0.1", "0.100000"), ("smoothing=1", "1.000000"),
        ("level=0.01, -0.02", "[0.010000,-0.020000]"), ("orientation=left-up", "\"left-up\""),
        ("orientation = auto", "\"auto\""), ("orientation=landscape-left", "\"left-up\""),
    ])
    func whatIsSetIsToldToAllAndHolds(_ setting: String, _ value: String) throws {
        let key = String(setting.prefix { $0 != "=" && $0 != " " })
        let watcher = try daemon.connect(saying: "watch fold")
        _ = try watcher.next { $0.hasPrefix("{\"seq\"") }
        #expect(try ask("set \(setting)") == "{\"ok\":{\"\(key)\":\(value)}}")
        let event = try watcher.next { $0.hasPrefix("{\"event\":\"set\"") }
        #expect(event == "{\"event\":\"set\",\"key\":\"\(key)\",\"value\":\(value)}")
        #expect(try ask("get \(key)") == "{\"ok\":{\"\(key)\":\(value)}}")
    }

    @Test func aGainAppliesWithTheNextSample() throws {
        let watcher = try daemon.connect(saying: "watch fold rate=max")
        _ = try watcher.next { $0.hasPrefix("{\"seq\"") }
        // Against the roll, so that nothing folds any more, in this round of the recording and in the next.
        #expect(try ask("set gain=10")?.hasPrefix("{\"ok\"") == true)
        _ = try watcher.next { $0.hasPrefix("{\"event\":\"set\"") }
        _ = try watcher.next()
        var (folds, last) = (Set<String>(), 0)
        while last < 500, let line = try watcher.next() {
            last = sequence(of: line) ?? last
            if let fold = member("fold", of: line) { folds.insert(fold) }
        }
        #expect(folds == ["0.000000"])
    }

    @Test(arguments: [
        // a request, words of the refusal
        ("set gain=11", "-10…10"), ("set gain=nan", "'nan'"), ("set deadzone=-0.1", "0…0.5"),
        ("set deadzone=0.6", "0…0.5"), ("set smoothing=0.001", "0.01…1"), ("set level=1", "two tilts"),
        ("set level=0,2", "-1…1"), ("set orientation=portrait", "landscape-right"), ("set rate=60", "recording"),
        ("set matrix=1,0,0;0,1,0;0,0,1", "recording"), ("set source=auto", "configuration"),
        ("set clients=5", "configuration"), ("set colour=red", "'colour'"), ("get colour", "one of source"),
        ("calibrate", "'calibrate'"), ("\u{1b}[2J", "\\\\x1b"), ("", "status"),
    ])
    func aWrongOneIsToldAndChangesNothing(_ request: String, _ words: String) throws {
        let before = try ask("get")
        let answer = try #require(try ask(request))
        #expect(answer.hasPrefix("{\"error\":\""))
        #expect(answer.contains(words), "\(answer)")
        #expect(try ask("get") == before)
    }

    @Test func statusTellsHowItStands() throws {
        let watcher = try daemon.connect(saying: "watch status")
        _ = try watcher.next { $0.hasPrefix("{\"seq\"") }
        let status = try object(try #require(try ask("status")))
        #expect(status["state"] as? String == "ok")
        #expect(status["readers"] as? Double == 1)
        #expect(status["sensor"] as? String == "generated")
        #expect(status["device"] is NSNull)
        #expect((status["age"] as? Double ?? -1) >= 0)
        #expect((status["uptime"] as? Double ?? 0) > 0)
        #expect((status["memory"] as? Double ?? 0) > 1e6)
        let orientation = status["orientation"] as? [String: Any]
        #expect(orientation?["value"] as? String == "right-up")
        #expect(orientation?["from"] as? String == "the default")
        _ = try ask("set orientation=left-up")
        let after = try object(try #require(try ask("status")))["orientation"] as? [String: Any]
        #expect(after?["from"] as? String == "the control socket")
        #expect(after?["setting"] as? String == "left-up")
    }

    @Test func aLineThatIsTooLongEndsTheConnection() throws {
        let client = try control()
        try client.send("get gain\nget " + String(repeating: "x", count: 1100))
        let lines = try client.rest()
        #expect(lines.first == #"{"ok":{"gain":-1.600000}}"#)
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("{\"error\":\"a request is at most 1024 bytes") == true)
    }

    @Test func aFloodEndsTheConnectionAndNothingElse() throws {
        let other = try control()
        let client = try control()
        try client.send(String(repeating: "get gain\n", count: 101))
        let lines = try client.rest()
        #expect(lines.count == 101)
        #expect(lines.last?.contains("more than 100 requests") == true)
        try other.send("get gain\n")
        #expect(try other.next() == #"{"ok":{"gain":-1.600000}}"#)
    }

    @Test func theSixtyFifthIsRefused() throws {
        let clients = try (0..<64).map { _ in try control() }
        for client in clients {
            try client.send("version\n")
            #expect(try client.next()?.hasPrefix("{\"ok\"") == true)
        }
        #expect(try control().rest().first?.contains("64 clients") == true)
        try withExtendedLifetime(clients) {
            try clients[0].send("version\n")
            #expect(try clients[0].next()?.hasPrefix("{\"ok\"") == true)
        }
    }

    @Test func asWhoDoesNotReadItsAnswersNobodyIsHurt() throws {
        let client = try control()
        // Two requests a block, so that it is no flood; the answers fill the socket, and then nothing more is read.
        for _ in 0..<50 { try client.send("get\nget\n") }
        #expect(try ask("get gain") == #"{"ok":{"gain":-1.600000}}"#)
        client.endInput()
        let lines = try client.rest()
        #expect(lines.filter { $0.hasPrefix("{\"ok\"") }.count == 100)
    }

    @Test func whatWasAskedBeforeHangingUpIsDone() throws {
        for tenth in 1...20 {
            try control().send("set gain=-0.\(tenth + 10)\n")
            // Whoever comes after is served after.
            for _ in 0..<2 { _ = try ask("version") }
            #expect(try ask("get gain") == "{\"ok\":{\"gain\":-0.\(tenth + 10)0000}}")
        }
    }

    @Test func bothSocketsGoWithTheDaemon() throws {
        #expect(exists(directory("run/control.sock")))
        #expect(try daemon.end() == 0)
        #expect(!exists(directory("run")))
    }

    private func control() throws -> StreamClient { try daemon.control() }
    private func ask(_ request: String) throws -> String? { try daemon.ask(request) }

    private func object(_ line: String) throws -> [String: Any] {
        let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(answer?["ok"] as? [String: Any])
    }
}
