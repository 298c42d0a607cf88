import MotionCore
import Recordings
import UnixProgram

/// The command line.
struct Options {
    static let help = """
        Usage: folddaemon [options]

        Tells programs how far the tablet is folded: reads its accelerometer, or its hinge, and
        writes the fold, 0 to 1, to whoever connects to a Unix socket.

          --config FILE       instead of \(ConfigurationFile.defaultPath), with FILE.d/*.conf
          --socket PATH       where readers connect (/run/folddaemon/fold.sock)
          --control PATH      where it is asked and told (control.sock beside the other)
          --source SOURCE     \(Source.allowed)
          --speed X|max       how fast a recording is replayed (1)
          --loop              begin again at a recording's end; without it the daemon ends there
          --orientation O     auto, landscape-right (right-up), landscape-left (left-up),
                              normal or bottom-up
          --mode MODE         auto, buffered or polled
          --always-on         keep the sensor on while nobody reads, and while the session at
                              the screen is locked
          --exit-idle-time M  leave after M minutes without a client; for a service that
                              systemd starts when it is needed (0: never)
          --check             say what would be used, every key with its value and where
                              that comes from, and leave
          --version, --help

        Example: folddaemon --source replay:recordings/slow-roll.csv --socket /tmp/fold.sock
        """

    private static let flags: Set = ["--loop", "--always-on", "--check", "--version", "--help", "-h"]
    private static let values: Set = [
        "--config", "--socket", "--control", "--source", "--speed", "--orientation", "--mode",
        "--exit-idle-time",
    ]
    /// The keys that options set.
    private static let keys = [
        "--socket": "fold-socket", "--control": "control-socket", "--source": "source", "--mode": "mode",
        "--orientation": "orientation", "--always-on": "always-on", "--exit-idle-time": "exit-idle-time",
    ]

    enum Action {
        case serve
        case check
        case version
        case help
    }

    private(set) var action = Action.serve
    private(set) var configuration = Configuration()

    init(_ words: some Sequence<String>) throws {
        let arguments = try Arguments(words, flags: Self.flags, values: Self.values)
        if let operand = arguments.operands.first {
            throw Failure(.usage, "there is nothing to do with '\(operand)'; see --help")
        }
        let named = arguments.options.last { $0.name == "--config" }?.value
        let isForHelp = arguments.options.contains { ["--help", "-h", "--version"].contains($0.name) }
        if !isForHelp {
            configuration = try ConfigurationFile.load(
                named ?? ConfigurationFile.defaultPath, isNamed: named != nil, into: configuration)
        }
        for (name, value) in arguments.options {
            do {
                try apply(name, value ?? "")
                if let key = Self.keys[name] { configuration.origins[key] = .commandLine }
            } catch let problem as SettingProblem {
                throw Failure(.usage, "\(name): \(problem.problem)")
            }
        }
    }

    private mutating func apply(_ name: String, _ value: String) throws {
        switch name {
        case "--socket": configuration.foldSocket = try Configuration.path(absolute(value))
        case "--control": configuration.controlSocket = try Configuration.path(absolute(value))
        case "--source": configuration.source = try Source(text: value)
        case "--speed": configuration.speed = try ReplaySpeed(text: value)
        case "--loop": configuration.isLooping = true
        case "--orientation": configuration.forcedOrientation = try Configuration.orientation(value)
        case "--mode": configuration.sensor.mode = try Configuration.mode(value)
        case "--always-on": configuration.alwaysOn = true
        case "--exit-idle-time": configuration.exitIdleTime = try Configuration.exitIdleTime(value)
        case "--check": action = .check
        case "--version": action = .version
        case "--help", "-h": action = .help
        default: break
        }
    }

    /// `path` as seen from the root, since a command line may be relative.
    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") || path.isEmpty ? path : "\(workingDirectory())/\(path)"
    }
}
