import TestSupport

/// The clients in `examples/`: what each asks for, and what it makes of a recording.
enum Example: String, CaseIterable {
    case lifted = "lifted.sh"
    case python = "fold.py"
    case c = "fold.c"
    case gjs = "fold.js"
    case lua = "status.lua"
    case mqtt = "fold-to-mqtt.sh"

    /// The path of what is run; C is compiled into `directory` before.
    func program(in directory: TemporaryDirectory) throws -> String {
        let source = "\(Programs.package)/examples/\(rawValue)"
        guard self == .c else { return source }
        let program = directory("fold")
        let compiler = try ChildProcess.run("gcc", ["-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source])
        guard compiler.endStatus == 0 else { throw Overdue(description: "gcc: \(compiler.errors)") }
        return program
    }

    /// The line that it sends.
    var request: String {
        switch self {
        case .lifted: "watch threshold below=0.3 above=0.5"
        case .lua: "watch status"
        case .python, .c, .gjs, .mqtt: "watch fold change=0.01"
        }
    }

    /// What it says of `updates`, lines of a replay, where it misses none.
    func output(of updates: [String]) -> [String] {
        switch self {
        case .lifted: Self.lifts(updates).map { $0 ? "lifted" : "down" }
        case .lua: Self.statuses(updates)
        case .python, .gjs:
            Self.changes(updates).map { "\(member("fold", of: $0) ?? "") \(member("status", of: $0) ?? "")" }
        case .c: Self.changes(updates).map { member("fold", of: $0) ?? "" }
        case .mqtt: Self.changes(updates) + [Self.goodbye]
        }
    }

    static let goodbye = #"{"event":"shutdown"}"#

    /// The fold of `line` in millionths.
    private static func millionths(_ line: String) -> Int {
        member("fold", of: line).flatMap { Int($0.filter { $0 != "." }) } ?? -1
    }

    /// The first of `updates`, and each whose fold is at least 0.01 from the last of these, or has just reached 0 or 1.
    private static func changes(_ updates: [String]) -> [String] {
        var chosen: [String] = []
        var sent: Int?
        var before: Int?
        for update in updates {
            let fold = millionths(update)
            let hasReachedAnEnd = (fold == 0 || fold == 1_000_000) && fold != before
            before = fold
            guard sent.map({ abs(fold - $0) >= 10_000 }) ?? true || hasReachedAnEnd else { continue }
            sent = fold
            chosen.append(update)
        }
        return chosen
    }

    private static func statuses(_ updates: [String]) -> [String] {
        updates.compactMap { member("status", of: $0) }.reduce(into: []) { seen, status in
            if seen.last != status { seen.append(status) }
        }
    }

    private static func lifts(_ updates: [String]) -> [Bool] {
        updates.map { millionths($0) }.reduce(into: []) { seen, fold in
            guard let last = seen.last else { return seen.append(fold > 500_000) }
            if last ? fold < 300_000 : fold > 500_000 { seen.append(!last) }
        }
    }
}
