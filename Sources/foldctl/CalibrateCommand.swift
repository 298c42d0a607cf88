import FoldClient
import FoldWire
import MotionCore
import PlainText
import UnixProgram

/// `foldctl calibrate`: how the sensor sits, from three poses, and what lies level.
struct CalibrateCommand {
    static let help = """
        Usage: foldctl calibrate [options]

        Finds how the sensor sits in the tablet: asks for three poses, measures each
        when you press Enter, and writes the mount matrix for the daemon's
        configuration. The top edge is the panel's, at which the console begins.

          --level          take one pose as level instead; first the matrix, then this
          --output FILE    write FILE instead of
                           /etc/folddaemon/folddaemon.conf.d/50-calibration.conf
          --force          replace what was calibrated before, or another's FILE
          --print          write nothing but standard output, and change nothing
          --socket PATH    the daemon's socket; it is asked on control.sock beside it
          --control PATH   the control socket itself

        A FILE that may not be written is printed, and the status is 77. Of an input
        that is no terminal, each line is an Enter.

        Example: foldctl calibrate --print
        """

    static let defaultPath = "/etc/folddaemon/folddaemon.conf.d/50-calibration.conf"

    private var path = defaultPath
    private var isLevel = false
    private var isForced = false
    private var isPrinted = false
    private let place: DaemonPlace

    init(_ words: ArraySlice<String>) throws {
        let arguments = try Arguments(
            words, flags: ["--level", "--force", "--print"], values: ["--output", "--socket", "--control"])
        try arguments.refuseOperands()
        place = DaemonPlace(arguments)
        for (name, value) in arguments.options {
            switch name {
            case "--level": isLevel = true
            case "--force": isForced = true
            case "--print": isPrinted = true
            case "--output": path = value ?? ""
            default: break
            }
        }
        if path.isEmpty || path == "-" {
            throw Failure(.usage, "--output needs a file's name; --print writes to standard output")
        }
        if isPrinted, let other = arguments.options.first(where: { ["--output", "--force"].contains($0.name) }) {
            throw Failure(.usage, "--print writes no file; leave \(other.name) away")
        }
    }

    func run() throws {
        var file = CalibrationFile(path, section: isLevel ? "fold" : "sensor", key: isLevel ? "level" : "matrix")
        if !isPrinted { try file.prepare(isForced: isForced) }
        let dialogue = CalibrationDialogue(try place.control.connect(), place, onStandardError: isPrinted)
        let answer = isLevel ? try dialogue.level() : try dialogue.matrix()
        guard let value = Self.value(of: answer, isLevel ? "level" : "matrix") else {
            throw FoldClientError.malformed(answer.json, problem: "it has no line for the configuration")
        }
        file.set(value)
        let entry = (answer.value["hwdb"]?.elements ?? []).compactMap(\.string).map { printable($0) }
        if isPrinted { return try printAll(file, entry) }
        try write(file)
        try dialogue.say("\nwritten: \(path)")
        try dialogue.say(apply(value, dialogue))
        if !entry.isEmpty {
            try dialogue.say("\nfor everybody's tablets of this kind, systemd's hwdb.d/60-sensor.hwdb would have:")
            try dialogue.say(entry.joined(separator: "\n"))
        }
    }

    /// The value in the answer's line `key = value`.
    private static func value(of answer: ControlAnswer, _ key: String) -> String? {
        let lines = (answer.value["configuration"]?.elements ?? []).compactMap(\.string)
        guard let line = lines.first(where: { $0.utf8.starts(with: "\(key) = ".utf8) }) else { return nil }
        return printable(String(line.dropFirst(key.count + 3)))
    }

    private func printAll(_ file: CalibrationFile, _ entry: [String]) throws {
        let remarks = entry.isEmpty ? [] : ["# for systemd's hwdb.d/60-sensor.hwdb:"] + entry.map { "#\($0)" }
        try writeOutput(Array((file.text + remarks.map { $0 + "\n" }.joined()).utf8))
    }

    private func write(_ file: CalibrationFile) throws {
        do {
            try file.write()
        } catch {
            // What was found is not lost, wherever it may not be written.
            try writeOutput(Array(("\n" + file.text + "\n").utf8))
            throw Failure(
                error.status(otherwise: .cannotCreate),
                "cannot write \(path): \(error); put the lines above there, as with sudo tee; then \(Self.reload)")
        }
    }

    /// Lets the daemon that runs have `value` too, if this user may; what came of it.
    private func apply(_ value: String, _ dialogue: CalibrationDialogue) -> String {
        do {
            _ = try dialogue.connection.ask(.set(key: isLevel ? "level" : "matrix", value: value))
            return "the daemon that runs has it already"
        } catch {
            return "the daemon that runs does not have it yet; \(Self.reload)"
        }
    }

    /// What brings a configuration to a daemon that runs, and does no harm where none does.
    private static let reload =
        "sudo systemctl try-reload-or-restart folddaemon, or SIGHUP to one that was started by hand, has it read anew"
}
