import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl calibrate`, with a tablet that is turned between its questions.
@Suite(.serialized) struct CalibrateCommandTests {
    private let directory: TemporaryDirectory
    private let turned: TurnedTablet

    init() throws {
        directory = try TemporaryDirectory()
        // No rotation: most of systemd's matrices are none.
        turned = try TurnedTablet(in: directory, mounting: [[0, 0, -1], [-1, 0, 0], [0, -1, 0]])
        #expect(TurnedTablet.mountings.contains { $0.matrix == Self.matrix && $0.isMirrored })
    }

    /// What leads back from how the sensor sits.
    private static let matrix = "0, -1, 0; 0, 0, -1; -1, 0, 0"

    @Test func theMatrixIsPrinted() throws {
        let daemon = try turned.start(in: directory)
        let run = try calibrate(daemon, ["--print"], poses: ["flat", "top-up", "left-up"])
        #expect(run.status == 0)
        #expect(
            run.printed.prefix(3) == ["# Written by foldctl calibrate.", "[sensor]", "matrix = \(Self.matrix)"])
        #expect(run.printed.dropFirst(3).allSatisfy { $0.hasPrefix("#") }, "it is a configuration, whole")
        #expect(run.printed.contains("# ACCEL_MOUNT_MATRIX=\(Self.matrix)"))
        // What is asked does not get among it.
        #expect(run.talk.filter { $0.contains("press Enter") }.count == 3)
        #expect(run.talk.contains("flat is 0.0 degrees off by it"))
        #expect(try daemon.ask("get matrix") == #"{"ok":{"matrix":null}}"#)
    }

    @Test func entersThatAreThereBeforeTheTabletIsTurnedWait() throws {
        let daemon = try turned.start(in: directory)
        try turned.pose("flat")
        let input = try directory.file("enters", "\n\n\n")
        let talk = try UnnamedPipe()
        let run = try ChildProcess(
            Programs.foldctl, ["calibrate", "--socket", daemon.socket, "--output", directory("c.conf")],
            input: .file(input), output: .pipe(talk))
        let lines = LineReader(talk)
        for pose in ["top-up", "left-up"] {
            // Lying as it did, it is measured in vain for a while.
            _ = try lines.next { $0.hasPrefix("read") }
            _ = try daemon.ask("calibrate level")
            try turned.pose(pose)
        }
        _ = try lines.rest()
        #expect(try run.wait() == 0, "\(run.errors)")
        #expect(try text("c.conf").hasSuffix("[sensor]\nmatrix = \(Self.matrix)\n"))
    }

    @Test func theDropInMakesTheFoldRight() throws {
        let daemon = try turned.start(in: directory)
        let output = directory("folddaemon.conf.d/50-calibration.conf")
        mkdir(directory("folddaemon.conf.d"), 0o755)
        var run = try calibrate(daemon, ["--output", output], poses: ["flat", "top-up", "left-up"])
        #expect(run.status == 0 && run.errors == [])
        #expect(run.talk.contains("written: \(output)"))
        #expect(run.talk.contains("the daemon that runs has it already"))
        #expect(run.talk.contains(" ACCEL_MOUNT_MATRIX=\(Self.matrix)"))
        #expect(try daemon.ask("get matrix") == #"{"ok":{"matrix":"\#(Self.matrix)"}}"#)
        // On a stand that leans by 3° to the right and 2° forward, the second key joins the first.
        try turned.hold(-0.0348995, -0.0523360, -0.998)
        run = try calibrate(daemon, ["--level", "--output", output], poses: [nil])
        #expect(run.status == 0, "\(run.errors)")
        let lines = try text("folddaemon.conf.d/50-calibration.conf").split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(
            lines.prefix(4) == ["# Written by foldctl calibrate.", "[sensor]", "matrix = \(Self.matrix)", "[fold]"])
        #expect(lines.last?.hasPrefix("level = -0.022") == true)
        #expect(try daemon.end() == 0)
        // A new daemon has both: neutral on the stand, and at 33° to the right what 30° are otherwise.
        let next = try turned.start(in: directory)
        let client = try next.connect(saying: "watch fold rate=max")
        #expect(
            try client.next { sequence(of: $0).map { $0 > 100 } == true }.flatMap { member("fold", of: $0) }
                == "0.000000")
        try turned.hold(-0.0348995, -0.5446390, -0.838)
        let fold = { (line: String) in member("fold", of: line).flatMap { Double($0) } ?? -1 }
        #expect(try client.next { (0.49...0.515).contains(fold($0)) } != nil)
        try turned.hold(-0.0348995, 0.5446390, -0.838)
        #expect(try client.next { fold($0) == 0 } != nil)
    }

    @Test func whatWasCalibratedIsReplacedOnlyByForce() throws {
        let daemon = try turned.start(in: directory)
        let output = try directory.file(
            "c.conf", "# Written by foldctl calibrate.\n[sensor]\nmatrix = 1\n[fold]\nlevel = 0,0\n")
        for words in [[], ["--level"]] {
            let run = try calibrate(daemon, words + ["--output", output], poses: [])
            #expect(run.status == 73)
            expectOneLine(in: run.errors, saying: [output, "already", "--force"])
            #expect(run.talk == [], "nobody is asked for poses in vain")
        }
        let run = try calibrate(daemon, ["--force", "--output", output], poses: ["flat", "top-up", "left-up"])
        #expect(run.status == 0)
        #expect(
            try text("c.conf")
                == "# Written by foldctl calibrate.\n[sensor]\nmatrix = \(Self.matrix)\n[fold]\nlevel = 0,0\n")
    }

    @Test func whatMayNotBeWrittenIsPrinted() throws {
        let daemon = try turned.start(in: directory)
        // Of root's rights nothing is taken but by a file that nobody may write.
        let output = "/proc/sys/kernel/50-calibration.conf"
        let run = try calibrate(daemon, ["--output", output], poses: ["flat", "top-up", "left-up"])
        #expect([73, 77].contains(run.status))
        expectOneLine(
            in: run.errors,
            saying: ["cannot write \(output)", "sudo tee", "systemctl try-reload-or-restart folddaemon"])
        let place = run.talk.firstIndex(of: "[sensor]") ?? 0
        #expect(run.talk.dropFirst(place + 1).first == "matrix = \(Self.matrix)")
        #expect(try daemon.ask("get matrix") == #"{"ok":{"matrix":null}}"#)
    }

    @Test func whoMayNotSetIsToldHowTheDaemonReadsIt() throws {
        let server = try StandInServer(directory("control.sock"))
        let run = try ChildProcess(
            Programs.foldctl,
            ["calibrate", "--level", "--socket", directory("fold.sock"), "--output", directory("c.conf")],
            input: .bytes(Array("\n".utf8)))
        let daemon = try server.accept()
        #expect(try daemon.next() == "calibrate level")
        try daemon.say(#"{"ok":{"level":[0.010000,0.000000],"configuration":["[fold]","level = 0.01,0"]}}"#)
        #expect(try daemon.next() == "set level=0.01,0")
        try daemon.say(#"{"error":"only root may set"}"#)
        #expect(try run.wait() == 0)
        #expect(try text("c.conf").hasSuffix("[fold]\nlevel = 0.01,0\n"))
        #expect(run.output.last?.contains("does not have it yet; sudo systemctl try-reload-or-restart") == true)
    }

    @Test func somebodyAtATerminalSeesWhatIsReadAndIsAskedAgain() throws {
        let daemon = try turned.start(in: directory)
        let (enters, talk) = (try UnnamedPipe(), try UnnamedPipe())
        let run = try ChildProcess(
            "script", ["-qec", "\(Programs.foldctl) calibrate --print --socket \(daemon.socket)", "/dev/null"],
            input: .pipe(enters), output: .pipe(talk))
        let reader = LineReader(talk)
        var lines: [String] = []
        for pose in ["flat", "flat", "top-up", "left-up"] {
            _ = try reader.next { line in
                lines.append(line)
                return line.contains("press Enter when it lies still")
            }
            try turned.pose(pose)
            try enters.write("\n")
        }
        lines += try reader.rest()
        #expect(try run.wait() == 0)
        #expect(lines.filter { $0.contains("2 of 3: stand the tablet upright") }.count == 2)
        #expect(lines.contains { $0.contains("top-up reads nearly the same as flat") })
        #expect(lines.contains { $0.hasPrefix("matrix = \(Self.matrix)") })
        #expect(lines.contains { $0.contains("\r\u{1B}[K") && $0.contains(" m/s^2, 1.000 g") })
    }

    @Test(arguments: ["", "\n", "\n\n", "no end"])
    func theEndOfTheInputIsTold(_ input: String) throws {
        try turned.pose("flat")
        let daemon = try turned.start(in: directory)
        let talk = try UnnamedPipe()
        let run = try ChildProcess(
            Programs.foldctl, ["calibrate", "--socket", daemon.socket, "--output", directory("c.conf")],
            input: .bytes(Array(input.utf8)), output: .pipe(talk))
        let lines = LineReader(talk)
        let poses = ["flat", "top-up", "left-up"]
        for pose in poses.dropFirst().prefix(input.filter { $0 == "\n" }.count) {
            _ = try lines.next { $0.hasPrefix("read") }
            try turned.pose(pose)
        }
        #expect(try run.wait() == 66)
        try expectOneLine(of: run, saying: ["the input ended before \(poses[input.filter { $0 == "\n" }.count]) was"])
        #expect(!exists(directory("c.conf")))
    }

    @Test func aRefusalIsUsage() throws {
        let daemon = try turned.start(in: directory)
        try turned.hold(0, -0.5, -0.8)
        // Without its matrix the device's −z is the sensor's x: an arc tangent of 0.8 / 0.5.
        let run = try calibrate(daemon, ["--level", "--print"], poses: [nil])
        #expect(run.status == 64)
        #expect(run.talk.last?.contains("the daemon refuses: the tablet leans by 57.99") == true, "\(run.talk)")
        #expect(run.printed == [])
    }

    @Test(arguments: [
        (["--print", "--output", "x"], "--output"), (["--print", "--force"], "--force"),
        (["--output", "-"], "--print"),
        (["--output", ""], "--print"), (["now"], "'now'"), (["--json"], "'--json'"),
    ])
    func aWrongCommandIsUsage(_ words: [String], _ word: String) throws {
        let run = try ChildProcess.run(Programs.foldctl, ["calibrate"] + words)
        #expect(run.endStatus == 64)
        try expectOneLine(of: run, saying: [word])
    }

    @Test func withoutADaemonItIsUnavailable() throws {
        let run = try ChildProcess.run(
            Programs.foldctl, ["calibrate", "--print", "--socket", directory("fold.sock")])
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: [directory("control.sock"), "start folddaemon"])
    }

    /// What a calibration came to.
    private struct Run {
        let status: Int32
        /// What it asked and told; with `--print` what is wrong is among it.
        let talk: [String]
        /// What it wrote to standard output with `--print`.
        let printed: [String]
        let errors: [String]
    }

    /// Runs foldctl calibrate with `words`, the tablet turned to each of `poses` before its Enter; nil leaves it.
    private func calibrate(_ daemon: RunningDaemon, _ words: [String], poses: [String?]) throws -> Run {
        let (enters, talk, printed) = (try UnnamedPipe(), try UnnamedPipe(), directory("printed"))
        let command = words.contains("--print") ? #"exec "$@" 2>&1 >"$0""# : #"exec "$@""#
        let run = try ChildProcess(
            "bash", ["-c", command, printed, Programs.foldctl, "calibrate", "--socket", daemon.socket] + words,
            input: .pipe(enters), output: .pipe(talk))
        let reader = LineReader(talk)
        var lines: [String] = []
        for pose in poses {
            _ = try reader.next { line in
                lines.append(line)
                return line.hasSuffix("press Enter when it lies still")
            }
            if let pose { try turned.pose(pose) }
            try enters.write("\n")
        }
        enters.closeInput()
        lines += try reader.rest()
        let status = try run.wait()
        let text = (try? String(contentsOfFile: printed, encoding: .utf8)) ?? ""
        return Run(
            status: status, talk: lines, printed: text.split(separator: "\n").map(String.init), errors: run.errors)
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: directory(name), encoding: .utf8) }
}
