import Testing

/// Expects that `run` complained in exactly one line, which holds each of `words`.
func expectOneLine(
    of run: ChildProcess, saying words: [String], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(run.errors.count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    let line = run.errors.first ?? ""
    for word in words {
        #expect(line.contains(word), "\(line) lacks \(word)", sourceLocation: sourceLocation)
    }
}
