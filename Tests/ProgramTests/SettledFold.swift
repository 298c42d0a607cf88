import Testing

/// Reads until the fold lies within `allowed`, and expects that it stays there for so many `lines`.
///
/// By default that of a tablet held at a roll of 30°: 1.6 × 30/90 − 0.03 = 0.503.
func expectSettled(
    _ client: StreamClient, in allowed: ClosedRange<Double> = 0.493...0.513, lines: Int = 15,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let fold = { (line: String) in member("fold", of: line).flatMap { Double($0) } ?? -1 }
    let reached = try client.next { allowed.contains(fold($0)) }
    #expect(reached != nil, sourceLocation: sourceLocation)
    // The filter's way to any other tilt passes through in fewer than 15.
    for _ in 0..<lines {
        let line = try #require(try client.next { sequence(of: $0) != nil }, sourceLocation: sourceLocation)
        #expect(allowed.contains(fold(line)), "\(line)", sourceLocation: sourceLocation)
    }
}
