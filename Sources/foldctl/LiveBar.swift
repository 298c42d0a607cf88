import FoldWire
import Glibc
import PlainText

/// A line on a terminal that shows the fold: `[████████            ]  0.503  roll  -30.0°  partially-open  60/s`.
struct LiveBar {
    private var fold = 0.0
    /// In degrees; nil from a hinge, which has none.
    private var roll: Double?
    private var status = ""
    private var rate = 0
    private var note = "waiting for the sensor"
    private var second: Int64 = 0
    private var linesThisSecond = 0

    private static let width = 30

    /// Whether the terminal understands more than ASCII.
    private let isUnicode: Bool

    init() {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
        isUnicode = locale.uppercased().hasSuffix("UTF-8") || locale.uppercased().hasSuffix("UTF8")
    }

    /// Takes a line that came at `now` (ns); an event is written to `text`, to stay above the bar.
    mutating func take(_ line: WireLine, now: Int64, into text: inout [UInt8]) {
        if let event = line.text("event") {
            if event == "shutdown" {
                note = "the daemon has ended"
                return
            }
            let words = [line.text("state"), line.text("orientation"), line.text("detail")].compactMap { $0 }.map(
                printable)
            text.append(text: "\r\u{1B}[K\(event) \(words.joined(separator: ": "))\n")
            return
        }
        guard let fold = line.number("fold"), let status = line.text("status") else { return }
        self.fold = min(max(fold, 0), 1)
        self.status = printable(status)
        roll = line.number("roll").map { $0 * 90 }
        note = ""
        count(now)
    }

    /// No daemon serves, as `note` says: from now on nothing is to be seen.
    mutating func wait(_ note: String) {
        self.note = printable(note)
    }

    /// Draws the bar over the one before, on a terminal of `columns`: a line that is wrapped is not drawn over.
    func draw(into text: inout [UInt8], columns: Int) {
        text.append(text: "\r\u{1B}[K")
        let values = "\(rounded(fold, decimals: 3))  \(rollText)\(status)  \(rate)/s"
        let width = min(Self.width, columns - values.count - 5)
        var line = note.isEmpty ? values : note
        if note.isEmpty && width >= 5 {
            let filled = Int((fold * Double(width)).rounded())
            line =
                "[" + String(repeating: isUnicode ? "█" : "#", count: filled)
                + String(repeating: isUnicode ? "·" : ".", count: width - filled) + "]  " + values
        }
        text.append(text: String(line.prefix(max(columns - 1, 1))))
    }

    /// The roll with its name, and what divides it from what follows.
    private var rollText: String {
        guard let roll else { return "" }
        let angle = rounded(roll, decimals: 1)
        let padding = String(repeating: " ", count: max(0, 5 - angle.count))
        return "roll \(padding)\(angle)\(isUnicode ? "°" : " deg")  "
    }

    private mutating func count(_ now: Int64) {
        linesThisSecond += 1
        if now - second >= 1_000_000_000 {
            rate = second == 0 ? 0 : linesThisSecond
            second = now
            linesThisSecond = 0
        }
    }

    private func rounded(_ value: Double, decimals: Int) -> String {
        let unit = decimals == 3 ? 1000.0 : 10.0
        var text: [UInt8] = []
        text.append(fixed: (value * unit).rounded() / unit)
        return String(decoding: text.dropLast(6 - decimals), as: UTF8.self)
    }
}
