/// A line of a recording that begins with `#`.
enum RecordingComment {
    /// `# key: value`, with the place where the value begins.
    case entry(key: String, value: String, start: Int)
    /// `# event: JSON`
    case event(String)
    /// `# lost N rows`
    case lost(rows: Int)

    /// What the comment in `line` of `text` says; nil for one that says nothing to a program.
    init?(_ text: [UInt8], _ line: Range<Int>) {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
        let comment = text[line].dropFirst().drop(while: isBlank)
        if let rows = Self.lostRows(comment) {
            self = .lost(rows: rows)
            return
        }
        guard let colon = comment.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let key = String(decoding: comment[..<colon], as: UTF8.self)
        let value = comment[(colon + 1)...].drop(while: isBlank)
        let words = String(decoding: value, as: UTF8.self)
        self = key == "event" ? .event(words) : .entry(key: key, value: words, start: value.startIndex)
    }

    private static func lostRows(_ comment: ArraySlice<UInt8>) -> Int? {
        let words = comment.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, words[0] == "lost", words[2] == "rows" else { return nil }
        return Int(words[1])
    }
}
