/// What is wrong with a recording, and where.
public struct RecordingError: Error, Hashable, CustomStringConvertible {
    /// The file as it was named.
    public let file: String
    /// From 1; nil where the whole file is meant.
    public let line: Int?
    /// From 1, in bytes; nil where the whole line is meant.
    public let column: Int?
    /// What was found, what is expected, and what to do.
    public let problem: String

    /// `problem` at a place in `file`.
    public init(file: String, line: Int? = nil, column: Int? = nil, problem: String) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// One sentence.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + problem
    }
}
