import FoldWire
import Glibc
import IIOSensor
import MotionCore
import PlainText
import UnixProgram

/// How it stands with everything, for whoever asks.
struct StatusReport {
    let configuration: Configuration
    let display: DisplayPanel?
    let hub: FoldHub
    /// The sensor's last reading, where there is one.
    let reading: SensorReading?
    /// When the service began, on CLOCK_BOOTTIME in nanoseconds.
    let start: Int64

    /// The members of the answer, in order.
    var members: [WireMember] {
        [
            WireMember("source", .text(configuration.source.text)),
            WireMember("sensor", .text(orNull: hub.opening?.name)),
            WireMember("device", .text(orNull: facts?.id ?? hub.opening?.hinge?.id)),
            WireMember("connector", .text(orNull: display?.connector)),
            WireMember("panel", .text((configuration.panel ?? display?.panel ?? .portrait).rawValue)),
            WireMember("mode", .text(orNull: mode?.rawValue)),
            WireMember("state", .text(hub.sensorState.rawValue)),
            WireMember("detail", .text(hub.sensorDetail)),
            WireMember("rate", rate),
            WireMember("age", .number(orNull: hub.lastArrival.map { Double(BootClock.now() - $0) / 1e9 })),
            WireMember("readers", .number(Double(hub.readerCount))),
            WireMember("drops", .number(Double(hub.drops))),
            WireMember("uptime", .number(Double(BootClock.now() - start) / 1e9)),
            WireMember("memory", .number(orNull: Self.residentBytes)),
            WireMember("matrix", matrix),
            WireMember("orientation", orientation),
            WireMember("hinge", hinge),
            WireMember("raw", vector(reading?.raw)),
            WireMember("scaled", vector(reading?.scaled)),
            WireMember("acceleration", vector(reading?.sample.acceleration)),
            WireMember("length", .number(orNull: reading?.sample.acceleration.length)),
            WireMember("sign", .text(orNull: facts?.sign.rawValue)),
            WireMember("trigger", .text(orNull: facts?.trigger)),
            WireMember("time", .text(orNull: facts?.time)),
            WireMember("advice", .text(orNull: configuration.isRecording ? nil : hub.levelAdvice.sentence)),
        ]
    }

    private func vector(_ vector: Vector3?) -> WireValue { vector.map(CalibrationAnswer.vector) ?? .null }

    private var facts: SensorFacts? { hub.opening?.facts }

    /// A hinge is only ever polled.
    private var mode: SensorMode? { facts?.mode ?? hub.opening?.hinge.map { _ in .polled } }

    private var hinge: WireValue {
        guard let (hinge, origin) = hub.hinge else { return .null }
        return .object([
            WireMember("angle", .number(hinge.angle.degrees)), WireMember("status", .text(hinge.status.rawValue)),
            WireMember("stale", .flag(hinge.isStale)), WireMember("from", .text(origin)),
        ])
    }

    private var rate: WireValue {
        .object([
            WireMember("asked", configuration.isRecording ? .null : .number(configuration.sensor.rate)),
            WireMember("set", .number(orNull: facts?.rate)),
            WireMember("measured", .number(orNull: hub.sampleRate)),
        ])
    }

    private var matrix: WireValue {
        .object([
            WireMember("value", .text(orNull: facts?.matrix.matrix.text)),
            WireMember("from", .text(orNull: facts?.matrix.source)),
        ])
    }

    private var orientation: WireValue {
        let setting: String
        switch hub.orientationSetting {
        case .auto: setting = "auto"
        case .fixed(let orientation): setting = orientation.rawValue
        }
        return .object([
            WireMember("value", .text(hub.orientation.rawValue)), WireMember("setting", .text(setting)),
            WireMember("from", .text(orientationOrigin)),
        ])
    }

    private var orientationOrigin: String {
        switch configuration.origins["orientation"] {
        case .control: return "the control socket"
        case .commandLine: return "the command line"
        default: break
        }
        if hub.orientationSetting != configuration.settings(panel: display?.panel).orientation {
            return "the recording"
        }
        return configuration.orientation != nil ? "the configuration" : "the default"
    }

    /// Memory that the process has for itself or shares, in bytes; nil where /proc does not tell.
    private static var residentBytes: Double? {
        guard let text = try? FileDescriptor.contents("/proc/self/statm", limit: 4096) else { return nil }
        let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first
        return pages.flatMap { Double($0) }.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }
}
