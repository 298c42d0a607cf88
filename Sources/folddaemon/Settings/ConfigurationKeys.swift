import FoldWire
import IIOSensor
import MotionCore
import PlainText
import Recordings
import UnixProgram

extension Configuration {
    /// A key of the configuration file: how it is set from a text, and how its value is told.
    struct Key: Sendable {
        let section: String
        let name: String
        let set: @Sendable (inout Configuration, String) throws(SettingProblem) -> Void
        let value: @Sendable (Configuration) -> WireValue

        init(
            _ section: String, _ name: String, _ value: @escaping @Sendable (Configuration) -> WireValue,
            set: @escaping @Sendable (inout Configuration, String) throws(SettingProblem) -> Void
        ) {
            self.section = section
            self.name = name
            self.value = value
            self.set = set
        }
    }

    /// The keys of the configuration file, in its sections. A value of null is one that is found by itself.
    static let keys: [Key] = [
        Key("sensor", "source", { .text($0.source.text) }) { (c, text) throws(SettingProblem) in
            c.source = try Source(text: text)
        },
        Key("sensor", "sign", { .text($0.sensor.sign.rawValue) }) { (c, text) throws(SettingProblem) in
            c.sensor.sign = try choice("sign", text)
        },
        Key("sensor", "matrix", { .text(orNull: $0.sensor.matrix?.text) }) { (c, text) throws(SettingProblem) in
            c.sensor.matrix = try matrix(text)
        },
        Key("sensor", "panel", { .text(orNull: $0.panel?.rawValue) }) { (c, text) throws(SettingProblem) in
            c.panel = try panel(text)
        },
        Key("sensor", "mode", { .text($0.sensor.mode.rawValue) }) { (c, text) throws(SettingProblem) in
            c.sensor.mode = try choice("mode", text)
        },
        Key("sensor", "share", { .text($0.sensor.share.rawValue) }) { (c, text) throws(SettingProblem) in
            c.sensor.share = try choice("share", text)
        },
        Key("sensor", "rate", { .number($0.sensor.rate) }) { (c, text) throws(SettingProblem) in
            c.sensor.rate = try rate(text)
        },
        Key("sensor", "always-on", { .flag($0.alwaysOn) }) { (c, text) throws(SettingProblem) in
            c.alwaysOn = try flag("always-on", text)
        },
        Key("fold", "orientation", { .text($0.orientationValue) }) { (c, text) throws(SettingProblem) in
            c.orientation = try orientation(text)
        },
        Key("fold", "gain", { .number($0.tuning.gain) }) { (c, text) throws(SettingProblem) in
            try c.tuning.set(.gain, to: text)
        },
        Key("fold", "deadzone", { .number($0.tuning.deadzone) }) { (c, text) throws(SettingProblem) in
            try c.tuning.set(.deadzone, to: text)
        },
        Key("fold", "smoothing", { .number($0.tuning.smoothing) }) { (c, text) throws(SettingProblem) in
            try c.tuning.set(.smoothing, to: text)
        },
        Key("fold", "level", { .list([.number($0.tuning.level.x), .number($0.tuning.level.y)]) }) {
            (c, text) throws(SettingProblem) in try c.tuning.set(.level, to: text)
        },
        Key("service", "fold-socket", { .text(orNull: try? $0.streamPath) }) { (c, text) throws(SettingProblem) in
            c.foldSocket = try path(text)
        },
        Key("service", "control-socket", { .text(orNull: try? $0.controlPath) }) { (c, text) throws(SettingProblem) in
            c.controlSocket = try path(text)
        },
        Key("service", "clients", { .number(Double($0.clients)) }) { (c, text) throws(SettingProblem) in
            c.clients = try clients(text)
        },
        Key("service", "exit-idle-time", { .number($0.exitIdleTime) }) { (c, text) throws(SettingProblem) in
            c.exitIdleTime = try exitIdleTime(text)
        },
    ]
}

// MARK: - Values

extension Configuration {
    private static func choice<Value: RawRepresentable & CaseIterable>(
        _ key: String, _ text: String
    ) throws(SettingProblem) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: text) else {
            let allowed = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingProblem("\(key) is one of \(allowed), not \(quoted(text.utf8))")
        }
        return value
    }

    static func mode(_ text: String) throws(SettingProblem) -> SensorMode { try choice("mode", text) }

    private static func matrix(_ text: String) throws(SettingProblem) -> MountMatrix {
        guard let matrix = MountMatrix(text: text), matrix.usable != nil else {
            throw SettingProblem(
                "matrix is three rows as in '0, 1, 0; -1, 0, 0; 0, 0, 1', x and y of length 1 and not parallel, not \(quoted(text.utf8))"
            )
        }
        return matrix
    }

    private static func panel(_ text: String) throws(SettingProblem) -> Panel {
        guard let panel = Panel(rawValue: text) else {
            throw SettingProblem("panel is portrait or landscape, not \(quoted(text.utf8))")
        }
        return panel
    }

    private static func rate(_ text: String) throws(SettingProblem) -> Double {
        guard let rate = decimal(text), SensorRequest.rateRange.contains(rate) else {
            throw SettingProblem("rate is 1…400 samples a second, not \(quoted(text.utf8))")
        }
        return rate
    }

    private static func flag(_ key: String, _ text: String) throws(SettingProblem) -> Bool {
        switch text {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw SettingProblem("\(key) is yes or no, not \(quoted(text.utf8))")
        }
    }

    static func orientation(_ text: String) throws(SettingProblem) -> String {
        guard OrientationSetting(name: text, panel: .portrait) != nil else {
            throw SettingProblem("orientation is \(OrientationSetting.names), not \(quoted(text.utf8))")
        }
        return text
    }

    static func path(_ text: String) throws(SettingProblem) -> String {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= UnixSocket.longestPath else {
            throw SettingProblem(
                "a socket is an absolute path of at most \(UnixSocket.longestPath) bytes, not \(quoted(text.utf8))")
        }
        // Two ways to write a place are the same place; one that ends as a directory's is no socket's, and told so.
        let place = "/" + text.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return text.utf8.last == UInt8(ascii: "/") && place != "/" ? place + "/" : place
    }

    static func exitIdleTime(_ text: String) throws(SettingProblem) -> Double {
        guard let minutes = decimal(text), exitIdleTimeRange.contains(minutes) else {
            throw SettingProblem("exit-idle-time is 0…1440 minutes, 0 for never, not \(quoted(text.utf8))")
        }
        return minutes
    }

    private static func clients(_ text: String) throws(SettingProblem) -> Int {
        guard let count = Int(text), clientsRange.contains(count) else {
            throw SettingProblem("clients is 1…100000, not \(quoted(text.utf8))")
        }
        return count
    }
}
