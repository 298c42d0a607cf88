import IIOSensor
import MotionCore
import UnixProgram

/// `--check`: what the daemon would use, and what stands in its way.
enum Check {
    /// Says it on standard output; the status to exit with.
    static func run(_ configuration: Configuration, _ display: DisplayPanel?) throws -> ExitStatus {
        var lines: [String] = []
        lines.append("socket: \(try configuration.streamPath)")
        lines.append("control socket: \(try configuration.controlPath)")
        let panel = configuration.panel ?? display?.panel
        let origin = configuration.panel != nil ? "the configuration" : display.map { "\($0.connector), \($0.mode)" }
        lines.append("panel: \(panel?.rawValue ?? "unknown, so portrait")\(origin.map { " (\($0))" } ?? "")")
        var status = ExitStatus.ok
        switch configuration.source {
        case .replay(let path):
            // Opened and read up to its first row, as the service would; what is wrong with it is told now.
            let hub = FoldHub(settings: Settings())
            _ = try configuration.makeSource(Settings(), panel, EventLoop(), hub)
            lines.append("source: the recording \(path)")
        case .pipe(let path): lines.append("source: a live recording on \(path)")
        case .auto, .iio: status = checkSensor(configuration.request, &lines)
        case .hinge: status = checkHinge(configuration.request, &lines)
        }
        lines += [""] + configuration.listing
        let text = lines.joined(separator: "\n") + "\n"
        try writeOutput(Array(text.utf8))
        return status
    }

    private static func checkHinge(_ request: SensorRequest, _ lines: inout [String]) -> ExitStatus {
        let check = HingeCheck(HingeRequest(request, rate: request.rate))
        for device in check.seen {
            lines.append("device \(device.id) (\(device.name)): \(device.obstacle ?? "tells the hinge's angle")")
        }
        for remark in check.remarks { lines.append("remark: \(remark)") }
        lines.append("source: \(check.facts?.summary ?? "no hinge can be used")")
        return check.facts == nil ? .unavailable : .ok
    }

    private static func checkSensor(_ request: SensorRequest, _ lines: inout [String]) -> ExitStatus {
        let check = SensorCheck(request)
        for device in check.seen {
            lines.append("device \(device.id) (\(device.name)): \(device.obstacle ?? "an accelerometer")")
        }
        for remark in check.remarks { lines.append("remark: \(remark)") }
        let hinge = HingeCheck(HingeRequest(request, rate: HingeRequest.besideRate)).facts?.summary
        if let facts = check.facts {
            lines.append("source: \(facts.summary)")
            lines.append("matrix: \(facts.matrix.matrix.text)")
            lines.append("hinge: \(hinge ?? "none")")
        } else {
            // The automatic choice falls back to the hinge.
            let source = request.name == nil ? hinge : nil
            lines.append("source: \(source ?? "no sensor can be used")")
            if source == nil { return .unavailable }
        }
        return .ok
    }
}
