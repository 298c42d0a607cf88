import FoldWire
import UnixProgram

/// `foldctl watch`: the fold as it changes, as a bar on a terminal and as lines into a pipe.
struct WatchCommand {
    static let help = """
        Usage: foldctl watch [options]

        Shows the fold as it changes: a bar on a terminal, lines into a pipe, each written
        at once. Ends with its reader, with the daemon, or by Ctrl-C.

          --format json|csv|plain   lines even on a terminal, and how they look (json)
          --rate N|max              lines a second, 0.1 to 1000, or every update (60)
          --socket PATH             the daemon's socket (the user's own, else the system's)

        Example: foldctl watch --format plain --rate 10 | awk '{ print $1 * 100 "%" }'
        """

    private var format: FoldFormat?
    private var rate: Double? = WireProtocol.defaultRate
    private var socket: String?

    init(_ words: ArraySlice<String>) throws {
        let arguments = try Arguments(words, flags: [], values: ["--format", "--rate", "--socket"])
        try arguments.refuseOperands()
        for (name, value) in arguments.options {
            let value = value ?? ""
            switch name {
            case "--format": format = try usage(try FoldRequest.format(value))
            case "--rate": rate = try usage(try FoldRequest.rate(value))
            default: socket = value
            }
        }
    }

    func run() throws {
        ProgramStart.endOnSignals()
        var daemon = try Daemon(socket: socket)
        var wanted = FoldRequest()
        wanted.rate = rate
        wanted.format = format ?? .json
        let request = WatchRequest.fold(wanted)
        if request != .default { daemon.ask(request) }
        let isBar = format == nil && FileDescriptor.isTerminal(FileDescriptor.standardOutput)
        if isBar { try showBar(&daemon) } else { try passLines(&daemon) }
    }

    private func showBar(_ daemon: inout Daemon) throws {
        var bar = LiveBar()
        while true {
            var text: [UInt8] = []
            let goesOn = try daemon.read { line in
                if let refusal = refusal(in: line) { throw refusal }
                // Only the last of several lines is seen; events stay above the bar.
                if let line = WireLine(line) { bar.take(line, now: BootClock.now(), into: &text) }
            }
            bar.draw(into: &text)
            try writeOutput(text)
            if !goesOn { break }
        }
        try writeOutput(Array("\n".utf8))
    }

    private func passLines(_ daemon: inout Daemon) throws {
        var passage = LinePassage(format ?? .json)
        while true {
            var text: [UInt8] = []
            let goesOn = try daemon.read { line in
                if let refusal = refusal(in: line) { throw refusal }
                if passage.lets(line) { text += line + [UInt8(ascii: "\n")] }
            }
            try writeOutput(text)
            if !goesOn { return }
        }
    }
}

/// Which of the daemon's lines belong to what was asked for: a few of the default form may come before.
private struct LinePassage {
    private let format: FoldFormat
    private var hasBegun = false
    private var sequence: String?

    init(_ format: FoldFormat) {
        self.format = format
    }

    mutating func lets(_ line: ArraySlice<UInt8>) -> Bool {
        let isObject = line.first == UInt8(ascii: "{")
        if format == .json {
            // The state at the connection may come again as the answer to the request.
            guard let number = WireLine(line)?.text("seq") else { return true }
            defer { sequence = number }
            return number != sequence
        }
        if !isObject { hasBegun = true }
        return hasBegun
    }
}
