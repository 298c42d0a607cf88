import PlainText

/// Bytes in, lines out: split and joined as they come, ended by `\n` or `\r\n`.
public struct LineSplitter: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// A splitter that holds nothing.
    public init() {}

    /// Bytes of a line that is not yet complete, but for the `\r` that may end it.
    public var pending: Int {
        let count = buffer.count - start
        return count > 0 && buffer.last == UInt8(ascii: "\r") ? count - 1 : count
    }

    /// Takes what was read.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        buffer.removeFirst(start)
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// The next complete line, without its end.
    public mutating func next() -> ArraySlice<UInt8>? {
        guard let end = firstIndex(of: UInt8(ascii: "\n"), in: buffer, from: start) else { return nil }
        let line = buffer[start..<end]
        start = end + 1
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
