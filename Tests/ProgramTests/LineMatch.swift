/// A stretch of a watcher's lines that says what a replay says: the same but for `seq` and the origin of `t`, which
/// differ by the same throughout.
struct LineMatch {
    /// How many lines of the replay the watcher has.
    let count: Int

    private struct Line {
        let number: Int
        let time: Int
        let body: Substring

        init?(_ text: String) {
            guard let number = sequence(of: text), let time = microseconds(of: text),
                let body = ProgramTests.body(of: text)
            else { return nil }
            (self.number, self.time, self.body) = (number, time, body)
        }
    }

    /// Looks for `replay` among `watched`, which began before it; nil where no stretch is it.
    ///
    /// The watcher may have missed lines, which its sequence numbers tell; what it has must be the replay's.
    init?(_ replay: [String], among watched: [String]) {
        let replayed = replay.compactMap { Line($0) }
        let seen = watched.compactMap { Line($0) }
        guard let first = seen.first, let last = seen.last, replayed.count == replay.count else { return nil }
        let byNumber = Dictionary(seen.map { ($0.number, $0) }) { line, _ in line }
        let matches = (first.number - 1..<last.number).compactMap { offset in
            Self.matches(replayed, byNumber, offset: offset)
        }
        guard let best = matches.max() else { return nil }
        count = best
    }

    /// How many lines the watcher has if line `n` of the replay is update `n` + `offset`; nil if any differs.
    private static func matches(_ replay: [Line], _ watched: [Int: Line], offset: Int) -> Int? {
        var distance: Int?
        var count = 0
        for line in replay {
            guard let seen = watched[line.number + offset] else { continue }
            guard seen.body == line.body, seen.time - line.time == distance ?? seen.time - line.time else { return nil }
            distance = seen.time - line.time
            count += 1
        }
        return count == 0 ? nil : count
    }
}
