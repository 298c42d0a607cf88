import Glibc
import TestSupport
import Testing
import UnixProgram

@Suite struct ShellCommandTests {
    @Test func itsEndIsToldAsItWas() throws {
        let ends: [(command: String, end: ShellCommand.End)] = [
            ("true", .status(0)), ("exit 3", .status(3)), ("exit 255", .status(255)),
            ("kill -TERM $$", .signal(SIGTERM)),
            ("no-such-command 2>/dev/null", .status(127)),
        ]
        for (command, end) in ends {
            let running = try start(command, environment: ["PATH=/usr/bin:/bin"])
            #expect(running.end() == end, "\(command)")
        }
    }

    @Test func itsEndCanBePolledFor() throws {
        let directory = try TemporaryDirectory()
        mkfifo(directory("gate"), 0o600)
        let running = try start("read x <\(directory("gate"))", environment: [])
        #expect(!FileDescriptor.wait(running.descriptor, for: Int16(POLLIN), timeout: 0))
        let gate = open(directory("gate"), O_RDWR | O_CLOEXEC)
        defer { close(gate) }
        try FileDescriptor.writeAll(gate, Array("\n".utf8))
        #expect(FileDescriptor.wait(running.descriptor, for: Int16(POLLIN), timeout: 20_000))
        #expect(running.end() == .status(0))
    }

    @Test func itHasTheEnvironmentThatIsGivenAndNoOther() throws {
        let directory = try TemporaryDirectory()
        let running = try start(
            "/usr/bin/env >\(directory("out"))", environment: ["FOLD=0.5", "FOLD_NAME=a b;'c'=$d"])
        #expect(running.end() == .status(0))
        let lines = String(decoding: try FileDescriptor.contents(directory("out"), limit: 4096), as: UTF8.self)
            .split(separator: "\n").map { String($0) }
        #expect(lines.contains("FOLD=0.5") && lines.contains("FOLD_NAME=a b;'c'=$d"))
        #expect(!lines.contains { $0.hasPrefix("HOME=") || $0.hasPrefix("USER=") })
    }

    @Test func theProgramsEnvironmentIsTold() throws {
        let path = try #require(getenv("PATH").map { String(cString: $0) })
        #expect(programEnvironment().contains("PATH=\(path)"))
    }

    private func start(_ command: String, environment: [String]) throws -> ShellCommand {
        try UnnamedPipe.inheritance.withLock { _ in try ShellCommand(command, environment: environment) }
    }
}
