import Glibc
import UnixProgram

/// The writing end of a named pipe.
final class Fifo {
    private var descriptor: Int32

    /// Opens the pipe at `path`. One that `isKept` loses nothing while nobody reads.
    init(_ path: String, isKept: Bool = false) throws {
        // What is written to nobody fails the test, and not all of them.
        signal(SIGPIPE, SIG_IGN)
        // For reading too at first, since an open for writing alone waits for the reader.
        let both = open(path, O_RDWR | O_CLOEXEC)
        guard both >= 0 else { throw SystemError(errno) }
        if isKept {
            descriptor = both
        } else {
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            Glibc.close(both)
        }
    }

    deinit {
        close()
    }

    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) throws {
        try FileDescriptor.writeAll(descriptor, bytes)
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
