import FoldClient
import FoldWire
import Glibc
import UnixProgram

/// `foldctl status --watch`: what the sensor reads and how, again and again.
final class StatusWatch {
    private let place: DaemonPlace
    private let reconnects: Bool
    private let isTerminal = FileDescriptor.isTerminal(FileDescriptor.standardOutput)
    private var connection: ControlConnection?
    private var hold: SensorHold?
    private var isWaiting = false
    private var isFirst = true

    /// From one look to the next, in ms: as often as a person can read.
    private static let period: Int32 = 250

    init(_ place: DaemonPlace, reconnects: Bool) {
        self.place = place
        self.reconnects = reconnects
    }

    func run() throws {
        ProgramStart.endOnSignals(endingLine: isTerminal)
        while true {
            switch try look() {
            case .status(let status): try show(readingText(status))
            case .nothingYet: break
            case .ended: return
            }
            if isReaderGone { return }
        }
    }

    /// What a look at the daemon comes to.
    private enum Look { case status(WireValue), nothingYet, ended }

    private func look() throws -> Look {
        do throws(FoldClientError) {
            if connection == nil { try connect() }
            hold?.drain()
            guard let connection else { return .nothingYet }
            let status = try connection.ask(.status).value
            isWaiting = false
            return .status(status)
        } catch {
            return try goesOn(after: error) ? .nothingYet : .ended
        }
    }

    private func connect() throws(FoldClientError) {
        connection = try place.control.connect()
        hold = SensorHold(place.stream)
    }

    /// Waits for the next look; whether the reader of the output went away meanwhile.
    private var isReaderGone: Bool {
        FileDescriptor.wait(FileDescriptor.standardOutput, for: 0, timeout: Self.period)
    }

    /// A daemon that ends is the end, or the next one is waited for.
    private func goesOn(after error: FoldClientError) throws -> Bool {
        let hadOne = connection != nil
        (connection, hold) = (nil, nil)
        var note = waitingNote(place.control.path, nil)
        switch error {
        case .lost where reconnects: break
        case .silent where reconnects: note = "\(error)"
        case .turnedAway(let why) where reconnects: note = waitingNote(place.control.path, why)
        case .lost(_, let reason) where hadOne && [ECONNRESET, EPIPE].contains(reason.code): return false
        case .unreachable(_, let reason) where reconnects && [ENOENT, ECONNREFUSED, EAGAIN].contains(reason.code): break
        default: throw error
        }
        if !isWaiting { complain("foldctl", note) }
        isWaiting = true
        return true
    }

    private func show(_ text: String) throws {
        guard isTerminal else {
            defer { isFirst = false }
            return try writeOutput(Array(((isFirst ? "" : "\n") + text + "\n").utf8))
        }
        let columns = FileDescriptor.columns(FileDescriptor.standardOutput) ?? 80
        // Home, each line to its end, and what is below away: nothing flickers.
        let lines = text.split(separator: "\n").map { "\($0.prefix(max(columns - 1, 1)))\u{1B}[K\r\n" }
        try writeOutput(Array(("\u{1B}[H" + lines.joined() + "\u{1B}[J").utf8))
    }
}

/// What the sensor reads and how, the rows always the same, so that they stay where they are.
func readingText(_ status: WireValue) -> String {
    let text = { (name: String) in status[name]?.string ?? "-" }
    let state = text("state")
    let rows: [(String, String?)] = [
        ("state", status["detail"]?.string.map { "\(state): \($0)" } ?? state),
        ("sensor", status["device"]?.string.map { "\(text("sensor")) (\($0))" } ?? text("sensor")),
        ("mode", text("mode")),
        ("trigger", text("trigger")),
        ("rate", rateText(status["rate"]) ?? "-"),
        ("age", status["age"]?.double.map(ageText) ?? "-"),
        ("time", text("time")),
        ("raw", vectorText(status["raw"], decimals: 0) ?? "-"),
        ("scaled", vectorText(status["scaled"], decimals: 3) ?? "-"),
        ("rotated", vectorText(status["acceleration"], decimals: 3) ?? "-"),
        ("length", lengthText(status["length"]) ?? "-"),
        ("matrix", originText(status["matrix"]) ?? "-"),
        ("sign", text("sign")),
        ("orientation", originText(status["orientation"]) ?? "-"),
        ("advice", status["advice"]?.string),
    ]
    return rowsText(rows)
}
