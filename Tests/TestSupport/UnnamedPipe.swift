import Glibc
import Synchronization
import UnixProgram

/// A pipe of a test's own; what is not closed by then goes with it.
public final class UnnamedPipe {
    /// Where it is written to.
    public private(set) var input: Int32
    /// Where it is read from.
    public private(set) var output: Int32

    /// Held while a program is started, and while a descriptor is made that none may inherit by chance.
    public static let inheritance = Mutex(())

    /// Makes one that no other program inherits.
    public init() throws {
        var ends: [Int32] = [-1, -1]
        try Self.inheritance.withLock { _ in
            guard pipe(&ends) == 0 else { throw SystemError(errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        closeInput()
        closeOutput()
    }

    /// Writes `text`, all of it.
    public func write(_ text: String) throws {
        try FileDescriptor.writeAll(input, Array(text.utf8))
    }

    /// Ends what is read.
    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Leaves the writer without a reader.
    public func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }
}
