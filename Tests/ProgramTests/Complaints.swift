import Testing

/// Expects that `run` complained in exactly one line, which holds each of `words`.
func expectOneLine(
    of run: ChildProcess, saying words: [String], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    expectOneLine(in: run.errors, saying: words, sourceLocation: sourceLocation)
}

/// Expects that `errors` are exactly one line, which holds each of `words`.
func expectOneLine(
    in errors: [String], saying words: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(errors.count == 1, "\(errors)", sourceLocation: sourceLocation)
    let line = errors.first ?? ""
    for word in words {
        #expect(line.contains(word), "\(line) lacks \(word)", sourceLocation: sourceLocation)
    }
}
