import FoldWire
import Glibc
import UnixProgram

/// The daemon's control socket: a question, an answer.
public struct FoldControl: Hashable, Sendable {
    /// The socket.
    public let path: String

    /// How long an answer is waited for, in ms: a sensor may take a while to be looked at.
    private static let patience: Int32 = 10_000

    /// The control socket at `path`, or where a daemon has it by default.
    public init(_ path: String? = nil) {
        self.path = path ?? RuntimeDirectory.forClient(WireProtocol.controlName)
    }

    /// The control socket of the daemon whose stream is at `socket`: in the same directory.
    public init(besideSocket socket: String) {
        let directory = socket.lastIndex(of: "/").map { socket[...$0] } ?? ""
        path = directory + WireProtocol.controlName
    }

    /// What the daemon answers to `request`; its refusal is thrown. Waits for the answer.
    public func ask(_ request: ControlRequest) throws(FoldClientError) -> ControlAnswer {
        let descriptor: Int32
        do { descriptor = try UnixSocket.connect(path) } catch { throw .unreachable(path: path, reason: error) }
        defer { FileDescriptor.close(descriptor) }
        do {
            if case .failed(let error) = UnixSocket.send(descriptor, request.line[...]) { throw error }
            return try ControlAnswer(try line(from: descriptor))
        } catch let error as SystemError {
            throw .lost(path: path, reason: error)
        } catch let error as FoldClientError {
            throw error
        } catch {
            // Nothing else is thrown above.
            throw .malformed("", problem: "\(error)")
        }
    }

    private func line(from descriptor: Int32) throws(SystemError) -> [UInt8] {
        var splitter = LineSplitter()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let line = splitter.next() { return Array(line) }
            guard FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: Self.patience) else {
                throw SystemError(ETIMEDOUT)
            }
            switch FileDescriptor.read(descriptor, into: &buffer) {
            case .value(0): throw SystemError(ECONNRESET)
            case .value(let count): splitter.append(buffer[..<count])
            case .wouldBlock: break
            case .failed(let error): throw error
            }
        }
    }
}

/// What the daemon answered.
public struct ControlAnswer: Hashable, Sendable {
    /// The answer, an object.
    public let value: WireValue
    /// The same as the daemon wrote it, JSON in one line.
    public let json: String

    /// The answer in `line`, without its end.
    ///
    /// - Throws: The refusal, where it is one; where it is neither.
    public init(_ line: some Collection<UInt8>) throws(FoldClientError) {
        let wire = WireLine(line)
        if let problem = wire?.string("error") { throw .refused(problem) }
        guard let json = wire?.text("ok"), let value = wire?.value("ok"), value.members != nil else {
            throw .malformed(String(decoding: line, as: UTF8.self), problem: "it has no object 'ok'")
        }
        self.value = value
        self.json = json
    }
}
