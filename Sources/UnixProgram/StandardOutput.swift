import Glibc

/// The reader of standard output has gone away: time to end, quietly and well.
public struct ReaderGone: Error {
    /// It is gone.
    public init() {}
}

/// Writes `bytes` to standard output at once.
public func writeOutput(_ bytes: [UInt8]) throws {
    do {
        try FileDescriptor.writeAll(FileDescriptor.standardOutput, bytes)
    } catch {
        if error.code == EPIPE { throw ReaderGone() }
        throw Failure(.cannotCreate, "cannot write to standard output: \(error); free what it needs and run it again")
    }
}
