import PlainText

/// A line that a client sends on the control socket.
public enum ControlRequest: Hashable, Sendable {
    /// How it stands with everything.
    case status
    /// The value of a key; of all keys where none is named.
    case get(String?)
    /// Where the values of all keys come from.
    case origins
    /// A key's new value, for this run.
    case set(key: String, value: String)
    /// Every IIO device, and what becomes of it.
    case sensors
    /// The program's version and the protocol's.
    case version
    /// A step of finding out how the sensor sits.
    case calibrate(CalibrationStep)

    /// The request that `line`, without its end, makes.
    public init(_ line: some Collection<UInt8>) throws(Refusal) {
        let text = trimmed(String(decoding: line, as: UTF8.self))
        let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
        let rest = parts.count == 2 ? trimmed(parts[1]) : ""
        switch parts.first {
        case "get": self = .get(try Self.key(rest))
        case "set": self = try Self.set(rest)
        case "calibrate": self = .calibrate(try Self.step(rest))
        case "status": self = try Self.alone(.status, parts[0], rest)
        case "origins": self = try Self.alone(.origins, parts[0], rest)
        case "sensors": self = try Self.alone(.sensors, parts[0], rest)
        case "version": self = try Self.alone(.version, parts[0], rest)
        default: throw Refusal(problem: "\(quoted(line)) is no request; say \(Self.kinds)")
        }
    }

    private static let kinds = "status, get, get KEY, origins, set KEY=VALUE, sensors, version or calibrate STEP"

    private static func alone(
        _ request: ControlRequest, _ name: String, _ rest: String
    ) throws(Refusal) -> ControlRequest {
        if rest.isEmpty { return request }
        throw Refusal(problem: "'\(name)' stands alone, without \(quoted(rest.utf8))")
    }

    private static func key(_ text: String) throws(Refusal) -> String? {
        if text.isEmpty { return nil }
        if text.utf8.contains(UInt8(ascii: " ")) || text.utf8.contains(UInt8(ascii: "=")) {
            throw Refusal(problem: "'get' takes one key, and not \(quoted(text.utf8))")
        }
        return text
    }

    private static func step(_ text: String) throws(Refusal) -> CalibrationStep {
        guard let step = CalibrationStep(name: text) else {
            let steps = CalibrationStep.all.map(\.name).joined(separator: ", ")
            throw Refusal(problem: "'calibrate' takes one of \(steps), not \(quoted(text.utf8))")
        }
        return step
    }

    private static func set(_ text: String) throws(Refusal) -> ControlRequest {
        // By bytes, as all of the protocol: an accent does not change the sign that it stands after.
        let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { trimmed(Substring($0)) }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw Refusal(problem: "'set' takes a key and a value as in 'set gain=-1.6', not \(quoted(text.utf8))")
        }
        return .set(key: parts[0], value: parts[1])
    }

    /// The request as a line, its end included.
    public var line: [UInt8] {
        switch self {
        case .status: Array("status\n".utf8)
        case .get(nil): Array("get\n".utf8)
        case .get(let key?): Array("get \(key)\n".utf8)
        case .origins: Array("origins\n".utf8)
        case .set(let key, let value): Array("set \(key)=\(value)\n".utf8)
        case .sensors: Array("sensors\n".utf8)
        case .version: Array("version\n".utf8)
        case .calibrate(let step): Array("calibrate \(step.name)\n".utf8)
        }
    }

    /// The answer that carries `value`, as a line.
    public static func answer(_ members: [WireMember]) -> [UInt8] {
        var text = Array("{\"ok\":".utf8)
        text.append(json: .object(members))
        text.append(text: "}\n")
        return text
    }
}
