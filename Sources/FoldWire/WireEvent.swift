import MotionCore

/// What a watcher is told beside the fold.
public enum WireEvent: Hashable, Sendable {
    /// The sensor's state changed.
    case sensor(SensorState, detail: String)
    /// The screen's orientation changed.
    case orientation(Orientation)
    /// Somebody changed a setting through the control socket.
    case set(key: String, value: WireValue)
    /// The reader may read no longer: why, in a sentence.
    case access(String)
    /// The daemon ends.
    case shutdown

    /// Events of one kind replace each other while they wait for a slow reader.
    public var kind: Int {
        switch self {
        case .sensor: 0
        case .orientation: 1
        case .set: 2
        case .shutdown: 3
        case .access: 4
        }
    }

    /// How many kinds there are.
    public static let kinds = 5

    /// The event as a JSON object, without the line's end.
    public var json: [UInt8] {
        var text = Array("{\"event\":".utf8)
        switch self {
        case .sensor(let state, let detail):
            text.append(contentsOf: "\"sensor\",\"state\":\"\(state.rawValue)\",\"detail\":".utf8)
            text.append(json: detail)
        case .orientation(let orientation):
            text.append(contentsOf: "\"orientation\",\"orientation\":\"\(orientation.rawValue)\"".utf8)
        case .set(let key, let value):
            text.append(contentsOf: "\"set\",\"key\":".utf8)
            text.append(json: key)
            text.append(contentsOf: ",\"value\":".utf8)
            text.append(json: value)
        case .access(let detail):
            text.append(contentsOf: "\"access\",\"detail\":".utf8)
            text.append(json: detail)
        case .shutdown:
            text.append(contentsOf: "\"shutdown\"".utf8)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// The answer to a request that was refused, as a line.
    public static func errorLine(_ problem: String) -> [UInt8] {
        var text = Array("{\"error\":".utf8)
        text.append(json: problem)
        text.append(contentsOf: "}\n".utf8)
        return text
    }
}
