import Foundation
import TestSupport

/// An example that runs, and what it says: on standard output, or to subscribers of a broker of its own.
final class RunningExample {
    let process: ChildProcess
    let broker: Broker?
    private let lines: LineReader

    /// Starts `example` on `socket`; "" leaves it to look in the runtime directory that `environment` names.
    init(
        _ example: Example, in directory: TemporaryDirectory, socket: String, environment: [String: String] = [:]
    ) throws {
        let program = try example.program(in: directory)
        if example == .mqtt {
            let broker = try Broker(in: directory)
            lines = try broker.subscribe(to: "fold")
            process = try ChildProcess(program, [socket, "--unix", broker.socket], environment: environment)
            self.broker = broker
        } else {
            broker = nil
            let output = try UnnamedPipe()
            lines = LineReader(output)
            process = try ChildProcess(
                program, socket.isEmpty ? [] : [socket], environment: environment, output: .pipe(output))
        }
    }

    /// The next line that it says.
    func next() throws -> String? { try lines.next() }

    /// Kills what it has started as `name`.
    func killChild(_ name: String) throws {
        let children = try String(contentsOfFile: "/proc/\(process.pid)/task/\(process.pid)/children", encoding: .utf8)
        for child in children.split(separator: " ").compactMap({ pid_t($0) }) {
            let found = try String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
            if found == name + "\n" { kill(child, SIGKILL) }
        }
    }

    /// All that it says up to its end, which for subscribers is the goodbye.
    func rest() throws -> [String] {
        guard broker != nil else { return try lines.rest() }
        var all: [String] = []
        while all.last != Example.goodbye, let line = try lines.next() { all.append(line) }
        return all
    }
}
