import FoldClient
import FoldWire
import PlainText
import UnixProgram

/// `foldctl status`, `get`, `set`, `sensors` and `version`: what the daemon is asked over its control socket.
struct ControlCommand {
    /// The words that begin these commands.
    static let names = ["status", "get", "set", "sensors", "version"]

    private let request: ControlRequest
    private let isJSON: Bool
    private let view: View
    private let place: DaemonPlace

    /// How a status is shown.
    private enum View { case once, watched(reconnects: Bool), report }

    init(_ name: String, _ words: ArraySlice<String>) throws {
        if name == "set", words.count == 2, let key = words.first, let value = words.last, decimal(value) != nil {
            throw Failure(.usage, "a key and its value are one word; say set \(key)=\(value)")
        }
        let views: Set = name == "status" ? ["--watch", "--report", "--reconnect"] : []
        let arguments = try Arguments(words, flags: views.union(["--json"]), values: ["--socket", "--control"])
        place = DaemonPlace(arguments)
        let names = arguments.options.map(\.name)
        isJSON = names.contains("--json")
        view = try Self.view(names)
        request = try Self.request(name, arguments)
    }

    private static func view(_ names: [String]) throws(Failure) -> View {
        let views = names.filter { ["--watch", "--report", "--json"].contains($0) }
        if Set(views).count > 1 {
            throw Failure(.usage, "\(views[0]) and \(views[1]) are two ways to show the status; choose one")
        }
        let reconnects = names.contains("--reconnect")
        if reconnects && !names.contains("--watch") {
            throw Failure(.usage, "--reconnect goes with --watch; leave it away, or add that")
        }
        return views.first == "--watch" ? .watched(reconnects: reconnects) : views.first == "--report" ? .report : .once
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
        switch view {
        case .watched(let reconnects): return try StatusWatch(place, reconnects: reconnects).run()
        case .report: return try BugReport(place.control).run()
        case .once: break
        }
        ProgramStart.endOnSignals()
        let text = request == .get(nil) && !isJSON ? try settings() : try answer()
        try writeOutput(Array(text.utf8) + [UInt8(ascii: "\n")])
    }

    private func answer() throws -> String {
        let answer = try place.control.ask(request)
        return isJSON ? answer.json : text(of: answer.value)
    }

    /// All settings, with where they come from.
    private func settings() throws -> String {
        let daemon = try place.control.connect()
        let settings = try daemon.ask(.get(nil)).value
        // An older daemon does not tell.
        return settingsText(settings, from: (try? daemon.ask(.origins))?.value)
    }

    private func text(of value: WireValue) -> String {
        switch request {
        case .status: return statusText(value)
        case .get(_?): return valueText(value)
        case .get(nil), .set, .calibrate, .origins: return settingsText(value)
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

            Tells how it stands with the daemon: sensor, rate, what it reads, orientation,
            readers, memory.

              --watch          what the sensor reads, again and again; switches it on
              --reconnect      with --watch: wait for a daemon that is not there
              --report         all that a report of a fault needs, without serial numbers,
                               the host's name and home directories
            \(options)

            Example: foldctl status --json | jq -r .sensor
            """
        case "get":
            """
            Usage: foldctl get [options] [KEY]

            Tells the value of KEY, or all keys of the configuration with their values and
            where these come from.

            \(options)

            Example: foldctl get gain
            """
        case "set":
            """
            Usage: foldctl set [options] KEY=VALUE

            Changes a key at once, for this run of the daemon.

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
