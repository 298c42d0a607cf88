import FoldClient
import PlainText
import UnixProgram

let help = """
    Usage: foldctl COMMAND [options]

      watch            the fold as it changes: a bar on a terminal, lines in a pipe
      replay FILE|-    the folds of a recording, without a daemon
      record FILE|-    a recording of what the sensor reads

      status           how it stands with the daemon and its sensor
      sensors          every IIO device, and why it is used or not
      get [KEY]        the daemon's settings
      set KEY=VALUE    a setting, changed at once for this run
      version          the versions of foldctl and of the daemon that runs
      calibrate        how the sensor sits, or what is level, for the configuration

      help [COMMAND]   this, or a command's options

      --version        what this is

    Example: foldctl watch --format plain | while read fold; do echo "$fold"; done
    """
ProgramStart.prepare()
do {
    try run(ProgramStart.arguments)
} catch is ReaderGone {
    endProgram(.ok)
} catch let failure as Failure {
    complain("foldctl", failure.message)
    endProgram(failure.status)
} catch let error as FoldClientError {
    let failure = Failure(error)
    complain("foldctl", failure.message)
    endProgram(failure.status)
} catch {
    complain("foldctl", "\(error)")
    endProgram(.unavailable)
}

func run(_ words: ArraySlice<String>) throws {
    let rest = words.dropFirst()
    if rest.contains("--help") || rest.contains("-h") { return try showHelp(words.first) }
    switch words.first {
    case "watch": try WatchCommand(rest).run()
    case "replay": try ReplayCommand(rest).run()
    case "record": try RecordCommand(rest).run()
    case "calibrate": try CalibrateCommand(rest).run()
    case "help", "--help", "-h": try showHelp(rest.first)
    case let name? where ControlCommand.names.contains(name): try ControlCommand(name, rest).run()
    case "--version": try writeOutput(Array("foldctl \(programVersion)\n".utf8))
    case let other:
        let what = other.map { "there is no command \(quoted($0.utf8))" } ?? "say what to do"
        throw Failure(.usage, "\(what); foldctl --help lists the commands")
    }
}

func showHelp(_ command: String?) throws {
    let text =
        switch command {
        case "watch": WatchCommand.help
        case "replay": ReplayCommand.help
        case "record": RecordCommand.help
        case "calibrate": CalibrateCommand.help
        case let name? where ControlCommand.names.contains(name): ControlCommand.help(name)
        case nil, "help", "--help", "-h": help
        case let other?: throw Failure(.usage, "there is no command \(quoted(other.utf8)); foldctl --help lists them")
        }
    try writeOutput(Array((text + "\n").utf8))
}
