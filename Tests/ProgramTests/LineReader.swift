import Glibc
import TestSupport
import UnixProgram

/// What comes on a descriptor, line by line.
class LineReader {
    let descriptor: Int32
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// What must live as long as the reader.
    private let owner: AnyObject?

    /// Reads what is written to `pipe`.
    convenience init(_ pipe: UnnamedPipe) {
        self.init(pipe.output, of: pipe)
    }

    /// Reads `descriptor`, which `owner` keeps open.
    init(_ descriptor: Int32, of owner: AnyObject? = nil) {
        self.descriptor = descriptor
        self.owner = owner
    }

    /// The next line without its end; nil at the end of the input.
    func next() throws -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            if isAtEnd { return nil }
            try Overdue.wait(for: "a line", on: descriptor)
            read()
        }
    }

    /// The next line for which `isWanted` holds; nil if the input ends before.
    func next(where isWanted: (String) -> Bool) throws -> String? {
        let start = BootClock.now()
        while let line = try next() {
            if isWanted(line) { return line }
            if BootClock.now() - start > Int64(Overdue.limit) * 1_000_000 {
                throw Overdue(description: "the line that was waited for did not come in time; the last was \(line)")
            }
        }
        return nil
    }

    /// The lines that are left, up to the end of the input.
    func rest() throws -> [String] {
        var lines: [String] = []
        while let line = try next() { lines.append(line) }
        return lines
    }

    /// The lines that are there already; waits for none.
    func waiting() throws -> [String] {
        while !isAtEnd && hasInput { read() }
        var lines: [String] = []
        while bytes.contains(UInt8(ascii: "\n")), let line = try next() { lines.append(line) }
        return lines
    }

    private var hasInput: Bool { hasInput(within: 0) }

    /// Whether there is anything to read `within` so many ms.
    func hasInput(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        // A connection that is reset has ended like any other.
        if count > 0 { bytes += chunk[..<count] } else if errno != EINTR || count == 0 { isAtEnd = true }
    }
}
