import PlainText
import Recordings

/// Where samples come from.
enum Source: Hashable {
    /// The display's accelerometer.
    case auto
    /// The accelerometer of that name or label.
    case iio(String)
    /// The machine's hinge.
    case hinge
    /// A recording, from its first row.
    case replay(String)
    /// A recording that is being written; `-` is standard input.
    case pipe(String)

    static let allowed = "auto, iio:NAME, hinge, replay:FILE or pipe:PATH"

    /// The source as `init(text:)` reads it.
    var text: String {
        switch self {
        case .auto: "auto"
        case .iio(let name): "iio:\(name)"
        case .hinge: "hinge"
        case .replay(let file): "replay:\(file)"
        case .pipe(let path): "pipe:\(path)"
        }
    }

    init(text: String) throws(SettingProblem) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.count == 2 ? String(parts[1]) : nil) {
        case ("auto", nil): self = .auto
        case ("iio", let name?) where !name.isEmpty: self = .iio(name)
        case ("hinge", nil): self = .hinge
        case ("replay", let file?) where !file.isEmpty: self = .replay(file)
        case ("pipe", let path?) where !path.isEmpty: self = .pipe(path)
        default: throw SettingProblem("source is \(Source.allowed), not \(quoted(text.utf8))")
        }
    }
}

/// How fast a recording is replayed.
enum ReplaySpeed: Hashable {
    /// So many times as fast as it was recorded.
    case times(Double)
    /// As fast as it goes.
    case max

    init(text: String) throws(SettingProblem) {
        if text == "max" {
            self = .max
        } else if let factor = decimal(text), (0.01...1000).contains(factor) {
            self = .times(factor)
        } else {
            throw SettingProblem("speed is 0.01…1000 or max, not \(quoted(text.utf8))")
        }
    }
}
