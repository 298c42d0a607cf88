import Glibc
import UnixProgram

/// A service manager's end of sd_notify(3): what a daemon says of itself.
final class NotifySocket {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemError(errno) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Waits for a message with `text` in it; false if `end` becomes readable before.
    func wait(for text: String, orEnd end: Int32) throws -> Bool {
        while true {
            try Overdue.wait(for: text, on: [descriptor, end])
            guard FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: 0) else { return false }
            var message = [UInt8](repeating: 0, count: 4096)
            guard case .value(let count) = FileDescriptor.read(descriptor, into: &message) else { return false }
            if String(decoding: message[..<count], as: UTF8.self).contains(text) { return true }
        }
    }
}
