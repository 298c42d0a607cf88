import FoldWire
import Foundation
import TestSupport
import Testing
import UnixProgram

/// The pages of docs/man, held together with the programs themselves.
@Suite struct ManPageTests {
    static let commands = ["watch", "replay", "record", "calibrate", "status", "sensors", "get", "set", "version"]
    static let pages = ["foldctl.1", "folddaemon-protocol.7", "folddaemon.8", "folddaemon.conf.5"]
    private static let general: Set = ["--version", "--help", "-h"]

    // MARK: Options

    @Test func theDaemonsOptionsAreThoseOfItsHelp() throws {
        let page = try ManPage("folddaemon.8")
        let options = try Self.options(of: Programs.folddaemon, []).union(["-h"])
        #expect(options.count > 10)
        #expect(ManPage.options(in: page.lines) == options)
        #expect(ManPage.options(in: page.lines(of: "SYNOPSIS")) == options)
        #expect(ManPage.options(in: page.entries(of: "DESCRIPTION").map(\.head)) == options)
    }

    @Test(arguments: commands)
    func aCommandsOptionsAreThoseOfItsHelp(_ command: String) throws {
        let page = try ManPage("foldctl.1")
        let options = try Self.options(of: Programs.foldctl, [command])
        #expect(options.count >= 3)
        let lines = page.lines(of: command)
        let (synopsis, rest) = (lines.prefix { $0 != ".Pp" }, lines.drop { $0 != ".Pp" })
        #expect(ManPage.options(in: Array(synopsis)) == options)
        #expect(ManPage.options(in: Array(rest)).isSubset(of: options.union(Self.general)))
    }

    @Test func everyOptionOfFoldctlIsExplained() throws {
        let page = try ManPage("foldctl.1")
        let explained = Self.commands.flatMap { page.lines(of: $0).drop { $0 != ".Pp" } }
        let options = try Self.optionsOfFoldctl()
        #expect(ManPage.options(in: explained).isSuperset(of: options))
        #expect(ManPage.options(in: page.lines(of: "SYNOPSIS")) == Self.general)
        #expect(ManPage.options(in: page.lines).subtracting(Self.general) == options)
    }

    @Test(arguments: pages)
    func noPageNamesAnOptionThatThereIsNot(_ name: String) throws {
        let known = try Self.optionsOfFoldctl().union(Self.options(of: Programs.folddaemon, [])).union(Self.general)
        let named = ManPage.options(in: try ManPage(name).lines)
        #expect(named.subtracting(known) == [])
    }

    @Test func theCommandsAreThoseOfTheHelp() throws {
        let page = try ManPage("foldctl.1")
        let listed = try ChildProcess.run(Programs.foldctl, ["--help"]).output.compactMap { line -> String? in
            guard line.hasPrefix("  "), let word = line.split(separator: " ").first, !word.hasPrefix("-") else {
                return nil
            }
            return String(word)
        }
        let titles = page.sections.map(\.title).filter { $0.first?.isLowercase == true }
        #expect(titles.sorted() == listed.filter { $0 != "help" }.sorted())
        #expect(ManPage.arguments(of: "Cm", in: page.lines(of: "SYNOPSIS")) == ["help"])
        for title in titles {
            #expect(page.lines(of: title).first?.hasPrefix(".Nm Cm \(title)") == true, "\(title)")
        }
    }

    // MARK: Statuses

    @Test func theStatusesAreThoseOfThePrograms() throws {
        let all = (0..<256).filter { UnixProgram.ExitStatus(rawValue: $0) != nil }
        let ofTheDaemon = try statuses("folddaemon.8")
        #expect(ofTheDaemon == all)
        // That another one runs already, and a wrong configuration, are the daemon's alone.
        let ofFoldctl = try statuses("foldctl.1")
        #expect(ofFoldctl == all.filter { ![75, 78].contains($0) })
    }

    private func statuses(_ name: String) throws -> [Int32] {
        try ManPage(name).entries(of: "EXIT STATUS").compactMap { Int32($0.head.dropFirst(4)) }
    }

    // MARK: What the daemon answers

