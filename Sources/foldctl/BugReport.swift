import FoldClient
import FoldWire
import Glibc
import PlainText
import UnixProgram

/// `foldctl status --report`: what a report of a fault needs, and nothing that tells whose machine it is.
struct BugReport {
    private let control: FoldControl

    init(_ control: FoldControl) {
        self.control = control
    }

    func run() throws {
        ProgramStart.endOnSignals()
        var parts = [Self.machine]
        var problem: FoldClientError?
        do throws(FoldClientError) {
            let connection = try control.connect()
            parts += try Self.daemon(connection)
        } catch {
            parts.append("no answer from the daemon: \(error)")
            problem = error
        }
        let redaction = Redaction(host: Self.hostNames, home: Self.home)
        try writeOutput(Array((redaction.redact(parts.joined(separator: "\n\n")) + "\n").utf8))
        if let problem { throw problem }
    }

    private static func daemon(_ connection: ControlConnection) throws(FoldClientError) -> [String] {
        let version = try connection.ask(.version).value
        let named = ["version", "protocol"].map { (name: $0, value: version[$0]?.string) }
        return [
            "daemon\n" + rowsText(named), "status\n" + statusText(try connection.ask(.status).value),
            "sensors\n" + sensorsText(try connection.ask(.sensors).value),
            "settings\n" + settingsText(try connection.ask(.get(nil)).value, marking: SettingDefaults.values),
        ]
    }

    /// This program and the machine, as far as everybody's machine of the kind says the same.
    private static var machine: String {
        let vendor = line("/sys/class/dmi/id/sys_vendor")
        let product = line("/sys/class/dmi/id/product_name")
        return rowsText([
            ("foldctl", programVersion), ("kernel", line("/proc/sys/kernel/osrelease") ?? "unknown"),
            ("system", systemName ?? "unknown"), ("vendor", vendor ?? "unknown"), ("product", product ?? "unknown"),
        ])
    }

    private static var systemName: String? {
        let text = (try? FileDescriptor.contents("/etc/os-release", limit: 65_536)) ?? []
        let name = "PRETTY_NAME="
        let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
        return line.map {
            String(decoding: $0.dropFirst(name.utf8.count).filter { $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
        }
    }

    private static func line(_ path: String) -> String? {
        firstLine(path).map { trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The names of the host: the whole, and the part before its domain.
    private static var hostNames: [String] {
        [line("/proc/sys/kernel/hostname"), line("/etc/hostname")].compactMap { $0 }.flatMap { name in
            [name] + name.split(separator: ".").prefix(1).map { String($0) }
        }
    }

    private static var home: String? { getenv("HOME").map { String(cString: $0) } }
}

/// What the keys of the configuration are where nothing is configured; those that are not here are found by themselves,
/// or differ by who runs the daemon.
enum SettingDefaults {
    static let values = [
        "source": "auto", "sign": "gravity", "mode": "auto", "share": "polled", "rate": "60", "always-on": "no",
        "orientation": "auto", "gain": "-1.6", "deadzone": "0.03", "smoothing": "0.12", "level": "0, 0",
        "clients": "4096", "exit-idle-time": "0",
    ]
}
