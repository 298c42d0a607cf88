import PlainText

/// A line that a client sends on the stream's socket.
public enum WatchRequest: Hashable, Sendable {
    /// The continuous value; `rate` is nil for every update.
    case fold(rate: Double?, format: FoldFormat)
    /// The samples themselves, as a recording.
    case samples
    /// Nothing, until the next request.
    case off

    /// What a client gets that has not said a word.
    public static let `default` = WatchRequest.fold(rate: WireProtocol.defaultRate, format: .json)

    /// Why a request was refused: a sentence that says what would be right.
    public struct Refusal: Error, Hashable {
        /// The sentence.
        public let problem: String
    }

    /// The request that `line`, without its end, makes.
    public init(_ line: some Collection<UInt8>) throws(Refusal) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.first == "watch" else {
            throw Refusal(problem: "\(quoted(line)) is no request; say 'watch fold', 'watch samples' or 'watch off'")
        }
        let options = words.dropFirst(2)
        switch words.dropFirst().first {
        case "fold":
            self = try Self.fold(options)
        case "samples", "off":
            if let option = options.first {
                throw Refusal(problem: "'watch \(words[1])' takes no options, and not \(quoted(option.utf8))")
            }
            self = words[1] == "off" ? .off : .samples
        case let other:
            let found = other.map { "there is no \(quoted($0.utf8)) to watch" } ?? "there is nothing to watch"
            throw Refusal(problem: "\(found); say 'watch fold', 'watch samples' or 'watch off'")
        }
    }

    private static func fold(_ options: ArraySlice<Substring>) throws(Refusal) -> WatchRequest {
        var rate: Double? = WireProtocol.defaultRate
        var format = FoldFormat.json
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1] : ""
            switch parts[0] {
            case "rate":
                rate = try Self.rate(String(value))
            case "format":
                guard let known = FoldFormat(rawValue: String(value)) else {
                    throw Refusal(problem: "there is no format \(quoted(value.utf8)); use json, csv or plain")
                }
                format = known
            default:
                throw Refusal(
                    problem:
                        "'watch fold' has no option \(quoted(option.utf8)); use rate=N|max and format=json|csv|plain")
            }
        }
        return .fold(rate: rate, format: format)
    }

    /// The rate that `text` asks for, in lines a second; nil for `max`, every update.
    public static func rate(_ text: String) throws(Refusal) -> Double? {
        if text == "max" { return nil }
        guard let rate = decimal(text), WireProtocol.rates.contains(rate) else {
            throw Refusal(problem: "rate is 0.1…1000 lines a second or max, not \(quoted(text.utf8))")
        }
        return rate
    }

    /// The request as a line, its end included.
    public var line: [UInt8] {
        var text = Array("watch ".utf8)
        switch self {
        case .fold(let rate, let format):
            text.append(contentsOf: "fold rate=".utf8)
            if let rate { text.append(shortest: rate) } else { text.append(contentsOf: "max".utf8) }
            text.append(contentsOf: " format=\(format.rawValue)".utf8)
        case .samples: text.append(contentsOf: "samples".utf8)
        case .off: text.append(contentsOf: "off".utf8)
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }
}