    @Test func whatTheDaemonTellsAndTakesStandsInThePages() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon(in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"])
        let refusal = try daemon.ask("set clients=5") ?? ""
        let said = refusal.components(separatedBy: "only ").last?.prefix { $0 != ";" }.components(separatedBy: ", ")
        let settable = Set(try #require(said))
        #expect(settable.count > 3)
        let configuration = try ManPage("folddaemon.conf.5")
        let keys = ["[sensor]", "[fold]", "[service]"].flatMap { configuration.entries(of: $0) }
        let marked = keys.filter { $0.head.hasSuffix(" No *") }.map { ManPage.arguments(of: "Ic", in: [$0.head])[0] }
        #expect(Set(marked) == settable)
        let set = try ManPage("foldctl.1").lines(of: "set").drop { $0 != ".Pp" }
        #expect(Set(ManPage.arguments(of: "Cm", in: Array(set))) == settable)

        let control = try ManPage("folddaemon-protocol.7").entries(of: "The control socket")
        let told = try names(in: try daemon.ask("status"))
        #expect(told.count > 20)
        let status = try entry("status", of: control).lines
        #expect(Set(ManPage.arguments(of: "Cm", in: status)) == told)
        let setting = try entry("set", of: control).lines.prefix { $0 != "The answer is that of" }
        #expect(Set(ManPage.arguments(of: "Cm", in: Array(setting))) == settable)
        let versions = try names(in: try daemon.ask("version"))
        let version = try entry("version", of: control).lines
        #expect(Set(ManPage.arguments(of: "Cm", in: version)) == versions)
    }

    private func entry(_ name: String, of entries: [ManPage.Entry]) throws -> ManPage.Entry {
        try #require(entries.first { $0.head == ".It Cm \(name)" || $0.head.hasPrefix(".It Cm \(name) ") })
    }

    /// The names of all members in `answer`, those of members too.
    private func names(in answer: String?) throws -> Set<String> {
        let members = WireLine((answer ?? "").utf8)?.value("ok")?.members ?? []
        let inner = members.flatMap { member in (member.value.members ?? []).map(\.name) }
        // A replaying daemon has no hinge to tell of.
        let hinge = members.contains { $0.name == "hinge" } ? ["angle", "status", "stale", "from"] : []
        return Set(members.map(\.name) + inner + hinge)
    }

    // MARK: The pages themselves

    @Test(arguments: pages)
    func itNamesPagesThatThereAre(_ name: String) throws {
        let page = try ManPage(name)
        let names = try ManPage.names()
        for line in page.lines where line.hasPrefix(".Xr fold") {
            let words = line.split(separator: " ")
            #expect(names.contains("\(words[1]).\(words[2])"), "\(line)")
        }
    }

    @Test func thePagesAreTheseFour() throws {
        let names = try ManPage.names()
        #expect(names == Self.pages)
    }

    static let hasMandoc = (try? ChildProcess.run("sh", ["-c", "command -v mandoc"]).endStatus) == 0

    @Test(
        .enabled(if: hasMandoc, "mandoc is not installed; scripts/install-dependencies tests does it"),
        arguments: pages)
    func mandocHasNothingToSay(_ name: String) throws {
        let run = try ChildProcess.run("mandoc", ["-T", "lint", "-W", "warning", try ManPage(name).path])
        #expect(run.output + run.errors == [])
        #expect(run.endStatus == 0)
    }

    // MARK: What the programs say of themselves

    private static func optionsOfFoldctl() throws -> Set<String> {
        try commands.reduce(into: []) { $0.formUnion(try options(of: Programs.foldctl, [$1])) }
    }

    /// The options that `--help` of `program` lists.
    private static func options(of program: String, _ words: [String]) throws -> Set<String> {
        let lines = try ChildProcess.run(program, words + ["--help"]).output.filter { $0.hasPrefix("  --") }
        return Set(
            lines.flatMap { line in
                // What is explained comes after two blanks.
                line.dropFirst(2).components(separatedBy: "  ")[0].split { " ,".contains($0) }.map { String($0) }
                    .filter { $0.hasPrefix("--") }
            })
    }
}
