/// How a watcher wants lines written.
public enum FoldFormat: String, CaseIterable, Sendable {
    /// A JSON object a line.
    case json
    /// A header of the names, then a row a line; events as `# event: JSON`.
    case csv
    /// The bare fold, a number a line; no events.
    case plain

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

    /// The line of `event`, its end included; empty in a format without events.
    public func line(of event: WireEvent) -> [UInt8] {
        var text: [UInt8] = []
        append(event, to: &text)
        return text
    }
}
