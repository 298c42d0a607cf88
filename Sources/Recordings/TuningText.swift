import MotionCore
import PlainText

/// A setting that was refused: one clause, which says what is allowed.
public struct SettingProblem: Error, Hashable {
    /// As in "gain is -10…10, not 'x'".
    public let problem: String

    /// The refusal `problem`.
    public init(_ problem: String) {
        self.problem = problem
    }
}

extension Tuning {
    /// The settings by name, as recordings' headers, the configuration and its like spell them.
    public enum Key: String, CaseIterable, Sendable {
        /// As the fields of `Tuning` of the same names.
        case gain, deadzone, smoothing, level
    }

    /// Sets `key` to what `text` says, if that is a value in its range.
    public mutating func set(_ key: Key, to text: String) throws(SettingProblem) {
        switch key {
        case .gain: gain = try Self.number(text, key, Tuning.gainRange)
        case .deadzone: deadzone = try Self.number(text, key, Tuning.deadzoneRange)
        case .smoothing: smoothing = try Self.number(text, key, Tuning.smoothingRange)
        case .level:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
            guard parts.count == 2 else {
                throw SettingProblem("level is two tilts as in 0.01,-0.02, not \(quoted(text.utf8))")
            }
            level = Tilt(
                x: try Self.number(parts[0], key, Tuning.levelRange),
                y: try Self.number(parts[1], key, Tuning.levelRange))
        }
    }

    /// Takes the value that `key` has in `other`.
    public mutating func copy(_ key: Key, of other: Tuning) {
        switch key {
        case .gain: gain = other.gain
        case .deadzone: deadzone = other.deadzone
        case .smoothing: smoothing = other.smoothing
        case .level: level = other.level
        }
    }

    /// The value of `key` as `set` reads it.
    public func text(_ key: Key) -> String {
        var text: [UInt8] = []
        switch key {
        case .gain: text.append(shortest: gain)
        case .deadzone: text.append(shortest: deadzone)
        case .smoothing: text.append(shortest: smoothing)
        case .level:
            text.append(shortest: level.x)
            text.append(UInt8(ascii: ","))
            text.append(shortest: level.y)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func number(
        _ text: String, _ key: Key, _ range: ClosedRange<Double>
    ) throws(SettingProblem) -> Double {
        guard let value = decimal(text), range.contains(value) else {
            var allowed: [UInt8] = []
            allowed.append(shortest: range.lowerBound)
            allowed.append(text: "…")
            allowed.append(shortest: range.upperBound)
            throw SettingProblem(
                "\(key.rawValue) is \(String(decoding: allowed, as: UTF8.self)), not \(quoted(text.utf8))")
        }
        return value
    }
}
