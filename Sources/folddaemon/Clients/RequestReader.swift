import FoldWire
import UnixProgram

/// Requests as they come on a connection, split and joined at will, within the protocol's limits.
struct RequestReader {
    private var splitter = LineSplitter()
    private var meter = RequestMeter()

    /// Takes what was read.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        splitter.append(bytes)
    }

    /// The next whole request; nil where more bytes are needed.
    ///
    /// - Throws: Where a limit is passed, which ends the connection.
    mutating func next() throws(Refusal) -> ArraySlice<UInt8>? {
        guard let line = splitter.next() else {
            try check(splitter.pending)
            return nil
        }
        try check(line.count)
        guard meter.allows(BootClock.now()) else {
            throw Refusal(problem: "more than \(WireProtocol.mostRequestsPerSecond) requests in a second")
        }
        return line
    }

    private func check(_ length: Int) throws(Refusal) {
        if length > WireProtocol.longestRequest {
            throw Refusal(problem: "a request is at most \(WireProtocol.longestRequest) bytes long")
        }
    }
}
