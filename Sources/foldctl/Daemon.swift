import FoldWire
import Glibc
import UnixProgram

/// The daemon's end of the stream, as a line at a time.
struct Daemon {
    let path: String
    let descriptor: Int32
    private var splitter = LineSplitter()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Connects to the daemon at `path`, or where a daemon is by default.
    init(socket path: String?) throws(Failure) {
        let path = path ?? RuntimeDirectory.forClient(WireProtocol.streamName)
        self.path = path
        do {
            descriptor = try UnixSocket.connect(path)
        } catch {
            throw Failure(
                error.status(otherwise: .unavailable),
                "no daemon answers on \(path): \(error); start folddaemon, or name its socket with --socket")
        }
    }

    /// Sends `request`. A daemon that has just left says so by the end of its lines.
    func ask(_ request: WatchRequest) {
        try? FileDescriptor.writeAll(descriptor, request.line)
    }

    /// Reads what there is, and passes it to `take` line by line; false at the end.
    mutating func read(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        switch FileDescriptor.read(descriptor, into: &buffer) {
        case .value(0): return false
        case .value(let count): splitter.append(buffer[..<count])
        case .wouldBlock: return true
        case .failed(let error):
            if error.code == ECONNRESET { return false }
            throw Failure(.unavailable, "the daemon on \(path) is gone: \(error); start it again")
        }
        while let line = splitter.next() { try take(line) }
        return true
    }
}

/// The daemon's refusal in `line`, if it is one.
func refusal(in line: ArraySlice<UInt8>) -> Failure? {
    guard line.starts(with: "{\"error\":".utf8), let problem = WireLine(line)?.text("error") else { return nil }
    return Failure(.usage, "the daemon refuses: \(problem)")
}
