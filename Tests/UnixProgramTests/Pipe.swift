import Glibc
import UnixProgram

/// A pipe of a test's own.
struct Pipe {
    let input: Int32
    let output: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (ends[0], ends[1])
    }

    func close() {
        FileDescriptor.close(input)
        FileDescriptor.close(output)
    }
}
