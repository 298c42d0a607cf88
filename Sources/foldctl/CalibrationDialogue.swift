import FoldClient
import FoldWire
import Glibc
import MotionCore
import PlainText
import UnixProgram

/// Asks for poses, one after the other, and lets the daemon measure them.
final class CalibrationDialogue {
    let connection: ControlConnection
    /// Whether what is read is shown while a pose is waited for.
    let isLive: Bool
    private let output: Int32
    private let hold: SensorHold?
    private var input: [UInt8] = []

    /// How often what is read is shown, in ms.
    private static let period: Int32 = 250
    /// What may wait without a line's end, in bytes.
    private static let longestInput = 1 << 16
    /// How long a pose that a script has not yet come to is measured again, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    init(_ connection: ControlConnection, _ place: DaemonPlace, onStandardError: Bool) {
        self.connection = connection
        output = onStandardError ? FileDescriptor.standardError : FileDescriptor.standardOutput
        isLive = FileDescriptor.isTerminal(FileDescriptor.standardInput) && FileDescriptor.isTerminal(output)
        hold = isLive ? SensorHold(place.stream) : nil
    }

    /// Tells `text`, a line or several.
    func say(_ text: String) throws {
        try write("\(text)\n")
    }

    /// The daemon's answer to three poses: the matrix.
    func matrix() throws -> ControlAnswer {
        while true {
            for (index, pose) in CalibrationPose.allCases.enumerated() {
                try measure(.pose(pose), "\(index + 1) of 3: \(pose.instruction)", mayBeEarly: index > 0)
            }
            do {
                let answer = try connection.ask(.calibrate(.matrix))
                try say("\nthe matrix \(printable(answer.value["matrix"]?.string ?? "?"))")
                for pose in CalibrationPose.allCases {
                    guard let degrees = answer.value["deviations"]?[pose.rawValue]?.double else { continue }
                    try say("\(pose.rawValue) is \(fixed(degrees, decimals: 1)) degrees off by it")
                }
                return answer
            } catch FoldClientError.refused(let problem) where isLive {
                try say("\(printable(problem)); once more, from the first pose on")
            }
        }
    }

    /// The daemon's answer to a pose that is to be level.
    func level() throws -> ControlAnswer {
        let answer = try measure(.level, "1 of 1: lay the tablet as it is to be level", mayBeEarly: false)
        let tilts = (answer.value["level"]?.elements ?? []).compactMap(\.double)
        if tilts.count == 2 {
            try say(
                "\nthe level leans by \(fixed(tilts[0] * 90, decimals: 2)) and \(fixed(tilts[1] * 90, decimals: 2)) degrees"
            )
        }
        return answer
    }

    /// Asks for a pose in words and measures it: again after a refusal, where somebody is there to hear it.
    @discardableResult
    private func measure(_ step: CalibrationStep, _ instruction: String, mayBeEarly: Bool) throws -> ControlAnswer {
        while true {
            try say("\(instruction); press Enter when it lies still")
            try waitForEnter(step)
            do {
                let answer = try ask(step, for: mayBeEarly && !isLive ? Self.patience : 0)
                if let vector = vectorText(answer.value["vector"], decimals: 3) { try say("read\(vector) m/s^2") }
                return answer
            } catch FoldClientError.refused(let problem) where isLive {
                try say(printable(problem))
            }
        }
    }

    /// The answer to `step`. A script's Enters may all be there before the tablet has been turned: for `patience` ns a
    /// refusal is taken for that.
    private func ask(_ step: CalibrationStep, for patience: Int64) throws -> ControlAnswer {
        let end = BootClock.now() + patience
        while true {
            do {
                return try connection.ask(.calibrate(step))
            } catch {
                guard case .refused = error, BootClock.now() < end else { throw error }
            }
        }
    }

    // MARK: Enter

    private func waitForEnter(_ step: CalibrationStep) throws {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                input.removeFirst(end + 1)
                return
            }
            if isLive { try showReading() }
            guard FileDescriptor.wait(0, for: Int16(POLLIN), timeout: isLive ? Self.period : -1) else { continue }
            switch FileDescriptor.read(FileDescriptor.standardInput, into: &chunk) {
            case .value(let count) where count > 0:
                input += chunk[..<count]
                if input.count > Self.longestInput {
                    throw Failure(.dataError, "the input has no lines; give a line for each pose")
                }
            case .wouldBlock: break
            case .value, .failed:
                throw Failure(
                    .noInput, "the input ended before \(step.name) was measured; give a line for each pose")
            }
        }
    }

    /// Shows what the sensor reads now, on the line where the cursor is.
    private func showReading() throws {
        hold?.drain()
        let status = try connection.ask(.status).value
        let reading = vectorText(status["scaled"], decimals: 2)
        let length = lengthText(status["length"])
        let text = [reading, length].compactMap { $0 }.joined(separator: "   ")
        let shown = text.isEmpty ? "the sensor is \(status["state"]?.string ?? "?")" : text
        let columns = FileDescriptor.columns(output) ?? 80
        try write("\r\u{1B}[K" + String(printable(shown).prefix(max(columns - 1, 1))))
    }

    private func write(_ text: String) throws {
        if output == FileDescriptor.standardOutput { return try writeOutput(Array(text.utf8)) }
        // A standard error that is closed leaves nowhere to ask, and the answers may come all the same.
        try? FileDescriptor.writeAll(output, Array(text.utf8))
    }
}
