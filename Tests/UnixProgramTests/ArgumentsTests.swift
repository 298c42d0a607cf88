import Testing
import UnixProgram
import TestSupport

@Suite struct ArgumentsTests {
    /// A command line with what it comes to; an option is written as `name=value` or, for a flag, as `name`.
    struct Line: CustomTestStringConvertible, Sendable {
        let words: [String]
        let options: [String]
        let operands: [String]

        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(arguments: [
        Line(words: [], options: [], operands: []),
        Line(words: ["--socket", "/s"], options: ["--socket=/s"], operands: []),
        Line(words: ["--socket=/s"], options: ["--socket=/s"], operands: []),
        Line(words: ["--socket="], options: ["--socket="], operands: []),
        Line(words: ["--socket", ""], options: ["--socket="], operands: []),
        Line(words: ["--socket=a=b"], options: ["--socket=a=b"], operands: []),
        Line(words: ["--socket", "--loop"], options: ["--socket=--loop"], operands: []),
        Line(words: ["--loop"], options: ["--loop"], operands: []),
        Line(words: ["-h"], options: ["-h"], operands: []),
        Line(words: ["--speed", "2", "--speed", "3"], options: ["--speed=2", "--speed=3"], operands: []),
        Line(words: ["a", "--loop", "b"], options: ["--loop"], operands: ["a", "b"]),
        Line(words: ["-"], options: [], operands: ["-"]),
        Line(words: [""], options: [], operands: [""]),
        Line(words: ["--", "--loop", "-x", "--"], options: [], operands: ["--loop", "-x", "--"]),
        Line(words: ["--socket", "--", "a"], options: ["--socket=--"], operands: ["a"]),
    ])
    func isTakenApart(_ line: Line) throws {
        let arguments = try parse(line.words)
        #expect(arguments.options.map { $0.name + ($0.value.map { "=\($0)" } ?? "") } == line.options)
        #expect(arguments.operands == line.operands)
    }

    @Test(arguments: [
        (["--unknown"], "--unknown"),
        (["--unknown=1"], "--unknown"),
        (["-x"], "-x"),
        (["--Loop"], "--Loop"),
        (["--loop=yes"], "--loop"),
        (["--loop="], "--loop"),
        (["--socket"], "--socket"),
        (["a", "--loop", "--socket"], "--socket"),
    ])
    func whatIsWrongIsNamedAsUsage(_ words: [String], name: String) {
        let failure = failure(of: { _ = try parse(words) })
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains(name) == true)
        #expect(failure?.message.contains("--help") == true)
    }

    private func parse(_ words: [String]) throws -> Arguments {
        try Arguments(words, flags: ["--loop", "-h"], values: ["--socket", "--speed"])
    }
}
