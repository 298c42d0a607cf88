import MotionCore
import PlainText

/// What `watch fold` asks for.
public struct FoldRequest: Hashable, Sendable {
    /// Lines a second, 0.1…1000; nil for every update.
    public var rate: Double? = WireProtocol.defaultRate
    /// A line only where the fold differs by this much (0…1) from the last one sent, or has reached 0 or 1; nil for all.
    public var change: Double?
    /// The client's own orientation; nil for the service's.
    public var orientation: Orientation?
    /// How lines are written.
    public var format = FoldFormat.json
    /// What they tell, in that order.
    public var fields = FoldField.standard

    /// What a client gets that has not said a word.
    public init() {}

    init(_ options: RequestOptions) throws(Refusal) {
        for option in options.all {
            switch option.name {
            case "rate": rate = try Self.rate(option.value)
            case "change": change = try Self.change(option.value)
            case "orientation": orientation = try Self.orientation(option.value)
            case "format": format = try Self.format(option.value)
            case "fields": fields = try Self.fields(option.value)
            default:
                throw Refusal(
                    problem: "'watch fold' has no option \(quoted(option.word.utf8)); "
                        + "use rate=, change=, orientation=, format= and fields=")
            }
        }
        if format == .plain && options.all.contains(where: { $0.name == "fields" }) { throw Self.bareFold }
    }

    private static let bareFold = Refusal(
        problem: "format=plain is the bare fold; leave fields= away, or use json or csv")

    /// Refuses what cannot be had together.
    public func check() throws(Refusal) {
        if format == .plain && fields != FoldField.standard { throw Self.bareFold }
    }

    /// The form of the lines.
    public var form: FoldForm { FoldForm(format, fields: fields) }

    /// The request's words after `watch`: those that differ from what comes without them.
    var words: String {
        var text = Array("fold".utf8)
        if rate != WireProtocol.defaultRate {
            text.append(text: " rate=")
            if let rate { text.append(shortest: rate) } else { text.append(text: "max") }
        }
        if let change {
            text.append(text: " change=")
            text.append(shortest: change)
        }
        if let orientation { text.append(text: " orientation=\(orientation.rawValue)") }
        if format != .json { text.append(text: " format=\(format.rawValue)") }
        if fields != FoldField.standard {
            text.append(text: " fields=\(fields.map(\.rawValue).joined(separator: ","))")
        }
        return String(decoding: text, as: UTF8.self)
    }
}

// MARK: - The values of its options

extension FoldRequest {
    /// The rate that `text` asks for, in lines a second; nil for `max`, every update.
    public static func rate(_ text: String) throws(Refusal) -> Double? {
        if text == "max" { return nil }
        guard let rate = decimal(text), WireProtocol.rates.contains(rate) else {
            throw Refusal(problem: "rate is 0.1…1000 lines a second or max, not \(quoted(text.utf8))")
        }
        return rate
    }

    /// The change that `text` asks for.
    public static func change(_ text: String) throws(Refusal) -> Double {
        guard let change = decimal(text), WireProtocol.folds.contains(change) else {
            throw Refusal(problem: "change is 0…1, not \(quoted(text.utf8))")
        }
        return change
    }

    /// The orientation that `text` names: one that a screen can have, since `auto` is the service's to find.
    public static func orientation(_ text: String) throws(Refusal) -> Orientation {
        guard let orientation = Orientation(name: text) else {
            throw Refusal(
                problem: "orientation is landscape-right (right-up), landscape-left (left-up), normal or bottom-up, "
                    + "not \(quoted(text.utf8)); without it the service's own is used")
        }
        return orientation
    }

    /// The format that `text` names.
    public static func format(_ text: String) throws(Refusal) -> FoldFormat {
        guard let format = FoldFormat(rawValue: text) else {
            throw Refusal(problem: "there is no format \(quoted(text.utf8)); use json, csv or plain")
        }
        return format
    }

    /// The fields that `text` lists.
    public static func fields(_ text: String) throws(Refusal) -> [FoldField] {
        var fields: [FoldField] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let field = FoldField(rawValue: String(name)) else {
                let names = FoldField.allCases.map(\.rawValue).joined(separator: ",")
                throw Refusal(problem: "there is no field \(quoted(name.utf8)); use some of \(names)")
            }
            if fields.contains(field) { throw Refusal(problem: "the field '\(name)' is asked for twice; ask once") }
            fields.append(field)
        }
        return fields
    }
}
