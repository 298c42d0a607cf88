import FoldWire
import Glibc
import UnixProgram

/// A connection to the daemon's stream: says what is wanted, and delivers lines as they are.
///
/// The core of all clients here. It belongs to one thread, and waits only in `read`.
public final class FoldConnection {
    /// The socket.
    public let path: String
    /// What to poll: readable when lines have come, or the end.
    public let descriptor: Int32
    private var splitter = LineSplitter()
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    private var asked = AskedLines(.default)
    private var request = WatchRequest.default

    /// The longest line that is waited for, in bytes: the protocol's are far shorter.
    private static let longestLine = 1 << 20

    /// How long the end of a connection is waited for that may have been refused, in ms. Nobody waits for it in vain but who
    /// asked for something that does not exist.
    private static let farewell: Int32 = 1000

    /// Where a daemon is by default: the user's own, if there is one, else the system's.
    public static var defaultPath: String { RuntimeDirectory.forClient(WireProtocol.streamName) }

    /// Connects to the daemon at `path`, or where a daemon is by default.
    public init(_ path: String? = nil) throws(FoldClientError) {
        self.path = path ?? Self.defaultPath
        do {
            descriptor = try UnixSocket.connect(self.path)
        } catch {
            throw .unreachable(path: self.path, reason: error)
        }
    }

    deinit {
        FileDescriptor.close(descriptor)
    }

    /// Asks for `request`, once, instead of the default stream. Lines of another kind that were on their way are not
    /// delivered.
    public func watch(_ request: WatchRequest) {
        self.request = request
        asked = AskedLines(request)
        if let words = asked.firstWords { say(words) }
    }

    /// Reads what there is, waiting for something, and passes it to `take` line by line; false at the end.
    ///
    /// - Throws: What `take` throws, and `FoldClientError`.
    public func read(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        switch FileDescriptor.read(descriptor, into: &buffer) {
        case .value(0): return false
        case .value(let count): splitter.append(buffer[..<count])
        case .wouldBlock: return true
        case .failed(let error):
            if error.code == ECONNRESET { return false }
            throw FoldClientError.lost(path: path, reason: error)
        }
        while let line = splitter.next() {
            if let problem = Self.refusal(in: line) {
                throw FoldClientError.refusal(problem, on: descriptor, patience: Self.farewell)
            }
            let awaitedMark = asked.awaitsMark
            if asked.pass(line) { try take(line) }
            if awaitedMark && !asked.awaitsMark { say(request) }
        }
        if splitter.pending > Self.longestLine {
            throw FoldClientError.malformed("", problem: "it is over \(Self.longestLine) bytes long")
        }
        return true
    }

    /// A request is short, and the daemon reads at once. One that has just left says so by the end of its lines.
    private func say(_ request: WatchRequest) {
        _ = UnixSocket.send(descriptor, request.line[...])
    }

    private static func refusal(in line: ArraySlice<UInt8>) -> String? {
        line.starts(with: "{\"error\":".utf8) ? WireLine(line)?.string("error") : nil
    }
}
