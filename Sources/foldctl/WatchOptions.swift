import FoldWire
import MotionCore
import PlainText
import UnixProgram

/// The command line of `foldctl watch`.
struct WatchOptions {
    private(set) var request = WatchRequest.default
    /// Nil where lines need not be.
    private(set) var format: FoldFormat?
    private(set) var command: String?
    private(set) var count: Int?
    private(set) var reconnects = false
    private(set) var socket: String?
    /// Whether a terminal shows a bar.
    private(set) var isBar = true

    /// A change that a person sees: what a command is run for unless another is asked for.
    private static let commandsChange = 0.01

    init(_ words: ArraySlice<String>) throws {
        let arguments = try Arguments(
            words, flags: ["--status", "--reconnect"],
            values: [
                "--threshold", "--rate", "--change", "--orientation", "--format", "--fields", "--exec", "--count",
                "--socket",
            ])
        try arguments.refuseOperands()
        var fold = FoldRequest()
        for (name, value) in arguments.options { try take(name, value ?? "", &fold) }
        try check(arguments.options.map(\.name))
        if case .fold = request {
            if command != nil && fold.change == nil { fold.change = Self.commandsChange }
            request = .fold(fold)
        }
        let isLines = arguments.options.contains {
            ["--status", "--threshold", "--format", "--fields", "--exec"].contains($0.name)
        }
        isBar = !isLines
    }

    private mutating func take(_ name: String, _ value: String, _ fold: inout FoldRequest) throws {
        switch name {
        case "--status": request = .status
        case "--threshold": request = .threshold(try Self.threshold(value))
        case "--rate": fold.rate = try usage(try FoldRequest.rate(value))
        case "--change": fold.change = try usage(try FoldRequest.change(value))
        case "--orientation": fold.orientation = try usage(try FoldRequest.orientation(value))
        case "--format":
            fold.format = try usage(try FoldRequest.format(value))
            format = fold.format
        case "--fields": fold.fields = try usage(try FoldRequest.fields(value))
        case "--exec":
            if trimmed(value).isEmpty { throw Failure(.usage, "--exec needs a command, as in --exec 'date'") }
            command = value
        case "--count": count = try Self.count(value)
        case "--reconnect": reconnects = true
        default: socket = value
        }
    }

    /// Refuses what cannot be had together.
    private func check(_ names: [String]) throws(Failure) {
        if names.contains("--status") && names.contains("--threshold") {
            throw Failure(.usage, "--status and --threshold are two things to watch; choose one")
        }
        let kind = names.first { ["--status", "--threshold"].contains($0) }
        let dials = ["--rate", "--change", "--orientation", "--format", "--fields"]
        if let kind, let other = names.first(where: { dials.contains($0) }) {
            throw Failure(.usage, "\(kind) tells changes in a form of its own; leave \(other) away")
        }
        if names.contains("--exec") && names.contains("--format") {
            throw Failure(.usage, "--exec runs a command instead of writing lines; leave --format away")
        }
        if format == .plain && names.contains("--fields") {
            throw Failure(.usage, "--format plain is the bare fold; leave --fields away, or use json or csv")
        }
    }

    private static func threshold(_ text: String) throws(Failure) -> Threshold {
        let limits = text.split(separator: ",", omittingEmptySubsequences: false).map { decimal($0) }
        guard limits.count == 2, let below = limits[0], let above = limits[1],
            let threshold = Threshold(below: below, above: above)
        else {
            throw Failure(
                .usage, "--threshold is two folds of 0…1, the lower first, as in 0.3,0.5, not \(quoted(text.utf8))")
        }
        return threshold
    }

    private static func count(_ text: String) throws(Failure) -> Int {
        guard let count = Int(text), count > 0 else {
            throw Failure(.usage, "--count is a number of lines, 1 or more, not \(quoted(text.utf8))")
        }
        return count
    }
}
