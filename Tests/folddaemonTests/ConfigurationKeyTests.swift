import IIOSensor
import MotionCore
import Recordings
import Testing

@testable import folddaemon

@Suite struct ConfigurationKeyTests {
    /// A key's value that is allowed, with what it must come to.
    struct Setting: CustomTestStringConvertible, Sendable {
        let key: String
        let value: String
        let isTaken: @Sendable (Configuration) -> Bool

        var testDescription: String { "\(key) = \(value)" }

        init(_ key: String, _ value: String, _ isTaken: @escaping @Sendable (Configuration) -> Bool) {
            self.key = key
            self.value = value
            self.isTaken = isTaken
        }
    }

    static let ofSensor: [Setting] = [
        Setting("source", "auto") { $0.source == .auto },
        Setting("source", "iio:accel_3d") { $0.source == .iio("accel_3d") },
        Setting("source", "hinge") { $0.source == .hinge },
        Setting("source", "replay:/r.csv") { $0.source == .replay("/r.csv") },
        Setting("source", "replay:a:b") { $0.source == .replay("a:b") },
        Setting("source", "pipe:-") { $0.source == .pipe("-") },
        Setting("source", "pipe:/run/p") { $0.source == .pipe("/run/p") },
        Setting("sign", "gravity") { $0.sensor.sign == .gravity },
        Setting("sign", "reaction") { $0.sensor.sign == .reaction },
        Setting("matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1") {
            $0.sensor.matrix == MountMatrix(x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
        },
        Setting("panel", "portrait") { $0.panel == .portrait },
        Setting("panel", "landscape") { $0.panel == .landscape },
        Setting("mode", "auto") { $0.sensor.mode == .auto },
        Setting("mode", "buffered") { $0.sensor.mode == .buffered },
        Setting("mode", "polled") { $0.sensor.mode == .polled },
        Setting("share", "polled") { $0.sensor.share == .polled },
        Setting("share", "take") { $0.sensor.share == .take },
        Setting("share", "wait") { $0.sensor.share == .wait },
        Setting("rate", "1") { $0.sensor.rate == 1 },
        Setting("rate", "62.5") { $0.sensor.rate == 62.5 },
        Setting("rate", "400") { $0.sensor.rate == 400 },
        Setting("always-on", "yes") { $0.alwaysOn },
        Setting("always-on", "no") { !$0.alwaysOn },
    ]

    @Test(arguments: ofSensor)
    func ofSensorAreTaken(_ setting: Setting) throws {
        #expect(setting.isTaken(try configuration(setting.key, setting.value)))
    }

    static let ofFoldAndService: [Setting] = [
        Setting("orientation", "auto") { $0.orientation == "auto" },
        Setting("orientation", "landscape-left") { $0.orientation == "landscape-left" },
        Setting("orientation", "bottom-up") { $0.orientation == "bottom-up" },
        Setting("gain", "-10") { $0.tuning.gain == -10 },
        Setting("gain", "10") { $0.tuning.gain == 10 },
        Setting("gain", "-1.6e0") { $0.tuning.gain == -1.6 },
        Setting("deadzone", "0") { $0.tuning.deadzone == 0 },
        Setting("deadzone", "0.5") { $0.tuning.deadzone == 0.5 },
        Setting("smoothing", "0.01") { $0.tuning.smoothing == 0.01 },
        Setting("smoothing", "1") { $0.tuning.smoothing == 1 },
        Setting("level", "0.01,-0.02") { $0.tuning.level == Tilt(x: 0.01, y: -0.02) },
        Setting("level", "1, -1") { $0.tuning.level == Tilt(x: 1, y: -1) },
        Setting("fold-socket", "/run/x/fold.sock") { $0.foldSocket == "/run/x/fold.sock" },
        Setting("fold-socket", longestPath) { $0.foldSocket == longestPath },
        Setting("clients", "1") { $0.clients == 1 },
        Setting("clients", "4096") { $0.clients == 4096 },
        Setting("exit-idle-time", "0") { $0.exitIdleTime == 0 },
        Setting("exit-idle-time", "0.05") { $0.exitIdleTime == 0.05 },
        Setting("exit-idle-time", "1440") { $0.exitIdleTime == 1440 },
    ]

    @Test(arguments: ofFoldAndService)
    func ofFoldAndServiceAreTaken(_ setting: Setting) throws {
        #expect(setting.isTaken(try configuration(setting.key, setting.value)))
    }

    private static let longestPath = "/" + String(repeating: "s", count: 106)

    @Test(arguments: [
        (
            "source",
            [
                "", "sensor", "iio", "iio:", "replay:", "pipe:", "auto:", "hinge:", "serial:/dev/tty", ":iio:accel",
                "Auto",
            ]
        ),
        ("sign", ["", "negative", "Gravity", "reaction "]),
        (
            "matrix",
            ["", "1", "1, 0, 0; 0, 1, 0", "0, 0, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 1, 0, 0; 0, 0, 1", "a, b, c; d; e"]
        ),
        ("panel", ["", "square", "Portrait", "auto"]),
        ("mode", ["", "raw", "buffer", "Auto"]),
        ("share", ["", "yes", "steal"]),
        ("rate", ["", "0", "0.999", "400.001", "-60", "nan", "inf", "60 Hz", "60,5", "0x40", "max"]),
        ("always-on", ["", "maybe", "2", "Yes!"]),
        ("orientation", ["", "portrait", "landscape", "right", "left-up-ish", "Auto"]),
        ("gain", ["", "-10.001", "10.001", "x", "nan", "-1,6", "1e2"]),
        ("deadzone", ["", "-0.001", "0.501", "3%"]),
        ("smoothing", ["", "0", "0.0099", "1.001", "-0.12"]),
        ("level", ["", "0", "0,", "0,0,0", "1.001,0", "0,-1.001", "a,b", "0;0"]),
        ("fold-socket", ["", "fold.sock", "./fold.sock", "@abstract", "/" + String(repeating: "s", count: 107)]),
        ("exit-idle-time", ["", "-1", "1440.001", "never", "nan", "5 min"]),
        ("clients", ["", "0", "-1", "2.5", "many", "99999999999999999999"]),
    ])
    func outOfRangeAreRefusedWithTheirNameAndValue(_ key: String, values: [String]) {
        for value in values {
            let words = key == "fold-socket" ? "socket" : key
            do {
                _ = try configuration(key, value)
                Issue.record("\(key) = \(value) was taken")
            } catch let problem as SettingProblem {
                #expect(problem.problem.contains(words))
                // Of a level the tilt that is wrong is quoted.
                #expect(problem.problem.contains(key == "level" ? "not '" : "not '\(value.prefix(40))"))
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func withoutAnyTheDefaultsHold() {
        let configuration = Configuration()
        #expect(configuration.source == .auto)
        #expect(configuration.sensor.sign == .gravity)
        #expect(configuration.sensor.matrix == nil)
        #expect(configuration.sensor.mode == .auto)
        #expect(configuration.sensor.share == .polled)
        #expect(configuration.sensor.rate == 60)
        #expect(configuration.panel == nil)
        #expect(!configuration.alwaysOn)
        #expect(configuration.orientation == nil)
        #expect(configuration.tuning.gain == -1.6)
        #expect(configuration.tuning.deadzone == 0.03)
        #expect(configuration.tuning.smoothing == 0.12)
        #expect(configuration.tuning.level == Tilt(x: 0, y: 0))
    }

    /// The defaults but for `key`, which is `value`.
    private func configuration(_ key: String, _ value: String) throws -> Configuration {
        let known = try #require(Configuration.keys.first { $0.name == key })
        var configuration = Configuration()
        try known.set(&configuration, value)
        return configuration
    }
}
