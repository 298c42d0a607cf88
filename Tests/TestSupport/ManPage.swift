import Foundation

/// A manual page of docs/man, in mdoc, taken apart as far as tests of the pages need it.
public struct ManPage: Sendable {
    /// What stands below a heading, up to the next one.
    public struct Section: Sendable {
        /// The heading's words.
        public let title: String
        /// The lines, escapes taken away.
        public let lines: [String]
    }

    /// An item of a list.
    public struct Entry: Sendable {
        /// The item's line.
        public let head: String
        /// The lines below it.
        public let lines: [String]
    }

    /// Where the pages are.
    public static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/man").path

    /// The names of all pages.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// The page's file.
    public let path: String
    /// All sections and subsections, in their order.
    public let sections: [Section]

    /// The page called `name`, as in `foldctl.1`.
    public init(_ name: String) throws {
        path = "\(Self.directory)/\(name)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let plain = text.replacingOccurrences(of: "\\&", with: "").replacingOccurrences(of: "\\-", with: "-")
        var sections: [Section] = []
        for line in plain.components(separatedBy: "\n") {
            if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
                sections.append(Section(title: String(line.dropFirst(4)), lines: []))
            } else if let last = sections.popLast() {
                sections.append(Section(title: last.title, lines: last.lines + [line]))
            }
        }
        self.sections = sections
    }

    /// All lines but the headings.
    public var lines: [String] { sections.flatMap(\.lines) }

    /// The lines below the heading `title`; none where there is no such heading.
    public func lines(of title: String) -> [String] { sections.first { $0.title == title }?.lines ?? [] }

    /// The items of all lists below the heading `title`.
    public func entries(of title: String) -> [Entry] {
        var entries: [Entry] = []
        for line in lines(of: title) {
            if line.hasPrefix(".It ") {
                entries.append(Entry(head: line, lines: []))
            } else if !line.hasPrefix(".El"), let last = entries.popLast() {
                entries.append(Entry(head: last.head, lines: last.lines + [line]))
            }
        }
        return entries
    }

    /// The lines that stand in the page as they are, below the heading `title`.
    public func literalLines(of title: String) -> [String] {
        var isLiteral = false
        return lines(of: title).filter { line in
            if line.hasPrefix(".Bd ") || line.hasPrefix(".Ed") {
                isLiteral = line.hasPrefix(".Bd ")
                return false
            }
            return isLiteral
        }
    }
}

// MARK: - What stands in lines

extension ManPage {
    /// The options that `lines` name, by the macro for them or in an example: `--socket`, `-h`.
    public static func options(in lines: [String]) -> Set<String> {
        let byMacro = arguments(of: "Fl", in: lines).map { "-\($0)" }
        let inText = lines.flatMap { $0.split { " '\"".contains($0) } }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
        return Set(byMacro + inText)
    }

    /// What stands after the macro `name` in `lines`, punctuation left out.
    public static func arguments(of name: String, in lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix(".") }.flatMap { line -> [String] in
            var current = ""
            return line.dropFirst().split(separator: " ").compactMap { word in
                if isMacro(word) {
                    current = String(word)
                    return nil
                }
                return current == name && word.contains { $0.isLetter || $0.isNumber } ? String(word) : nil
            }
        }
    }

    private static func isMacro(_ word: Substring) -> Bool {
        word.count == 2 && word.first?.isUppercase == true && word.last?.isLowercase == true
    }

    /// All words of `lines`: letters, digits, hyphens and underscores.
    public static func words(in lines: [String]) -> Set<String> {
        Set(lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) } }.map { String($0) })
    }

    /// `lines` as one text, macros in it.
    public static func text(of lines: [String]) -> String { lines.joined(separator: " ") }
}
