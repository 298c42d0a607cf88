import Foundation
import Glibc
import TestSupport
import Testing
import UnixProgram

/// The README's commands for a shell run as they stand there: only the places of the sockets are a test's own, and the
/// programs of a desktop (and ssh and sudo) are stand-ins.
@Suite(.serialized) struct ReadmeCommandTests {
    private let directory: TemporaryDirectory
    /// What the section on use shows, a command a line.
    private let commands: [String]

    init() throws {
        directory = try TemporaryDirectory()
        let readme = try String(contentsOfFile: Programs.package + "/README.md", encoding: .utf8)
        let use = try #require(readme.components(separatedBy: "\n## ").first { $0.hasPrefix("Use\n") })
        let programs = ["socat", "foldctl", "folddaemon", "sudo", "ssh", "printf"]
        commands = use.split(separator: "\n").filter { line in
            line.hasPrefix("    ") && programs.contains { line.hasPrefix("    \($0) ") }
        }.map { String($0.dropFirst(4)) }
        try makeStandIns()
    }

    /// Those that end with the daemon, each with what their output begins with.
    static let streams: [(String, String)] = [
        (
            "socat -u UNIX-CONNECT:/run/folddaemon/fold.sock - | jq --unbuffered -r 'select(.fold) | .status' | uniq",
            "fully-open\npartially-open\n"
        ),
        (
            "foldctl watch --format plain --rate 10 | while read -r fold; do echo \"the fold is $fold\"; done",
            "the fold is 0.000000\nthe fold is "
        ),
        ("foldctl watch --format csv > folds.csv", ""),
        ("foldctl watch --status --exec 'notify-send \"the tablet is $FOLD_STATUS\"'", ""),
        ("foldctl watch --change 0.01 --fields fold,effect", "{\"fold\":0.000000,\"effect\":{\"blur\":0.000000,"),
        ("foldctl watch --fields fold,hinge", "{\"fold\":0.000000,\"hinge\":null}"),
    ]

    /// Those that ask, each with a word of the answer.
    static let questions = [
        ("foldctl status", "slow-roll"), ("foldctl sensors", ""), ("sudo foldctl set gain=-2", "gain"),
    ]

    static let recorded = [
        "foldctl record --seconds 10 roll.csv        # others may watch meanwhile",
        "foldctl replay --format plain roll.csv      # a filter: no daemon",
        "folddaemon --source replay:roll.csv --loop --socket /tmp/fold.sock",
    ]
    static let player =
        "foldctl watch --threshold 0.3,0.5 --reconnect --exec '[ \"$FOLD_LIFTED\" = false ] || playerctl pause'"
    static let relay = "ssh tablet foldctl record - | folddaemon --source pipe:- --socket /tmp/fold.sock"

    @Test func everyCommandIsTriedHere() {
        let tried = Self.streams.map(\.0) + Self.questions.map(\.0) + Self.recorded + [Self.player, Self.relay]
        #expect(Set(commands) == Set(tried))
    }

    @Test(arguments: streams)
    func whatWatchesEndsWithTheDaemon(_ command: String, _ beginning: String) throws {
        let daemon = try start("--speed", "2")
        let run = try shell(command)
        #expect(try run.wait() == 0)
        #expect(run.errors == [])
        #expect(run.output.joined(separator: "\n").hasPrefix(beginning), "\(run.output.prefix(3))")
        if command.contains("folds.csv") {
            #expect(try text("folds.csv").hasPrefix("seq,t,fold,roll,pitch,status\n1,"))
        }
        if command.contains("notify-send") {
            #expect(try text("told").hasPrefix("the tablet is fully-open\nthe tablet is partially-open\n"))
        }
        _ = try daemon.process.wait()
    }

    @Test(arguments: questions)
    func whatAsksIsAnswered(_ command: String, _ word: String) throws {
        let daemon = try start("--loop")
        let run = try shell(command)
        #expect(try run.wait() == 0)
        #expect(run.errors == [])
        #expect(word.isEmpty || run.output.joined().contains(word), "\(run.output)")
        if command.contains("gain") { #expect(try daemon.ask("get gain") == #"{"ok":{"gain":-2.000000}}"#) }
    }

    @Test func aPlayerPausesWhereverTheDaemonComesFrom() throws {
        let run = try shell(Self.player)
        let daemon = try start("--loop", "--speed", "2")
        try FileEvents.wait(for: "told", in: directory.path) { exists(directory("told")) }
        #expect(try daemon.end() == 0)
        run.send(SIGTERM)
        #expect(try run.wait() == 0)
        #expect(try text("told").hasPrefix("pause\n"))
    }

    @Test func aRecordingIsMadeAndReplayed() throws {
        let daemon = try start("--loop", "--speed", "4")
        #expect(try shell(Self.recorded[0]).wait() == 0)
        #expect(try daemon.end() == 0)
        let replay = try shell(Self.recorded[1])
        #expect(try replay.wait() == 0)
        #expect(replay.output.count > 1000)
        try expectLines(from: Self.recorded[2])
    }

    @Test func aRecordingIsReadAsItIsWritten() throws {
        let daemon = try start("--loop")
        try expectLines(from: Self.relay)
        #expect(try daemon.end() == 0)
    }

    /// Runs `command`, which serves at a socket of its own, until a line of a fold came from it.
    private func expectLines(from command: String) throws {
        let run = try shell(command)
        try FileEvents.wait(for: "control.sock", in: directory("own")) { exists(directory("own/control.sock")) }
        #expect(try StreamClient(directory("own/fold.sock")).next { sequence(of: $0) != nil } != nil)
        run.send(SIGTERM)
        _ = try run.wait()
    }

    private func start(_ options: String...) throws -> RunningDaemon {
        try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", options)
    }

    /// Starts `command` as a shell does; a signal to it reaches all that it began.
    private func shell(_ command: String) throws -> ChildProcess {
        let places = command.replacingOccurrences(of: "/run/folddaemon/", with: directory("run/"))
            .replacingOccurrences(of: "/tmp/fold.sock", with: directory("own/fold.sock"))
        try directory.file("command", "set -m\ntrap 'kill -- -$!; wait; exit 0' TERM\n{ \(places)\n} &\nwait $!\n")
        return try ChildProcess(
            "bash", [directory("command")],
            environment: ["PATH": "\(directory("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"],
            directory: directory.path)
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: directory(name), encoding: .utf8) }

    private func makeStandIns() throws {
        try directory.file("own/.keep", "")
        let told = directory("told")
        let programs = [
            "notify-send": "echo \"$*\" >>\(told)", "playerctl": "echo \"$*\" >>\(told)", "sudo": "exec \"$@\"",
            "ssh": "shift; exec \"$@\"", "folddaemon": "exec \(Programs.folddaemon) \"$@\"",
            "foldctl": "[ \"$1\" != replay ] || exec \(Programs.foldctl) \"$@\"\n"
                + "exec \(Programs.foldctl) \"$@\" --socket \(directory("run/fold.sock"))",
        ]
        for (name, body) in programs {
            // Written by a program of its own: what another test starts at that moment would have the file open for
            // writing for a while, and a program that is open for writing cannot be run.
            let made = try ChildProcess.run(
                "sh",
                [
                    "-c", "mkdir -p \"$(dirname \"$1\")\" && printf '%s' \"$2\" >\"$1\" && chmod 755 \"$1\"", "sh",
                    directory("bin/\(name)"), "#!/bin/sh\n\(body)\n",
                ])
            try #require(made.endStatus == 0)
        }
    }
}
