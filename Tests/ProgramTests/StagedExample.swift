import Glibc
import TestSupport
import UnixProgram

/// An example whose daemon is played by the test.
final class StagedExample {
    let run: RunningExample
    private var connection: StreamClient?

    /// Starts `example`, and waits until it has connected and begun to speak.
    init(_ example: Example, in directory: TemporaryDirectory) throws {
        let socket = directory("\(example.rawValue).sock")
        let listener = try UnixSocket.listen(socket, mode: 0o700)
        defer { FileDescriptor.close(listener) }
        run = try RunningExample(example, in: directory, socket: socket)
        let accepted = try StreamClient(acceptedBy: listener)
        try Overdue.wait(for: "the request", on: accepted.descriptor)
        connection = accepted
    }

    /// The line that it has sent.
    func request() throws -> String? { try connection?.next() }

    func send(_ bytes: ArraySlice<UInt8>) throws { try connection?.send(bytes) }
    func send(_ text: String) throws { try send(Array(text.utf8)[...]) }

    /// Ends the stream.
    func hangUp() { connection = nil }

    /// Passes what comes from each of `sources` on to the example at the same place, in small pieces, up to the ends.
    static func relay(_ sources: [StreamClient], to stages: [StagedExample]) throws {
        var open = Array(zip(sources, stages))
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while !open.isEmpty {
            try Overdue.wait(for: "something to pass on", on: open.map { $0.0.descriptor })
            for (source, stage) in open where FileDescriptor.wait(source.descriptor, for: Int16(POLLIN), timeout: 0) {
                guard case .value(let count) = FileDescriptor.read(source.descriptor, into: &bytes), count > 0 else {
                    open.removeAll { $0.0 === source }
                    stage.hangUp()
                    continue
                }
                for start in stride(from: 0, to: count, by: 7) {
                    // One that has seen the goodbye needs no more.
                    try? stage.send(bytes[start..<min(start + 7, count)])
                }
            }
        }
    }
}
