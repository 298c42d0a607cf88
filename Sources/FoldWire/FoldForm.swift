import MotionCore
import PlainText

/// How a line of the fold looks: its format and, in that order, its fields.
public struct FoldForm: Hashable, Sendable {
    /// The format.
    public let format: FoldFormat
    /// What a line tells; in `plain` the fold alone.
    public let fields: [FoldField]

    /// Whether it is what everybody gets who does not ask otherwise, 60 times a second: that one is written without
    /// looking at each field.
    private let isUsual: Bool

    /// The form of `format` with `fields`, of which `plain` takes none but the fold.
    public init(_ format: FoldFormat = .json, fields: [FoldField] = FoldField.standard) {
        self.format = format
        self.fields = format == .plain ? [.fold] : fields
        isUsual = format == .json && fields == FoldField.standard
    }

    /// What comes before the first line.
    public var header: [UInt8] {
        format == .csv ? Array((fields.flatMap(\.columns).joined(separator: ",") + "\n").utf8) : []
    }

    /// Appends the line of `state`, its end included.
    public func append(_ state: FoldState, to text: inout [UInt8]) {
        if isUsual { return Self.appendUsual(state, to: &text) }
        if format == .json { text.append(UInt8(ascii: "{")) }
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if format == .json {
                text.append(json: field.rawValue)
                text.append(UInt8(ascii: ":"))
                field.appendJSON(of: state, to: &text)
            } else {
                field.appendCells(of: state, to: &text)
            }
        }
        if format == .json { text.append(UInt8(ascii: "}")) }
        text.append(UInt8(ascii: "\n"))
    }

    private static func appendUsual(_ state: FoldState, to text: inout [UInt8]) {
        text.append(text: "{\"seq\":")
        text.append(integer: state.sequence)
        text.append(text: ",\"t\":")
        text.append(seconds: state.time.count)
        text.append(text: ",\"fold\":")
        text.append(fixed: state.fold)
        text.append(text: ",\"roll\":")
        text.append(json: state.roll)
        text.append(text: ",\"pitch\":")
        text.append(json: state.pitch)
        text.append(text: ",\"status\":\"")
        text.append(text: state.status.rawValue)
        text.append(text: "\"}\n")
    }
}
