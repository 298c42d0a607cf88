import Testing

@Suite struct HelpTests {
    @Test(arguments: ["watch", "replay", "record", "calibrate", "status", "sensors", "get", "set", "version", ""])
    func itFitsAScreenAndGivesAnExample(_ command: String) throws {
        let run = try ChildProcess.run(Programs.foldctl, (command.isEmpty ? [] : [command]) + ["--help"])
        #expect(run.endStatus == 0)
        // A line of the screen stays for the prompt that follows.
        #expect(run.output.count <= 23, "\(run.output.count) lines")
        for line in run.output { #expect(line.count <= 80, "\(line)") }
        let usage = command.isEmpty ? "Usage: foldctl COMMAND" : "Usage: foldctl \(command)"
        #expect(run.output.first?.hasPrefix(usage) == true)
        let example = command.isEmpty ? "Example: foldctl " : "Example: foldctl \(command)"
        #expect(run.output.filter { $0.hasPrefix(example) }.count == 1)
    }
}
