import CLinux
import Glibc
import Synchronization

/// Unix stream sockets: the one place that spells their addresses and options.
public enum UnixSocket {
    /// The longest path that fits an address, in bytes.
    public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The result of `body` with the address of `path`, −1 with errno set as a call's own where the path has none.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int {
        if path.isEmpty {
            // The kernel would take no name for one that it has to find itself.
            errno = ENOENT
            return -1
        }
        guard path.utf8.count <= longestPath else {
            errno = ENAMETOOLONG
            return -1
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Int(body($0, socklen_t(MemoryLayout<sockaddr_un>.size)))
            }
        }
    }

    private static func make(flags: __socket_type...) throws(SystemError) -> Int32 {
        let type = flags.reduce(Int32(SOCK_STREAM.rawValue)) { $0 | Int32($1.rawValue) }
        return Int32(try systemResult { Int(socket(AF_UNIX, type, 0)) })
    }

    /// Connects to the socket at `path`; the descriptor blocks.
    public static func connect(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = try make(flags: SOCK_CLOEXEC)
        do {
            try systemResult { withAddress(path) { Glibc.connect(descriptor, $0, $1) } }
        } catch {
            FileDescriptor.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Whether somebody listens at `path`; never waits. A full queue is an answer too.
    public static func isAnswered(_ path: String) throws(SystemError) -> Bool {
        let descriptor = try make(flags: SOCK_CLOEXEC, SOCK_NONBLOCK)
        defer { FileDescriptor.close(descriptor) }
        switch systemCall({ withAddress(path) { Glibc.connect(descriptor, $0, $1) } }) {
        case .value, .wouldBlock: return true
        case .failed(let error) where error.code == ECONNREFUSED: return false
        case .failed(let error): throw error
        }
    }

    /// Makes the socket `path` with `mode`, and listens; the descriptor never blocks.
    public static func listen(_ path: String, mode: mode_t, backlog: Int32 = 4096) throws(SystemError) -> Int32 {
        let descriptor = try make(flags: SOCK_CLOEXEC, SOCK_NONBLOCK)
        do {
            try bindWithMode(descriptor, path, mode)
            try systemResult { Int(Glibc.listen(descriptor, backlog)) }
        } catch {
            FileDescriptor.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// The file mode mask is the whole process's: one at a time may change it.
    private static let mask = Mutex<Void>(())

    /// Gives `descriptor` the name `path`, with its mode from the first moment: nobody may connect in between who could
    /// not later.
    private static func bindWithMode(_ descriptor: Int32, _ path: String, _ mode: mode_t) throws(SystemError) {
        let outcome = mask.withLock { _ in
            let before = umask(~mode & 0o777)
            defer { umask(before) }
            return systemCall { withAddress(path) { bind(descriptor, $0, $1) } }
        }
        if case .failed(let error) = outcome { throw error }
    }

    /// Takes one waiting connection; its descriptor never blocks.
    public static func accept(_ listener: Int32) -> CallOutcome {
        systemCall { Int(accept_nonblocking(listener)) }
    }

    /// The path that the Unix socket `descriptor` was bound to, an abstract one with an `@` before it; nil where it has none.
    public static func localPath(_ descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        let used = Int(length) - MemoryLayout<sa_family_t>.size
        guard code == 0, used > 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { Array($0.prefix(used)) }
        if bytes.first == 0 { return "@" + String(decoding: bytes.dropFirst(), as: UTF8.self) }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The user who connected at the other end of `descriptor`, and all of their groups, as they were then.
    public static func peer(_ descriptor: Int32) throws(SystemError) -> (user: uid_t, groups: [gid_t]) {
        var (user, primary): (uid_t, gid_t) = (0, 0)
        try systemResult { Int(peer_user(descriptor, &user, &primary)) }
        return (user, [primary] + (try supplementaryGroups(descriptor)))
    }

    private static func supplementaryGroups(_ descriptor: Int32) throws(SystemError) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 64)
        while true {
            var count = Int32(groups.count)
            let outcome = systemCall { Int(peer_groups(descriptor, &groups, &count)) }
            switch outcome {
            case .value: return Array(groups.prefix(Int(count)))
            case .failed(let error) where error.code == ERANGE && Int(count) > groups.count:
                groups = [gid_t](repeating: 0, count: Int(count))
            case .failed(let error): throw error
            case .wouldBlock: throw SystemError(EAGAIN)
            }
        }
    }

    /// Sends as much of `bytes` as the kernel takes at once; never waits, never raises SIGPIPE.
    public static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> CallOutcome {
        bytes.withUnsafeBytes { all in
            systemCall { Glibc.send(descriptor, all.baseAddress, all.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
        }
    }

    /// The size of the send buffer, in the kernel's bytes.
    public static func sendBuffer(_ descriptor: Int32) -> Int32 {
        var size: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, &length)
        return size
    }

    /// Asks for a send buffer of `size`; the kernel's minimum, where it is less.
    public static func setSendBuffer(_ descriptor: Int32, _ size: Int32) {
        // The kernel doubles what it is told, for its own bookkeeping, and reports the doubled size.
        var half = size / 2
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &half, socklen_t(MemoryLayout<Int32>.size))
    }
}
