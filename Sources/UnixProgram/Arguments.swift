import PlainText

/// A command line, taken apart: `--name value`, `--name=value`, `--flag`, operands, `--` before operands only.
public struct Arguments {
    /// The options in the order in which they stood; a flag has no value.
    public private(set) var options: [(name: String, value: String?)] = []
    /// What is no option.
    public private(set) var operands: [String] = []

    /// Takes `words` apart, where `flags` and `values` are the options that exist, without and with a value.
    public init(_ words: some Sequence<String>, flags: Set<String>, values: Set<String>) throws(Failure) {
        var iterator = words.makeIterator()
        while let word = iterator.next() {
            if word == "--" {
                while let operand = iterator.next() { operands.append(operand) }
            } else if word.utf8.first != UInt8(ascii: "-") || word == "-" {
                operands.append(word)
            } else {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts[0])
                if values.contains(name) {
                    guard let value = parts.count == 2 ? String(parts[1]) : iterator.next() else {
                        throw Failure(.usage, "\(name) needs a value; see --help")
                    }
                    options.append((name, value))
                } else if flags.contains(name) {
                    guard parts.count == 1 else { throw Failure(.usage, "\(name) takes no value; see --help") }
                    options.append((name, nil))
                } else {
                    throw Failure(.usage, "there is no option \(quoted(name.utf8)); see --help")
                }
            }
        }
    }
}
