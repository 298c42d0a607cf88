import FoldWire

/// Who gave a key of the configuration the value that it has.
enum Origin: Hashable, Sendable {
    /// Nobody.
    case standard
    /// A file, or a drop-in, in that line.
    case file(String, line: Int)
    case commandLine
    /// systemd, which handed the socket over.
    case activation
    /// Whoever set it, for this run.
    case control

    /// In words, as in "from the default".
    var text: String {
        switch self {
        case .standard: "the default"
        case .file(let path, let line): "\(path):\(line)"
        case .commandLine: "the command line"
        case .activation: "systemd's socket"
        case .control: "the control socket"
        }
    }
}

extension Configuration {
    /// Who gave `key` its value.
    func origin(of key: Key) -> Origin { origins[key.name] ?? .standard }

    /// Each key as a configuration file has it, with where its value came from, under its section's name.
    var listing: [String] {
        var (lines, section): ([String], String) = ([], "")
        for key in Self.keys {
            if key.section != section { lines.append("[\(key.section)]") }
            section = key.section
            lines.append(settingLine(key.name, key.value(self), note: "from \(origin(of: key).text)"))
        }
        return lines
    }
}
