import FoldWire
import IIOSensor
import MotionCore
import PlainText
import Recordings
import UnixProgram

/// Where samples come from.
enum Source: Hashable {
    /// The display's accelerometer.
    case auto
    /// The accelerometer of that name or label.
    case iio(String)
    /// A recording, from its first row.
    case replay(String)
    /// A recording that is being written; `-` is standard input.
    case pipe(String)

    static let allowed = "auto, iio:NAME, replay:FILE or pipe:PATH"

    init(text: String) throws(SettingProblem) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count == 2 ? String(parts[1]) : nil) {
        case ("auto", nil): self = .auto
        case ("iio", let name?) where !name.isEmpty: self = .iio(name)
        case ("replay", let file?) where !file.isEmpty: self = .replay(file)
        case ("pipe", let path?) where !path.isEmpty: self = .pipe(path)
        default: throw SettingProblem("source is \(Source.allowed), not \(quoted(text.utf8))")
        }
    }
}

/// How fast a recording is replayed.
enum ReplaySpeed: Hashable {
    /// So many times as fast as it was recorded.
    case times(Double)
    /// As fast as it goes.
    case max

    init(text: String) throws(SettingProblem) {
        if text == "max" {
            self = .max
        } else if let factor = decimal(text), (0.01...1000).contains(factor) {
            self = .times(factor)
        } else {
            throw SettingProblem("speed is 0.01…1000 or max, not \(quoted(text.utf8))")
        }
    }
}

/// All that an owner can say, with the defaults: command line over drop-ins in order over file over default.
struct Configuration {
    var source = Source.auto
    var sensor = SensorRequest()
    /// nil: as the kernel's graphics say.
    var panel: Panel?
    var alwaysOn = false
    /// nil: `auto` for a sensor, `landscape-right` for a recording that does not say.
    var orientation: String?
    var tuning = Tuning()
    /// nil: the default place.
    var foldSocket: String?
    /// The most readers at a time.
    var clients = 4096

    // Said on the command line only.
    var speed = ReplaySpeed.times(1)
    var isLooping = false
    /// The command line's orientation, which even a recording's own does not overrule.
    var forcedOrientation: String?

    static let clientsRange = 1...100_000

    /// A key of the configuration file.
    struct Key: Sendable {
        let section: String
        let name: String
        let set: @Sendable (inout Configuration, String) throws(SettingProblem) -> Void

        init(
            _ section: String, _ name: String,
            set: @escaping @Sendable (inout Configuration, String) throws(SettingProblem) -> Void
        ) {
            self.section = section
            self.name = name
            self.set = set
        }
    }

    /// The keys of the configuration file, in its sections, with what sets them.
    static let keys: [Key] = [
        Key("sensor", "source") { (c, text) throws(SettingProblem) in c.source = try Source(text: text) },
        Key("sensor", "sign") { (c, text) throws(SettingProblem) in c.sensor.sign = try choice("sign", text) },
        Key("sensor", "matrix") { (c, text) throws(SettingProblem) in c.sensor.matrix = try matrix(text) },
        Key("sensor", "panel") { (c, text) throws(SettingProblem) in c.panel = try panel(text) },
        Key("sensor", "mode") { (c, text) throws(SettingProblem) in c.sensor.mode = try choice("mode", text) },
        Key("sensor", "share") { (c, text) throws(SettingProblem) in c.sensor.share = try choice("share", text) },
        Key("sensor", "rate") { (c, text) throws(SettingProblem) in c.sensor.rate = try rate(text) },
        Key("sensor", "always-on") { (c, text) throws(SettingProblem) in c.alwaysOn = try flag("always-on", text) },
        Key("fold", "orientation") { (c, text) throws(SettingProblem) in c.orientation = try orientation(text) },
        Key("fold", "gain") { (c, text) throws(SettingProblem) in try c.tuning.set(.gain, to: text) },
        Key("fold", "deadzone") { (c, text) throws(SettingProblem) in try c.tuning.set(.deadzone, to: text) },
        Key("fold", "smoothing") { (c, text) throws(SettingProblem) in try c.tuning.set(.smoothing, to: text) },
        Key("fold", "level") { (c, text) throws(SettingProblem) in try c.tuning.set(.level, to: text) },
        Key("service", "fold-socket") { (c, text) throws(SettingProblem) in c.foldSocket = try path(text) },
        Key("service", "clients") { (c, text) throws(SettingProblem) in c.clients = try clients(text) },
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
        return text
    }

    private static func clients(_ text: String) throws(SettingProblem) -> Int {
        guard let count = Int(text), clientsRange.contains(count) else {
            throw SettingProblem("clients is 1…100000, not \(quoted(text.utf8))")
        }
        return count
    }
}

// MARK: - What follows from it

extension Configuration {
    /// Whether samples come from a recording.
    var isRecording: Bool {
        switch source {
        case .auto, .iio: false
        case .replay, .pipe: true
        }
    }

    /// What the pipeline begins with, on a display that is `panel`.
    func settings(panel: Panel?) -> Settings {
        let name = forcedOrientation ?? orientation ?? (isRecording ? "landscape-right" : "auto")
        let setting = OrientationSetting(name: name, panel: self.panel ?? panel ?? .portrait)
        return Settings(tuning: tuning, orientation: setting ?? .fixed(.rightUp))
    }

    /// The command line's orientation, if it names one.
    func forcedSetting(panel: Panel?) -> OrientationSetting? {
        forcedOrientation.flatMap { OrientationSetting(name: $0, panel: self.panel ?? panel ?? .portrait) }
    }

    /// Where readers connect.
    var socketPath: String {
        get throws(Failure) {
            if let foldSocket { return foldSocket }
            return "\(try RuntimeDirectory.forService)/\(WireProtocol.streamName)"
        }
    }
}
