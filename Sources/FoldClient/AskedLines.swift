import FoldWire

/// Which of the daemon's lines belong to what was asked for: a few of the default stream may come before.
struct AskedLines {
    private let request: WatchRequest
    private var hasBegun: Bool
    private var sequence: String?
    /// Whether a line of the status must come before what is asked for can be asked for.
    private(set) var awaitsMark = false

    init(_ request: WatchRequest) {
        self.request = request
        hasBegun = request == .default
        // In another orientation the default stream's numbers are wrong ones, and nothing else tells them from the right
        // ones. A line of the status can be told: what comes after it is no longer of the default stream.
        if case .fold(let fold) = request, fold.orientation != nil, fold.format == .json {
            awaitsMark = fold.fields == FoldField.standard
        }
    }

    /// What to say at once; nil where nothing needs to be said.
    var firstWords: WatchRequest? { awaitsMark ? .status : request == .default ? nil : request }

    /// Whether `line` is one that was asked for.
    mutating func pass(_ line: ArraySlice<UInt8>) -> Bool {
        if hasBegun { return true }
        switch request {
        case .fold(let fold) where fold.format == .json: return passJSON(line, fold)
        case .fold: hasBegun = line.first != UInt8(ascii: "{")
        case .samples: hasBegun = line.first == UInt8(ascii: "#")
        case .status: return passFirst(line) { $0.text("status") != nil && $0.text("fold") == nil }
        case .threshold: return passFirst(line) { $0.text("lifted") != nil }
        case .off: return isEvent(line)
        }
        return hasBegun
    }

    private mutating func passJSON(_ line: ArraySlice<UInt8>, _ fold: FoldRequest) -> Bool {
        if awaitsMark {
            if let wire = WireLine(line), wire.text("status") != nil, wire.text("fold") == nil { awaitsMark = false }
            return isEvent(line)
        }
        if fold.fields != FoldField.standard {
            return passFirst(line) { $0.names == fold.fields.map(\.rawValue) }
        }
        guard let number = WireLine(line)?.text("seq") else { return true }
        // A change of the status may come between the mark and what was asked for after it.
        if fold.orientation != nil && WireLine(line)?.text("fold") == nil { return false }
        // The state at the connection may come again as the answer to the request.
        defer { sequence = number }
        return number != sequence
    }

    /// Events pass; from the first line on that `isAsked` holds for, all do.
    private mutating func passFirst(_ line: ArraySlice<UInt8>, where isAsked: (WireLine) -> Bool) -> Bool {
        guard let wire = WireLine(line) else { return true }
        if wire.text("event") != nil { return true }
        hasBegun = isAsked(wire)
        return hasBegun
    }

    private func isEvent(_ line: ArraySlice<UInt8>) -> Bool { WireLine(line)?.text("event") != nil }
}
