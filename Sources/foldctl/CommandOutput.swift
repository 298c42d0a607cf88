import FoldClient
import FoldWire
import Glibc
import PlainText
import UnixProgram

/// A command that is run at each line of data, with the line's values in its environment.
///
/// One runs at a time, and nothing piles up: of the lines that come meanwhile, it is run for the newest after it.
struct CommandOutput: WatchOutput {
    private let command: String
    /// What is the same in two lines that tell no change; of a fold each line is one.
    private let news: String?
    private let environment: [String]
    private var running: ShellCommand?
    private var waiting: WireLine?
    private var told: String?
    private var hasComplained = false

    init(_ command: String, for request: WatchRequest) {
        self.command = command
        switch request {
        case .status: news = "status"
        case .threshold: news = "lifted"
        default: news = nil
        }
        environment = programEnvironment().filter { !$0.hasPrefix("FOLD=") && !$0.hasPrefix("FOLD_") }
    }

    /// The command; who reads its output is its own affair.
    var polled: pollfd { pollfd(fd: running?.descriptor ?? -1, events: Int16(POLLIN), revents: 0) }

    mutating func polledIsReady() throws {
        if let running { judge(running.end()) }
        running = nil
        startNext()
    }

    mutating func take(_ line: ArraySlice<UInt8>, isData: Bool) throws {
        guard isData else { return }
        guard let wire = WireLine(line) else {
            throw FoldClientError.malformed(String(decoding: line, as: UTF8.self), problem: "it is no JSON object")
        }
        waiting = wire
    }

    mutating func flush() { startNext() }

    mutating func finish() throws {
        while running != nil { try polledIsReady() }
    }

    /// Runs the command for the newest line, unless it runs already or was run last for what that line says.
    private mutating func startNext() {
        guard running == nil, let line = waiting else { return }
        waiting = nil
        let new = news.flatMap { line.text($0) }
        if new != nil && new == told { return }
        told = new
        do {
            running = try ShellCommand(command, environment: environment + settings(of: line))
        } catch {
            complainOnce("cannot be run: \(error)")
        }
    }

    private mutating func judge(_ end: ShellCommand.End) {
        switch end {
        case .status(0): break
        case .status(let status): complainOnce("ended with status \(status)")
        case .signal(let signal): complainOnce("was ended by signal \(signal)")
        }
    }

    private mutating func complainOnce(_ what: String) {
        if hasComplained { return }
        hasComplained = true
        complain("foldctl", "the command \(quoted(command.utf8)) \(what); watching goes on, and this is said once")
    }
}

/// The values of `line` for a command's environment: FOLD is the fold, and all others have their name after `FOLD_`, with
/// their part's name behind where they have parts. What has no value is not there.
func settings(of line: WireLine) -> [String] {
    line.names.flatMap { name -> [String] in
        let variable = name == "fold" ? "FOLD" : "FOLD_" + uppercase(name)
        switch line.value(name) {
        case nil, .null: return []
        case .list(let values):
            return zip(["X", "Y", "Z"], values).compactMap { part, value in
                text(of: value).map { "\(variable)_\(part)=\($0)" }
            }
        case .object(let members):
            return members.compactMap { member in
                text(of: member.value).map { "\(variable)_\(uppercase(member.name))=\($0)" }
            }
        default: return ["\(variable)=\(line.text(name) ?? "")"]
        }
    }
}

/// A name as variables have it: letters, digits and underscores.
private func uppercase(_ name: String) -> String {
    String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}

private func text(of value: WireValue) -> String? {
    switch value {
    case .number(let number):
        var text: [UInt8] = []
        text.append(fixed: number)
        return String(decoding: text, as: UTF8.self)
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    default: return nil
    }
}
