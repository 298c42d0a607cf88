import MotionCore
import PlainText

/// What a line of the fold can tell, by the names that `fields=` takes.
public enum FoldField: String, CaseIterable, Sendable {
    /// The update's number.
    case sequence = "seq"
    /// The update's time.
    case time = "t"
    /// The fold, 0…1.
    case fold
    /// The filtered tilt about the screen's upward direction.
    case roll
    /// The filtered tilt about the screen's right-hand direction.
    case pitch
    /// The fold as a switch.
    case status
    /// The unfiltered tilt [x, y], 90° is 1.
    case tilt
    /// The direction of gravity [x, y, z], of length 1.
    case gravity
    /// The screen's orientation.
    case orientation
    /// Seconds since the sample.
    case age
    /// What to draw.
    case effect
    /// The hinge's angle and status, and whether the angle is held; nothing where there is no hinge.
    case hinge

    /// What a line has that nobody asked otherwise of.
    public static let standard: [FoldField] = [.sequence, .time, .fold, .roll, .pitch, .status]

    /// The columns in csv.
    var columns: [String] {
        switch self {
        case .tilt: ["tilt.x", "tilt.y"]
        case .gravity: ["gravity.x", "gravity.y", "gravity.z"]
        case .effect: Self.effectParts.map { "effect.\($0)" }
        case .hinge: ["hinge.angle", "hinge.status"]
        default: [rawValue]
        }
    }

    private static let effectParts = ["blur", "scrim", "front", "angle", "nudge"]
    private static let effectMembers = effectParts.map { Array(",\"\($0)\":".utf8) }

    /// Appends the value in `state` as JSON.
    func appendJSON(of state: FoldState, to text: inout [UInt8]) {
        switch self {
        case .status:
            text.append(UInt8(ascii: "\""))
            text.append(contentsOf: state.status.rawValue.utf8)
            text.append(UInt8(ascii: "\""))
        case .orientation:
            text.append(UInt8(ascii: "\""))
            text.append(contentsOf: state.orientation.rawValue.utf8)
            text.append(UInt8(ascii: "\""))
        case .tilt, .gravity:
            guard state.lean != nil else { return text.append(text: "null") }
            text.append(UInt8(ascii: "["))
            appendCells(of: state, to: &text)
            text.append(UInt8(ascii: "]"))
        case .roll: text.append(json: state.roll)
        case .pitch: text.append(json: state.pitch)
        case .effect:
            let effect = FoldEffect(fold: state.fold)
            text.append(UInt8(ascii: "{"))
            text.append(contentsOf: Self.effectMembers[0].dropFirst())
            text.append(fixed: effect.blur)
            text.append(contentsOf: Self.effectMembers[1])
            text.append(fixed: effect.scrim)
            text.append(contentsOf: Self.effectMembers[2])
            text.append(fixed: effect.front)
            text.append(contentsOf: Self.effectMembers[3])
            text.append(fixed: effect.angle)
            text.append(contentsOf: Self.effectMembers[4])
            text.append(fixed: effect.nudge)
            text.append(UInt8(ascii: "}"))
        case .hinge: text.append(json: state.hinge)
        default: appendCells(of: state, to: &text)
        }
    }

    /// Appends the value in `state` as csv has it, a cell for each column; nothing in a cell is no value.
    func appendCells(of state: FoldState, to text: inout [UInt8]) {
        switch self {
        case .sequence: text.append(integer: state.sequence)
        case .time: text.append(seconds: state.time.count)
        case .fold: text.append(fixed: state.fold)
        case .roll: if let roll = state.roll { text.append(fixed: roll) }
        case .pitch: if let pitch = state.pitch { text.append(fixed: pitch) }
        case .status: text.append(contentsOf: state.status.rawValue.utf8)
        case .tilt:
            guard let tilt = state.tilt else { return text.append(text: ",") }
            text.append(fixed: tilt.x)
            text.append(nextCell: tilt.y)
        case .gravity:
            guard let direction = state.gravity?.direction else { return text.append(text: ",,") }
            text.append(fixed: direction.x)
            text.append(nextCell: direction.y)
            text.append(nextCell: direction.z)
        case .orientation: text.append(contentsOf: state.orientation.rawValue.utf8)
        case .age: text.append(seconds: (state.time - state.sampleTime).count)
        case .effect:
            let effect = FoldEffect(fold: state.fold)
            text.append(fixed: effect.blur)
            text.append(nextCell: effect.scrim)
            text.append(nextCell: effect.front)
            text.append(nextCell: effect.angle)
            text.append(nextCell: effect.nudge)
        case .hinge:
            // A cell has no place to say that it is held; an empty one says no more than is known.
            guard let hinge = state.hinge, !hinge.isStale else { return text.append(text: ",") }
            text.append(fixed: hinge.angle.degrees)
            text.append(UInt8(ascii: ","))
            text.append(text: hinge.status.rawValue)
        }
    }
}

extension [UInt8] {
    /// Appends `value` as JSON, null where there is none.
    mutating func append(json value: Double?) {
        if let value { append(fixed: value) } else { append(text: "null") }
    }

    /// Appends `hinge` as JSON, null where there is none.
    fileprivate mutating func append(json hinge: Hinge?) {
        guard let hinge else { return append(text: "null") }
        append(text: "{\"angle\":")
        append(fixed: hinge.angle.degrees)
        append(text: ",\"status\":\"\(hinge.status.rawValue)\"")
        append(text: hinge.isStale ? ",\"stale\":true}" : "}")
    }

    fileprivate mutating func append(nextCell value: Double) {
        append(UInt8(ascii: ","))
        append(fixed: value)
    }
}
