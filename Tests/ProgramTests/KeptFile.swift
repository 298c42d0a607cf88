import Glibc
import UnixProgram

/// A file without a name: what a program writes to it is kept until the test is over.
final class KeptFile {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
        var name = Array("/tmp/folddaemon-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw SystemError(errno) }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        try FileDescriptor.writeAll(descriptor, bytes)
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit {
        close(descriptor)
    }

    /// All that is in it by now.
    var bytes: [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = pread(descriptor, &chunk, chunk.count, off_t(all.count)), count > 0 {
            all += chunk[..<count]
        }
        return all
    }

    /// All that is in it by now, as lines.
    var lines: [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .dropLast { $0.isEmpty }
    }
}

extension [String] {
    /// Without the last one if `isSuperfluous`, as what follows the newline at a text's end.
    fileprivate func dropLast(_ isSuperfluous: (String) -> Bool) -> [String] {
        last.map(isSuperfluous) == true ? Array(dropLast()) : self
    }
}
