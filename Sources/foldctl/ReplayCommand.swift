import FoldWire
import Glibc
import MotionCore
import Recordings
import UnixProgram

/// `foldctl replay`: a recording in, fold lines out. A filter: no daemon takes part.
struct ReplayCommand {
    static let help = """
        Usage: foldctl replay [options] FILE|-

        Reads a recording (or standard input) and writes its folds to standard output,
        a line for every update.

          --format json|csv|plain  how lines look (json)
          --fields A,B,…           what they tell, of seq t fold roll pitch status
                                   tilt gravity orientation age effect hinge
          --orientation O          instead of the recording's: auto, normal, bottom-up,
                                   landscape-right (right-up), landscape-left (left-up)
          --rate N|max             N lines a second of the recording, or all (max)

        Example: foldctl replay --format plain roll.csv | sort -n | tail -1
        """

    private var request = FoldRequest()
    private var gate: RateGate?
    private var orientation: OrientationSetting?
    private let path: String

    init(_ words: ArraySlice<String>) throws {
        let arguments = try Arguments(words, flags: [], values: ["--format", "--fields", "--orientation", "--rate"])
        for (name, value) in arguments.options {
            let value = value ?? ""
            switch name {
            case "--format": request.format = try usage(try FoldRequest.format(value))
            case "--fields": request.fields = try usage(try FoldRequest.fields(value))
            case "--rate": gate = try usage(try FoldRequest.rate(value)).map { RateGate(rate: $0) }
            default: orientation = try OrientationSetting(argument: value)
            }
        }
        let request = request
        try usage(try request.check())
        path = try arguments.onlyOperand("a recording, or - for standard input")
    }

    func run() throws {
        ProgramStart.endOnSignals()
        let input = path == "-" ? FileDescriptor.standardInput : try FileDescriptor.openInput(path)
        var replay = RecordingReplay(file: path == "-" ? "standard input" : path, orientation: orientation)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var gate = gate
        let form = request.form
        var lines = form.header
        while true {
            FileDescriptor.wait(input, for: Int16(POLLIN))
            let count = try read(input, &chunk)
            if count == 0 { replay.endInput() } else { replay.append(chunk[..<count]) }
            do {
                while let state = try replay.next() {
                    if gate?.passes(state.time) ?? true { form.append(state, to: &lines) }
                }
                if count == 0 { try replay.finish() }
            } catch {
                // What came before a fault is good, and goes out before the fault is told.
                try writeOutput(lines)
                throw Failure(.dataError, error.description)
            }
            try writeOutput(lines)
            lines.removeAll(keepingCapacity: true)
            if count == 0 { return }
        }
    }

    private func read(_ input: Int32, _ chunk: inout [UInt8]) throws -> Int {
        switch FileDescriptor.read(input, into: &chunk) {
        case .value(let count): return count
        case .wouldBlock: return try read(input, &chunk)
        case .failed(let error):
            throw Failure(error.status(otherwise: .noInput), "cannot read \(path): \(error); name a readable file")
        }
    }
}
