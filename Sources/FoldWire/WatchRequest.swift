import MotionCore
import PlainText

/// A line that a client sends on the stream's socket.
public enum WatchRequest: Hashable, Sendable {
    /// The continuous value.
    case fold(FoldRequest)
    /// The status, whenever it changes.
    case status
    /// Whether the fold is lifted over a limit.
    case threshold(Threshold)
    /// The samples themselves, as a recording.
    case samples
    /// Nothing, until the next request.
    case off

    /// What a client gets that has not said a word.
    public static let `default` = WatchRequest.fold(FoldRequest())

    /// The request that `line`, without its end, makes.
    public init(_ line: some Collection<UInt8>) throws(Refusal) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.first == "watch" else {
            throw Refusal(problem: "\(quoted(line)) is no request; say \(Self.kinds)")
        }
        let options = RequestOptions(words.dropFirst(2))
        switch words.dropFirst().first {
        case "fold": self = .fold(try FoldRequest(options))
        case "threshold": self = .threshold(try Threshold(options))
        case "status", "samples", "off":
            try options.refuseAny(of: "watch \(words[1])")
            self = words[1] == "off" ? .off : words[1] == "status" ? .status : .samples
        case let other:
            let found = other.map { "there is no \(quoted($0.utf8)) to watch" } ?? "there is nothing to watch"
            throw Refusal(problem: "\(found); say \(Self.kinds)")
        }
    }

    private static let kinds =
        "'watch fold', 'watch status', 'watch threshold', 'watch samples' or 'watch off'"

    /// The request as a line, its end included.
    public var line: [UInt8] {
        var text = Array("watch ".utf8)
        switch self {
        case .fold(let request): text.append(text: request.words)
        case .status: text.append(text: "status")
        case .threshold(let limits):
            text.append(text: "threshold below=")
            text.append(shortest: limits.below)
            text.append(text: " above=")
            text.append(shortest: limits.above)
        case .samples: text.append(text: "samples")
        case .off: text.append(text: "off")
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }
}

/// Why a request was refused: a sentence that says what would be right.
public struct Refusal: Error, Hashable {
    /// The sentence.
    public let problem: String

    /// A refusal because of `problem`.
    public init(problem: String) {
        self.problem = problem
    }
}

/// The `name=value` words of a request; of a name that is said twice the last counts.
struct RequestOptions {
    /// A word, taken apart.
    struct Option {
        let name: String
        let value: String
        let word: Substring
    }

    let all: [Option]

    init(_ words: ArraySlice<Substring>) {
        all = words.map { word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Option(name: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : "", word: word)
        }
    }

    /// Refuses options where `request` takes none.
    func refuseAny(of request: String) throws(Refusal) {
        if let option = all.first {
            throw Refusal(problem: "'\(request)' takes no options, and not \(quoted(option.word.utf8))")
        }
    }
}

extension Threshold {
    /// The limits that `options` name.
    init(_ options: RequestOptions) throws(Refusal) {
        var (below, above) = (String?.none, String?.none)
        for option in options.all {
            switch option.name {
            case "below": below = option.value
            case "above": above = option.value
            default:
                throw Refusal(
                    problem: "'watch threshold' has no option \(quoted(option.word.utf8)); use below=A and above=B")
            }
        }
        try self.init(below: below ?? "", above: above ?? "")
    }

    /// The limits that two texts name.
    public init(below: String, above: String) throws(Refusal) {
        guard let low = decimal(below), let high = decimal(above), let limits = Threshold(below: low, above: high)
        else {
            throw Refusal(
                problem: "a threshold is two folds of 0…1, below less than above, as in below=0.3 above=0.5, "
                    + "not below=\(quoted(below.utf8)) above=\(quoted(above.utf8))")
        }
        self = limits
    }
}
