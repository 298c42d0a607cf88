import MotionCore
import PlainText

/// How a line of the fold looks: its format and, in that order, its fields.
public struct FoldForm: Hashable, Sendable {
    /// The format.
    public let format: FoldFormat
    /// What a line tells; in `plain` the fold alone.
    public let fields: [FoldField]

    /// What stands before each field's value in JSON, as bytes: it is written 60 times a second to everybody.
    private let members: [[UInt8]]

    /// The form of `format` with `fields`, of which `plain` takes none but the fold.
    public init(_ format: FoldFormat = .json, fields: [FoldField] = FoldField.standard) {
        self.format = format
        self.fields = format == .plain ? [.fold] : fields
        members = self.fields.enumerated().map { index, field in
            Array("\(index == 0 ? "{" : ",")\"\(field.rawValue)\":".utf8)
        }
    }

    /// What comes before the first line.
    public var header: [UInt8] {
        format == .csv ? Array((fields.flatMap(\.columns).joined(separator: ",") + "\n").utf8) : []
    }

    /// Appends the line of `state`, its end included.
    public func append(_ state: FoldState, to text: inout [UInt8]) {
        for index in fields.indices {
            if format == .json {
                text.append(contentsOf: members[index])
                fields[index].appendJSON(of: state, to: &text)
            } else {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                fields[index].appendCells(of: state, to: &text)
            }
        }
        if format == .json { text.append(UInt8(ascii: "}")) }
        text.append(UInt8(ascii: "\n"))
    }
}
