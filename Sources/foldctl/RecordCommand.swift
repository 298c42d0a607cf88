import FoldClient
import Glibc
import PlainText
import Recordings
import UnixProgram

/// `foldctl record`: what the sensor reads, into a file that replays to the same folds.
struct RecordCommand {
    static let help = """
        Usage: foldctl record [options] FILE|-

        Writes what the sensor reads to FILE (or standard output) as a recording, beside
        whoever else watches, until Ctrl-C or the daemon's end.

          --force          overwrite a file that exists
          --notes TEXT     what it shows, kept in the recording's header
          --seconds N      end by itself after N seconds
          --socket PATH    the daemon's socket (the user's own, else the system's)

        Example: foldctl record --seconds 10 roll.csv; foldctl replay roll.csv
        """

    private let path: String
    private var isForced = false
    private var seconds: Double?
    private var notes: String?
    private var socket: String?

    init(_ words: ArraySlice<String>) throws {
        let arguments = try Arguments(words, flags: ["--force"], values: ["--notes", "--seconds", "--socket"])
        for (name, value) in arguments.options {
            switch name {
            case "--force": isForced = true
            case "--seconds":
                guard let number = decimal(value ?? ""), (0.1...86_400).contains(number) else {
                    throw Failure(.usage, "--seconds is 0.1…86400, not \(quoted((value ?? "").utf8))")
                }
                seconds = number
            case "--notes": notes = value
            default: socket = value
            }
        }
        path = try arguments.onlyOperand("a file to record to, or - for standard output")
    }

    func run() throws {
        // Connecting and opening may wait for somebody; from then on a signal is what ends the recording well.
        ProgramStart.endOnSignals()
        let daemon = try FoldConnection(socket)
        var file = try RecordingFile(path, isForced: isForced)
        let signals = try SignalDescriptor()
        do {
            try record(daemon, &file, signals)
        } catch {
            file.removeIfEmpty()
            throw error
        }
        try file.finish()
    }

    private func record(_ daemon: FoldConnection, _ file: inout RecordingFile, _ signals: SignalDescriptor) throws {
        daemon.watch(.samples)
        let end = seconds.map { BootClock.now() + Int64($0 * 1e9) }
        var firstWord = FirstWord(from: BootClock.now())
        while true {
            let now = BootClock.now()
            if let end, now >= end { break }
            let next = [end, firstWord.due].compactMap { $0 }.min()
            let left = next.map { BootClock.milliseconds(until: $0, from: now) } ?? -1
            switch signals.waitForInput(daemon.descriptor, timeout: left) {
            case .interrupted: return
            case .timedOut:
                if firstWord.isOverdue(at: BootClock.now()) {
                    complain("foldctl", "\(FoldClientError.silent(path: daemon.path))")
                }
                continue
            case .readable: firstWord.came()
            }
            let goesOn = try daemon.read { line in
                if let notes, line.elementsEqual(RecordingFormat.columns.utf8) {
                    file.append(RecordingWriter.entry(.notes, notes).dropLast())
                }
                file.append(line)
            }
            guard try file.write(signals), goesOn else { break }
        }
    }
}
