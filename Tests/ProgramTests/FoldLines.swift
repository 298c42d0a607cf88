import Foundation
import Testing

/// Expects that `lines` are lines of `replay`, each at most once and in order, up to `last` (the very last one). Some
/// may be left out, as where the reader was slow.
func expect(
    _ lines: [String], areOf replay: [String], upTo last: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let numbers = lines.compactMap { sequence(of: $0) }
    #expect(numbers.count == lines.count, "there are lines without seq", sourceLocation: sourceLocation)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "seq grows", sourceLocation: sourceLocation)
    let wrong = zip(numbers, lines).first { number, line in
        number < 1 || number > replay.count || replay[number - 1] != line
    }
    #expect(wrong == nil, "a line that the replay does not have", sourceLocation: sourceLocation)
    #expect(lines.last == last ?? replay.last, sourceLocation: sourceLocation)
}

/// Whether `lines` end with the daemon's goodbye. An event goes before the newest update where the reader is behind.
func endsWithShutdown(_ lines: [String]) -> Bool {
    lines.suffix(2).contains { $0.hasSuffix(#"{"event":"shutdown"}"#) }
}

/// Those of `lines` that are folds in JSON.
func folds(_ lines: [String]) -> [String] { lines.filter { sequence(of: $0) != nil } }

/// The member `name` of the JSON object `line`, as it is written there; a string without its quotes.
func member(_ name: String, of line: String) -> String? {
    guard let start = line.range(of: "\"\(name)\":")?.upperBound else { return nil }
    let rest = line[start...]
    if rest.first == "\"" { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    return String(rest.prefix { $0 != "," && $0 != "}" })
}

/// The sequence number of the fold line `line`; nil for an event.
func sequence(of line: String) -> Int? { member("seq", of: line).flatMap { Int($0) } }

/// The time of the fold line `line` in microseconds.
func microseconds(of line: String) -> Int? {
    member("t", of: line).flatMap { Int($0.replacingOccurrences(of: ".", with: "")) }
}

/// The fold line `line` from the fold on: without what tells when it was made.
func body(of line: String) -> Substring? {
    line.range(of: "\"fold\":").map { line[$0.lowerBound...] }
}
