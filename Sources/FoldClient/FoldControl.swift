import FoldWire
import UnixProgram

/// The daemon's control socket: a question, an answer.
public struct FoldControl: Hashable, Sendable {
    /// The socket.
    public let path: String

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
        try connect().ask(request)
    }

    /// A connection for several questions.
    public func connect() throws(FoldClientError) -> ControlConnection { try ControlConnection(path) }
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
