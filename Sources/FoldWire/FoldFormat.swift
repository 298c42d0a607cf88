import MotionCore
import PlainText

/// How a watcher wants the fold written.
public enum FoldFormat: String, CaseIterable, Sendable {
    /// A JSON object a line.
    case json
    /// A header of the names, then a row a line; events as `# event: JSON`.
    case csv
    /// The bare fold, a number a line; no events.
    case plain

    /// What comes before the first line.
    public var header: [UInt8] {
        self == .csv ? Array("seq,t,fold,roll,pitch,status\n".utf8) : []
    }

    /// Appends the line of `state`, its end included.
    public func append(_ state: FoldState, to text: inout [UInt8]) {
        switch self {
        case .json:
            text.append(contentsOf: Member.sequence)
            text.append(integer: state.sequence)
            text.append(contentsOf: Member.time)
            text.append(seconds: state.time.count)
            text.append(contentsOf: Member.fold)
            text.append(fixed: state.fold)
            text.append(contentsOf: Member.roll)
            text.append(fixed: state.roll)
            text.append(contentsOf: Member.pitch)
            text.append(fixed: state.pitch)
            text.append(contentsOf: Member.status)
            text.append(contentsOf: state.status.rawValue.utf8)
            text.append(contentsOf: Member.end)
        case .csv:
            text.append(integer: state.sequence)
            text.append(UInt8(ascii: ","))
            text.append(seconds: state.time.count)
            text.append(UInt8(ascii: ","))
            text.append(fixed: state.fold)
            text.append(UInt8(ascii: ","))
            text.append(fixed: state.roll)
            text.append(UInt8(ascii: ","))
            text.append(fixed: state.pitch)
            text.append(UInt8(ascii: ","))
            text.append(contentsOf: state.status.rawValue.utf8)
            text.append(UInt8(ascii: "\n"))
        case .plain:
            text.append(fixed: state.fold)
            text.append(UInt8(ascii: "\n"))
        }
    }

    /// Appends the line of `event`, its end included; nothing in a format without events.
    public func append(_ event: WireEvent, to text: inout [UInt8]) {
        switch self {
        case .json: break
        case .csv: text.append(contentsOf: "# event: ".utf8)
        case .plain: return
        }
        text.append(contentsOf: event.json)
        text.append(UInt8(ascii: "\n"))
    }
}

/// What stands between the values of a JSON line, as bytes: it is written 60 times a second to everybody.
private enum Member {
    static let sequence = Array("{\"seq\":".utf8)
    static let time = Array(",\"t\":".utf8)
    static let fold = Array(",\"fold\":".utf8)
    static let roll = Array(",\"roll\":".utf8)
    static let pitch = Array(",\"pitch\":".utf8)
    static let status = Array(",\"status\":\"".utf8)
    static let end = Array("\"}\n".utf8)
}
