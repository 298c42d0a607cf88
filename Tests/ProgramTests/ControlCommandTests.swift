import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl status`, `get`, `set`, `sensors` and `version`.
@Suite(.serialized) struct ControlCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let status =
        #"{"source":"auto","sensor":"accel_3d","device":"iio:device0","connector":"eDP-1","panel":"portrait","#
        + #""mode":"buffered","state":"ok","detail":"buffered at 62.5 Hz","rate":{"asked":60.000000,"set":62.500000,"#
        + #""measured":62.437129},"age":0.012345,"readers":3.000000,"drops":0.000000,"uptime":7512.900000,"#
        + #""memory":5234688.000000,"matrix":{"value":"0, 1, 0; -1, 0, 0; 0, 0, 1","from":"udev"},"#
        + #""orientation":{"value":"right-up","setting":"auto","from":"the default"},"mood":{"glad":true}}"#

    @Test func aStatusIsReadable() throws {
        let run = try answer(["status"], with: #"{"ok":\#(Self.status)}"#, asked: "status")
        #expect(run.endStatus == 0)
        #expect(
            run.output == [
                "source       auto",
                "sensor       accel_3d (iio:device0)",
                "state        ok: buffered at 62.5 Hz",
                "mode         buffered",
                "rate         60 Hz asked, 62.5 Hz set, 62.44 Hz measured",
                "age          12 ms",
                "orientation  right-up (auto, from the default)",
                "panel        portrait (eDP-1)",
                "matrix       0, 1, 0; -1, 0, 0; 0, 0, 1 (from udev)",
                "readers      3",
                "drops        0",
                "uptime       2 h 5 min",
                "memory       5.2 MB",
                "mood         glad yes",
            ])
    }

    @Test func whatIsNotKnownIsLeftOut() throws {
        let line =
            #"{"ok":{"source":"auto","sensor":null,"device":null,"mode":null,"state":"searching","age":null,"#
            + #""rate":{"asked":60.000000,"set":null,"measured":null},"matrix":{"value":null,"from":null},"#
            + #""uptime":65.000000,"memory":null,"detail":"none\u001b[2J"}}"#
        let run = try answer(["status"], with: line, asked: "status")
        #expect(
            run.output == [
                "source       auto", "state        searching: none [2J", "rate         60 Hz asked",
                "uptime       1 min 5 s",
            ])
    }

    @Test func withJsonItIsTheDaemonsOwn() throws {
        let run = try answer(["status", "--json"], with: #"{"ok":\#(Self.status)}"#, asked: "status")
        #expect(run.output == [Self.status])
    }

    @Test(arguments: [
        // what is asked, the answer, what is told
        (["get", "gain"], #"{"gain":-1.600000}"#, ["-1.6"]),
        (["get", "always-on"], #"{"always-on":false}"#, ["no"]),
        (["get", "matrix"], #"{"matrix":null}"#, ["# matrix is found by itself"]),
        (
            ["get"],
            #"{"source":"auto","gain":-1.600000,"clients":4096.000000,"level":[0.010000,0.000000],"panel":null}"#,
            ["source = auto", "gain = -1.6", "clients = 4096", "level = 0.01, 0", "# panel is found by itself"]
        ),
        (["set", "gain=-2"], #"{"gain":-2.000000}"#, ["gain = -2"]),
        (
            ["sensors"],
            #"{"sensors":[{"device":"iio:device0","name":"als","label":null,"used":false,"obstacle":"no axes"},"#
                + #"{"device":"iio:device10","name":"accel_3d","label":"accel-display","used":true,"obstacle":null}]}"#,
            ["  iio:device0   als: no axes", "* iio:device10  accel_3d (accel-display)"]
        ),
        (
            ["sensors"],
            #"{"sensors":[{"device":"iio:device0","name":"kxcj9000","used":true,"kind":"accelerometer","place":"display","#
                + #""place-from":"the label","buffer":"on","trigger":"hrtimer","rates":"50 100","path":"/sys/devices/i2c"}]}"#,
            [
                "* iio:device0  kxcj9000",
                "    accelerometer, display by the label, buffer on, trigger hrtimer, rates 50 100, /sys/devices/i2c",
            ]
        ),
        (
            ["sensors"], #"{"sensors":[],"remarks":["its driver is missing"]}"#,
            ["there is no IIO device", "its driver is missing"]
        ),
        (
            ["version"], #"{"version":"9.8.7","protocol":"1"}"#,
            ["foldctl " + programVersion, "folddaemon 9.8.7, protocol 1"]
        ),
    ])
    func answersAreReadable(_ words: [String], _ value: String, _ lines: [String]) throws {
        let run = try answer(words, with: "{\"ok\":\(value)}", asked: words.joined(separator: " "))
        #expect(run.endStatus == 0)
        #expect(run.output == lines)
        #expect(run.errors == [])
    }

    @Test func aRefusalIsToldAndIsUsage() throws {
        let run = try answer(["set", "gain=11"], with: #"{"error":"gain is -10…10, not '11'"}"#, asked: "set gain=11")
        #expect(run.endStatus == 64)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: ["the daemon refuses: gain is -10…10, not '11'"])
    }

    @Test func whoIsTurnedAwayHasNoPermission() throws {
        let run = try answer(["get"], with: #"{"error":"only others may"}"#, asked: "get", hangingUp: true)
        #expect(run.endStatus == 77)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: ["the daemon refuses: only others may"])
    }

    @Test(arguments: ["GET / HTTP/1.0", #"{"ok":7}"#, #"{"seq":1}"#])
    func whatIsNoAnswerIsAnError(_ line: String) throws {
        let run = try answer(["get"], with: line, asked: "get")
        #expect(run.endStatus == 65)
        try expectOneLine(of: run, saying: ["not of the protocol"])
    }

    @Test func aDaemonThatHangsUpIsUnavailable() throws {
        let run = try answer(["get"], with: nil, asked: "get")
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: [directory("control.sock"), "gone"])
    }

    @Test(arguments: [["status"], ["get", "gain"], ["set", "gain=-2"], ["sensors"], ["version", "--json"]])
    func withoutADaemonTheyAreUnavailable(_ words: [String]) throws {
        for options in [["--socket", directory("fold.sock")], ["--control", directory("control.sock")]] {
            let run = try ChildProcess.run(Programs.foldctl, words + options)
            #expect(run.endStatus == 69)
            #expect(run.output == [])
            try expectOneLine(of: run, saying: [directory("control.sock"), "start folddaemon", "--socket"])
        }
    }

    @Test(arguments: [
        (["set"], "gain=-2"), (["set", "gain"], "'gain'"), (["set", "=1"], "'=1'"), (["set", "a=1", "b=2"], "'b=2'"),
        (["get", "a", "b"], "'b'"), (["get", "a b"], "'a b'"), (["status", "now"], "'now'"),
        (["set", "a=1\nset b=2"], "control characters"), (["sensors", "--watch"], "'--watch'"),
    ])
    func aWrongCommandIsUsage(_ words: [String], _ word: String) throws {
        let run = try ChildProcess.run(Programs.foldctl, words)
        #expect(run.endStatus == 64)
        try expectOneLine(of: run, saying: [word])
    }

    @Test func withTheDaemonItself() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let foldctl = { (words: [String]) in
            let run = try ChildProcess.run(Programs.foldctl, words + ["--socket", daemon.socket])
            #expect(run.errors == [] && run.endStatus == 0)
            return run.output
        }
        #expect(try foldctl(["version"]).last == "folddaemon \(programVersion), protocol 1")
        #expect(try foldctl(["set", "gain=-2.5"]) == ["gain = -2.5"])
        #expect(try foldctl(["get", "gain"]) == ["-2.5"])
        #expect(try foldctl(["set", "level=0.01, -0.02"]) == ["level = 0.01, -0.02"])
        let settings = try foldctl(["get"])
        #expect(settings.contains("gain = -2.5    # from the control socket"))
        #expect(settings.contains("always-on = no    # from the default"))
        #expect(settings.contains("fold-socket = \(daemon.socket)    # from the command line"))
        #expect(settings.contains("# matrix is found by itself"))
        let status = try foldctl(["status"])
        #expect(status.first == "source       replay:\(Recordings.path("slow-roll"))")
        #expect(status.contains { $0.hasPrefix("orientation  right-up") })
        #expect(status.contains { $0.hasPrefix("memory       ") && $0.hasSuffix(" MB") })
        #expect(try foldctl(["sensors", "--json"]).first?.hasPrefix("{\"sensors\":[") == true)
        let refused = try ChildProcess.run(Programs.foldctl, ["set", "clients=5", "--socket", daemon.socket])
        #expect(refused.endStatus == 64)
        try expectOneLine(of: refused, saying: ["clients", "configuration"])
    }

    /// Runs foldctl with `words` on a stand-in that gives `line` as the answer, or hangs up.
    /// What becomes of foldctl with `words`, which asks `request` and gets `line`, of a daemon that goes on serving it, or hangs up.
    private func answer(
        _ words: [String], with line: String?, asked request: String, hangingUp: Bool = false
    ) throws -> ChildProcess {
        let server = try StandInServer(directory("control.sock"))
        let run = try ChildProcess(Programs.foldctl, words + ["--socket", directory("fold.sock")])
        let daemon = try server.accept()
        #expect(try daemon.next() == request)
        if let line { try daemon.say(line) }
        if line == nil || hangingUp { daemon.end() }
        try run.wait()
        return run
    }
}
