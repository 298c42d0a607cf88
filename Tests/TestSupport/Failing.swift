import UnixProgram

/// What `body` throws of `type`; nil where it throws nothing, or something else.
///
/// Swift 6.0's `#expect(throws:)` does not yet return what it caught.
public func thrown<Problem: Error, Value>(_ type: Problem.Type, by body: () throws -> Value) -> Problem? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Problem
    }
}

/// What `body` fails with; nil where it does not, or with something else.
public func failure(of body: () throws -> Void) -> Failure? {
    thrown(Failure.self, by: body)
}
