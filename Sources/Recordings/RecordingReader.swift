import PlainText
import MotionCore

/// A recording, read as it comes: bytes go in, items come out, and memory stays constant however long it is.
///
///     reader.append(bytes)
///     while let item = try reader.next() { … }
///     try reader.finish()      // at the end of the input
public struct RecordingReader: Sendable {
    /// The file as errors name it.
    public let file: String

    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private(set) var lineNumber = 0
    private var stage = Stage.magic
    private var unit = 1.0
    private var lastTime: Nanoseconds?
    /// Where the line that is being read begins, and what in it; for errors.
    private var (lineStart, place) = (0, 0)

    private enum Stage { case magic, header, rows }

    /// A reader of the recording that errors call `file`.
    public init(file: String) {
        self.file = file
    }

    /// Whether the column line has been read.
    var isPastHeader: Bool { stage == .rows }

    /// Takes what was read.
    public mutating func append(_ bytes: ArraySlice<UInt8>) {
        buffer.removeFirst(start)
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// No more bytes follow: a last line without a newline counts now.
    public mutating func endInput() {
        isAtEnd = true
    }

    /// The next item; nil where more bytes are needed, or none is left.
    public mutating func next() throws(RecordingError) -> RecordingItem? {
        while let line = nextLine() {
            lineNumber += 1
            if let item = try read(line) { return item }
        }
        if buffer.count - start > RecordingFormat.longestLine {
            lineNumber += 1
            (lineStart, place) = (start, start)
            throw tooLong
        }
        return nil
    }

    /// Checks that what ended was a recording.
    public func finish() throws(RecordingError) {
        if lastTime != nil { return }
        let problem = lineNumber == 0 ? "it is empty" : "it ends after line \(lineNumber), before any row"
        throw RecordingError(file: file, problem: "\(problem); \(Self.advice)")
    }

    private var tooLong: RecordingError {
        error("a line of over \(RecordingFormat.longestLine) bytes; \(Self.advice)")
    }

    private static let advice =
        "a recording begins with '\(RecordingFormat.magic)', then '# key: value' lines, '\(RecordingFormat.columns)', and rows"

    /// The place of the next line without its end, CR included; nil if it is not all there yet.
    private mutating func nextLine() -> Range<Int>? {
        let from = start
        let end = buffer.count
        let found = firstIndex(of: UInt8(ascii: "\n"), in: buffer, from: from)
        guard let at = found ?? (isAtEnd && from < end ? end : nil) else { return nil }
        start = min(at + 1, end)
        let hasReturn = at > from && buffer[at - 1] == UInt8(ascii: "\r")
        return from..<(hasReturn ? at - 1 : at)
    }

    private mutating func read(_ line: Range<Int>) throws(RecordingError) -> RecordingItem? {
        (lineStart, place) = (line.lowerBound, line.lowerBound)
        if line.count > RecordingFormat.longestLine { throw tooLong }
        if stage == .magic {
            guard text(line) == RecordingFormat.magic else { throw wrongMagic(line) }
            stage = .header
            return nil
        }
        if line.isEmpty { return nil }
        if buffer[line.lowerBound] == UInt8(ascii: "#") { return try readComment(line) }
        if stage == .rows { return .sample(try readRow(line)) }
        try readColumns(line)
        stage = .rows
        return nil
    }

    private func wrongMagic(_ line: Range<Int>) -> RecordingError {
        let found = quoted(buffer[line])
        if found.hasPrefix("'# folddaemon recording") {
            return error(
                "found \(found), a version that this program does not read; it reads '\(RecordingFormat.magic)'")
        }
        return error("found \(found); \(Self.advice)")
    }

    private func readColumns(_ line: Range<Int>) throws(RecordingError) {
        let names = text(line)
        guard names == RecordingFormat.columns || names.hasPrefix(RecordingFormat.columns + ",") else {
            throw error("found \(quoted(buffer[line])) where the column line \(RecordingFormat.columns) is expected")
        }
    }

    private mutating func readComment(_ line: Range<Int>) throws(RecordingError) -> RecordingItem? {
        guard let comment = RecordingComment(buffer, line) else { return nil }
        switch comment {
        case .lost(let rows): return .lost(rows: rows)
        case .event(let json): return .event(json)
        case .entry(let key, let value, let start):
            place = start
            try readUnit(key: key, value: value)
            return .entry(key: key, value: value)
        }
    }

    private mutating func readUnit(key: String, value: String) throws(RecordingError) {
        let sign = unit < 0 ? -1.0 : 1.0
        switch (RecordingFormat.Key(rawValue: key), value) {
        case (.unit, "m/s^2"): unit = sign
        case (.unit, "g"): unit = sign * standardGravity
        case (.sign, "gravity"): unit = abs(unit)
        case (.sign, "reaction"): unit = -abs(unit)
        case (.unit, _): throw error("the unit \(quoted(value.utf8)) is unknown; use m/s^2 or g")
        case (.sign, _): throw error("the sign \(quoted(value.utf8)) is unknown; use gravity or reaction")
        default: break
        }
    }

    private mutating func readRow(_ line: Range<Int>) throws(RecordingError) -> Sample {
        let row: RecordingRow
        do { row = try RecordingRow(buffer, line) } catch {
            place = error.place.lowerBound
            throw self.error(error.problem)
        }
        if let lastTime, row.time < lastTime {
            let time = quoted(buffer[line].prefix { $0 != UInt8(ascii: ",") })
            throw error("the time \(time) is before that of the row above; times may not go back")
        }
        lastTime = row.time
        return Sample(time: row.time, acceleration: row.acceleration * unit)
    }

    /// The error that `problem` is, where reading stands: at a `# key: value` line's value, say.
    func error(_ problem: String) -> RecordingError {
        RecordingError(file: file, line: lineNumber, column: place - lineStart + 1, problem: problem)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: buffer[range], as: UTF8.self)
    }
}
