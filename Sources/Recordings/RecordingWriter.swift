import MotionCore
import PlainText

/// The lines of a recording as it is made. Times count from the origin, a whole microsecond, so that a replay's rounded
/// times differ from the live ones by the same amount throughout.
public struct RecordingWriter: Sendable {
    /// What the recording's zero is on the source's clock; nil until the first time is known.
    public private(set) var origin: Nanoseconds?

    /// A writer that has written nothing.
    public init() {}

    /// The header, up to the column line: of a sensor called `sensor` (nil where it is not known yet), under `settings`,
    /// from where `memory` stands.
    public mutating func header(
        sensor: String?, tuning: Tuning, orientation: Orientation, memory: PipelineMemory?
    ) -> [UInt8] {
        var text: [UInt8] = []
        text.append(text: RecordingFormat.magic + "\n")
        if let sensor { text += Self.entry(.sensor, sensor) }
        text += Self.entry(.unit, "m/s^2")
        text += Self.entry(.sign, "gravity")
        text += Self.entry(.orientation, orientation.rawValue)
        for key in Tuning.Key.allCases where tuning.text(key) != Tuning().text(key) {
            text.append(text: "# \(key.rawValue): \(tuning.text(key))\n")
        }
        if let memory { text += Self.entry(.state, self.text(of: memory)) }
        text.append(text: RecordingFormat.columns + "\n")
        return text
    }

    /// What `memory` is in a recording whose times count from this one's origin.
    public mutating func text(of memory: PipelineMemory) -> String {
        memory.text(origin: zero(for: memory.lastUpdate))
    }

    /// A `# key: value` line. Ends of line in `value` become blanks: a name must not forge a row.
    public static func entry(_ key: RecordingFormat.Key, _ value: String) -> [UInt8] {
        Array("# \(key.rawValue): ".utf8) + value.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 } + [UInt8(ascii: "\n")]
    }

    /// The row of `acceleration` (m/s²), taken at `time`.
    ///
    /// What is no number is written as 0,0,0: as unusable as it was, and readable.
    public mutating func appendRow(time: Nanoseconds, acceleration: Vector3, to text: inout [UInt8]) {
        text.append(exactSeconds: (time - zero(for: time)).count)
        let readable = acceleration.isFinite ? acceleration : Vector3(0, 0, 0)
        for component in [readable.x, readable.y, readable.z] {
            text.append(UInt8(ascii: ","))
            text.append(shortest: component)
        }
        text.append(UInt8(ascii: "\n"))
    }

    private mutating func zero(for time: Nanoseconds) -> Nanoseconds {
        if let origin { return origin }
        let rest = time.count % 1000
        let zero = time - Nanoseconds(rest < 0 ? rest + 1000 : rest)
        origin = zero
        return zero
    }
}
