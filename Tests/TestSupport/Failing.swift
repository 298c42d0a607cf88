import UnixProgram

/// What `body` fails with; nil where it does not, or with something else.
public func failure(of body: () throws -> Void) -> Failure? {
    do {
        try body()
        return nil
    } catch {
        return error as? Failure
    }
}
