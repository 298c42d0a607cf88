import FoldClient
import FoldWire
import Glibc
import UnixProgram

/// `foldctl watch`: the fold as it changes, as a bar on a terminal and as lines into a pipe.
struct WatchCommand {
    static let help = """
        Usage: foldctl watch [options]

        Shows the fold as it changes: a bar on a terminal, lines into a pipe, each
        written at once. Ends with its reader, with the daemon, or by Ctrl-C.

          --status                 the status, at once and whenever it changes
          --threshold BELOW,ABOVE  whether it is over ABOVE, until it is under BELOW
          --rate N|max             lines a second, 0.1 to 1000, or every update (60)
          --change D               only where the fold differs by D (0 to 1) or more
          --orientation O          for a screen turned so: landscape-right (right-up),
                                   landscape-left (left-up), normal, bottom-up
          --format json|csv|plain  lines even on a terminal, and their form (json)
          --fields A,B,…           what they tell, of seq t fold roll pitch status
                                   tilt gravity orientation age effect hinge
          --exec COMMAND           run COMMAND at each line, which is in $FOLD_STATUS,
                                   $FOLD_LIFTED, $FOLD, …; --change is 0.01 then
          --count N                end after N lines
          --reconnect              wait for a daemon that is not there, or has ended
          --socket PATH            the daemon's socket (the user's, else the system's)

        Example: foldctl watch --status --exec 'echo "it is $FOLD_STATUS"'
        """

    private let options: WatchOptions

    init(_ words: ArraySlice<String>) throws {
        options = try WatchOptions(words)
    }

    func run() throws {
        var output = output
        ProgramStart.endOnSignals(endingLine: output is BarOutput)
        let watch = FoldWatch(socket: options.socket, request: options.request, reconnects: options.reconnects)
        var left = options.count ?? .max
        while left > 0 {
            var entries = [pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0), output.polled]
            FileDescriptor.wait(&entries, timeout: watch.timeout)
            if entries[1].revents != 0 { try output.polledIsReady() }
            let progress = try watch.advance { line in
                if left == 0 { return }
                let isData = isData(line)
                try output.take(line, isData: isData)
                if isData { left -= 1 }
            }
            switch progress {
            case .waits(let path, let reason): try output.waits(waitingNote(path, reason))
            case .silent(let path): try output.isSilent("\(FoldClientError.silent(path: path))")
            case .goesOn, .ended: break
            }
            try output.flush()
            if progress == .ended { break }
        }
        try output.finish()
    }

    private var output: any WatchOutput {
        if let command = options.command { return CommandOutput(command, for: options.request) }
        let isTerminal = FileDescriptor.isTerminal(FileDescriptor.standardOutput)
        return options.isBar && isTerminal ? BarOutput() : LineOutput(header: header)
    }

    private var header: [UInt8] {
        if case .fold(let fold) = options.request { fold.form.header } else { [] }
    }

    /// Whether `line` is no event and no header.
    private func isData(_ line: ArraySlice<UInt8>) -> Bool {
        switch options.format ?? .json {
        case .json: WireLine(line)?.text("event") == nil
        case .csv: line.first != UInt8(ascii: "#") && !line.elementsEqual(header.dropLast())
        case .plain: true
        }
    }
}
