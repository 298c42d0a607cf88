import Foundation
import TestSupport
import Testing

/// The shells' completions of foldctl, held together with the program itself.
@Suite struct CompletionTests {
    private static let commands = [
        "watch", "replay", "record", "calibrate", "status", "sensors", "get", "set", "version",
    ]

    @Test(arguments: commands)
    func bashOffersTheCommandsOptionsAndNoOthers(_ command: String) throws {
        let options = try options(of: command)
        #expect(options.count >= 3)
        #expect(Set(try bash([command, "--"])) == options.union(["--help"]))
    }

    @Test(arguments: commands)
    func theOtherShellsHaveTheCommandsOptions(_ command: String) throws {
        let (zsh, fish) = (try text("_foldctl"), try text("foldctl.fish"))
        #expect(zsh.contains("'\(command):") || zsh.contains("\"\(command):"))
        #expect(fish.contains("-a \(command) "))
        for option in try options(of: command) {
            #expect(zsh.contains("\(option)["), "zsh lacks \(option)")
            #expect(fish.contains("-l \(option.dropFirst(2)) "), "fish lacks \(option)")
        }
    }

    @Test func theCommandsAreThoseOfTheHelp() throws {
        let lines = try ChildProcess.run(Programs.foldctl, ["--help"]).output
        let listed = lines.compactMap { line -> String? in
            guard line.hasPrefix("  "), let word = line.split(separator: " ").first, !word.hasPrefix("-") else {
                return nil
            }
            return String(word)
        }
        #expect(Set(listed) == Set(Self.commands + ["help"]))
        #expect(Set(try bash([""])) == Set(listed + ["--help", "--version"]))
        #expect(Set(try bash(["help", ""])) == Set(listed))
    }

    @Test(arguments: [
        // words after foldctl, what is offered
        (["watch", "--format", ""], ["json", "csv", "plain"]),
        (["watch", "--format", "=", "c"], ["csv"]),
        (
            ["watch", "--orientation", "="],
            [
                "landscape-right", "landscape-left", "right-up", "left-up", "normal", "bottom-up",
            ]
        ),
        (["replay", "--orientation", "a"], ["auto"]),
        (["watch", "--fields", "fold,s"], ["fold,seq", "fold,status"]),
        (["watch", "--fields", "fold,status,s"], ["fold,status,seq"]),
        (["set", "orientation", "=", "la"], ["landscape-right", "landscape-left"]),
        (["set", "g"], ["gain="]), (["set", "gain", "="], []), (["set", "gain", "=", "-"], []),
        (["frobnicate", ""], []),
    ])
    func bashOffersValues(_ words: [String], _ offered: [String]) throws {
        #expect(try bash(words) == offered)
    }

    @Test func bashOffersFiles() throws {
        #expect(try bash(["replay", "READ"]) == ["README.md"])
        #expect(try bash(["status", "--control", "CHANGE"]) == ["CHANGELOG.md"])
    }

    @Test func keysAndFieldsAreTheDaemons() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let keys = try ChildProcess.run(Programs.foldctl, ["get", "--socket", daemon.socket]).output.map { line in
            String(line.drop { $0 == "#" || $0 == " " }.prefix { $0 != " " })
        }
        #expect(keys.count > 10)
        #expect(Set(try bash(["get", ""])) == Set(keys + ["--json", "--socket", "--control", "--help"]))
        let settable = try bash(["set", ""]).filter { $0.hasSuffix("=") }
        let refusal = try daemon.ask("set clients=5") ?? ""
        let said = refusal.components(separatedBy: "only ").last?.prefix { $0 != ";" }.split(separator: ", ")
        #expect(Set(settable) == Set((said ?? []).map { "\($0)=" }))
        let wrong = try ChildProcess.run(Programs.foldctl, ["watch", "--fields", "x"]).errors.first ?? ""
        let fields = wrong.split(separator: " ").last.map { $0.split(separator: ",").map { String($0) } } ?? []
        #expect(fields.count == 12)
        #expect(try bash(["watch", "--fields", ""]) == fields)
        let files = [try text("_foldctl"), try text("foldctl.fish")]
        for file in files {
            #expect(file.contains(fields.joined(separator: " ")))
            for word in settable { #expect(file.contains(word)) }
            for key in keys { #expect(file.contains(key), "\(key) is missing") }
        }
    }

    /// The options that the command's help lists.
    private func options(of command: String) throws -> Set<String> {
        let lines = try ChildProcess.run(Programs.foldctl, [command, "--help"]).output
        return Set(
            lines.compactMap { line in
                line.hasPrefix("  --") ? line.split(separator: " ").first.map { String($0) } : nil
            })
    }

    /// What bash offers after `foldctl` and `words`, of which the last is being written.
    private func bash(_ words: [String]) throws -> [String] {
        let script = """
            source completions/foldctl.bash
            COMP_WORDS=(foldctl "$@")
            COMP_CWORD=$#
            _foldctl
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try ChildProcess.run(
            "bash", ["--norc", "-c", script, "bash"] + words, directory: Programs.package)
        #expect(run.errors == [])
        return run.output.filter { !$0.isEmpty }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Programs.package)/completions/\(name)", encoding: .utf8)
    }
}
