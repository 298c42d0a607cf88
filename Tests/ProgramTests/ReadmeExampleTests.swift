import Foundation
import TestSupport
import Testing

/// The README's example for programs in Swift, which runs as it stands there.
@Suite struct ReadmeExampleTests {
    @Test func theReadmeShowsTheProgram() throws {
        let program = try String(contentsOfFile: Programs.package + "/Tests/ReadmeExample/main.swift", encoding: .utf8)
        let readme = try String(contentsOfFile: Programs.package + "/README.md", encoding: .utf8)
        let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        #expect(lines.count >= 10)
        #expect(readme.contains("\n\n" + indented))
    }

    @Test func itTellsTheStatusUpToTheDaemonsEnd() throws {
        let directory = try TemporaryDirectory()
        let path = Recordings.path("slow-roll")
        let daemon = try RunningDaemon(in: directory, source: "replay:\(path)", ["--speed", "2"])
        let run = try ChildProcess.run(Programs.readmeExample, [daemon.socket])
        #expect(run.endStatus == 0)
        #expect(run.errors == [])
        var told: String?
        let expected = try Recordings.replay(path).compactMap { line -> String? in
            guard let status = member("status", of: line), status != told else { return nil }
            told = status
            return "it is \(status)"
        }
        #expect(expected.count > 2)
        #expect(run.output == expected)
    }
}
