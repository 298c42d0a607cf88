import FoldClient
import FoldWire
import PlainText
import UnixProgram

/// `foldctl status`, `get`, `set`, `sensors` and `version`: what the daemon is asked over its control socket.
struct ControlCommand {
    /// The words that begin these commands.
    static let names = ["status", "get", "set", "sensors", "version"]

    private let request: ControlRequest
    private var isJSON = false
    private var control = FoldControl()

    init(_ name: String, _ words: ArraySlice<String>) throws {
        if name == "set", words.count == 2, let key = words.first, let value = words.last, decimal(value) != nil {
            throw Failure(.usage, "a key and its value are one word; say set \(key)=\(value)")
        }
        let arguments = try Arguments(words, flags: ["--json"], values: ["--socket", "--control"])
        var (socket, path) = (String?.none, String?.none)
        for (option, value) in arguments.options {
            switch option {
            case "--json": isJSON = true
            case "--control": path = value
            default: socket = value
            }
        }
        if let path { control = FoldControl(path) } else if let socket { control = FoldControl(besideSocket: socket) }
        request = try Self.request(name, arguments)
    }

    private static func request(_ name: String, _ arguments: Arguments) throws -> ControlRequest {
        switch name {
        case "get" where arguments.operands.isEmpty: return .get(nil)
        case "get": return try parse("get", try arguments.onlyOperand("a key"))
        case "set": return try parse("set", try arguments.onlyOperand("a key and its value, as in gain=-2"))
        default:
            try arguments.refuseOperands()
            return name == "status" ? .status : name == "sensors" ? .sensors : .version
        }
    }

    private static func parse(_ name: String, _ operand: String) throws(Failure) -> ControlRequest {
        // A line's end in it would make two requests.
        if operand.utf8.contains(where: { $0 < 0x20 }) {
            throw Failure(.usage, "\(quoted(operand.utf8)) has control characters in it; leave them away")
        }
        return try usage(try ControlRequest("\(name) \(operand)".utf8))
    }

    func run() throws {
        ProgramStart.endOnSignals()
        let answer = try control.ask(request)
        try writeOutput(Array((isJSON ? answer.json : text(of: answer.value)).utf8) + [UInt8(ascii: "\n")])
    }

    private func text(of value: WireValue) -> String {
        switch request {
        case .status: return statusText(value)
        case .get(nil): return settingsText(value)
        case .get: return valueText(value)
        case .set, .calibrate: return settingsText(value)
        case .sensors: return sensorsText(value)
        case .version:
            let (version, number) = (value["version"]?.string ?? "?", value["protocol"]?.string ?? "?")
            return "foldctl \(programVersion)\n" + printable("folddaemon \(version), protocol \(number)")
        }
    }
}

extension ControlCommand {
    private static let options = """
          --json           the daemon's answer as it is, JSON in one line
          --socket PATH    the daemon's socket; it is asked on control.sock beside it
          --control PATH   the control socket itself
        """

    static func help(_ name: String) -> String {
        switch name {
        case "status":
            """
            Usage: foldctl status [options]

            Tells how it stands with the daemon: sensor, rate, orientation, readers, memory.

            \(options)

            Example: foldctl status --json | jq -r .sensor
            """
        case "get":
            """
            Usage: foldctl get [options] [KEY]

            Tells the value of KEY, or all keys of the configuration with their values.

            \(options)

            Example: foldctl get gain
            """
        case "set":
            """
            Usage: foldctl set [options] KEY=VALUE

            Changes a key at once, for this run of the daemon. Root may, and the user whom
            the daemon runs as.

              orientation   auto, landscape-right (right-up), landscape-left (left-up),
                            normal, bottom-up
              gain          -10 to 10       deadzone   0 to 0.5
              smoothing     0.01 to 1       rate       1 to 400 samples a second
              level         two neutral tilts, as in 0.01,-0.02
              matrix        the mount matrix, as in '0, 1, 0; -1, 0, 0; 0, 0, 1'

            \(options)

            Example: foldctl set gain=-2
            """
        case "sensors":
            """
            Usage: foldctl sensors [options]

            Lists every IIO device, the one that would be used with a *, and why the others
            would not be.

            \(options)

            Example: foldctl sensors
            """
        default:
            """
            Usage: foldctl version [options]

            Tells the versions of foldctl and of the daemon that runs. (foldctl --version
            tells its own, and asks nobody.)

            \(options)

            Example: foldctl version
            """
        }
    }
}
