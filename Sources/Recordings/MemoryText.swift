import MotionCore
import PlainText

/// The value of a recording's `# state:` line: `u=… x=… y=… tx=… ty=… status=… orientation=… hold=… next=…`.
///
/// Times are seconds on the recording's own axis. `last`, the time of the last sample, follows only where it is not
/// `u`, that is where the last update was a tick: it bounds the ticks to come.
extension PipelineMemory {
    /// The line's value, with times counted from `origin`.
    public func text(origin: Nanoseconds) -> String {
        var text: [UInt8] = []
        func time(_ key: String, _ time: Nanoseconds) {
            text.append(text: key)
            text.append(exactSeconds: (time - origin).count)
        }
        func number(_ key: String, _ value: Double) {
            text.append(text: key)
            text.append(shortest: value)
        }
        time("u=", lastUpdate)
        number(" x=", filter.x)
        number(" y=", filter.y)
        number(" tx=", target.x)
        number(" ty=", target.y)
        text.append(text: " status=\(status.rawValue) orientation=\(orientation.rawValue)")
        if let runStart { time(" hold=", runStart) } else { text.append(text: " hold=none") }
        time(" next=", nextTick)
        if lastSample != lastUpdate { time(" last=", lastSample) }
        return String(decoding: text, as: UTF8.self)
    }

    /// What the value `text` says.
    public init(text: String) throws(SettingProblem) {
        var fields: [Substring: Substring] = [:]
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[parts[0]] = parts[1] }
        }
        func value<Value>(_ key: Substring, _ read: (Substring) -> Value?) throws(SettingProblem) -> Value {
            guard let word = fields[key] else { throw SettingProblem("the state has no \(key)=") }
            guard let value = read(word) else {
                throw SettingProblem("the state's \(key) is \(quoted(word.utf8)), which cannot be")
            }
            return value
        }
        func time(_ key: Substring, _ allowed: (Nanoseconds) -> Bool) throws(SettingProblem) -> Nanoseconds {
            try value(key) { word in Self.time(word).flatMap { allowed($0) ? $0 : nil } }
        }
        func tilt(_ key: Substring) throws(SettingProblem) -> Double {
            try value(key) { word in decimal(word).flatMap { abs($0) <= Self.steepest ? $0 : nil } }
        }
        let update = try value("u", Self.time)
        self.init(
            lastUpdate: update,
            lastSample: fields["last"] == nil ? update : try time("last") { $0 <= update },
            nextTick: try time("next") { $0 > update },
            filter: Tilt(x: try tilt("x"), y: try tilt("y")),
            target: Tilt(x: try tilt("tx"), y: try tilt("ty")),
            status: try value("status") { Status(rawValue: String($0)) },
            orientation: try value("orientation") { Orientation(name: String($0)) },
            runStart: fields["hold"] == "none" ? nil : try time("hold") { $0 <= update })
    }

    /// The largest tilt there can be: 1 (90°), less a level of −1.
    private static let steepest = 2.0

    private static func time(_ text: Substring) -> Nanoseconds? {
        let bytes = Array(text.utf8)
        return DecimalNumber(bytes, in: 0..<bytes.count)?.billionths.map { Nanoseconds($0) }
    }
}
