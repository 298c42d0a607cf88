import CLinux
import Glibc

/// Reading and writing by descriptor: the one place where buffers meet the kernel.
public enum FileDescriptor {
    /// The number of standard input.
    public static let standardInput: Int32 = 0
    /// The number of standard output.
    public static let standardOutput: Int32 = 1
    /// The number of standard error.
    public static let standardError: Int32 = 2

    /// Reads once into the front of `buffer`; 0 is the end of the input.
    public static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> CallOutcome {
        buffer.withUnsafeMutableBytes { bytes in systemCall { Glibc.read(descriptor, bytes.baseAddress, bytes.count) } }
    }

    /// Writes `bytes` in a call; may write fewer.
    public static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> CallOutcome {
        bytes.withUnsafeBytes { all in systemCall { Glibc.write(descriptor, all.baseAddress, all.count) } }
    }

    /// Writes all of `bytes`, waiting where it must.
    public static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch write(descriptor, rest) {
            case .value(let count): rest = rest.dropFirst(count)
            case .wouldBlock: wait(descriptor, for: Int16(POLLOUT))
            case .failed(let error): throw error
            }
        }
    }

    /// Waits until `descriptor` is ready for `events` (or broken), or `timeout` ms have passed; whether it is ready.
    @discardableResult
    public static func wait(_ descriptor: Int32, for events: Int16, timeout: Int32 = -1) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        guard case .value(let ready) = systemCall({ Int(poll(&entry, 1, timeout)) }) else { return false }
        return ready > 0
    }

    /// Whether whoever is at the other end of the socket `descriptor` has closed it.
    public static func isHungUp(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
    }

    /// Waits until `descriptor` can be read, or `nanoseconds` (nil: any time) have passed; whether it can.
    public static func wait(_ descriptor: Int32, nanoseconds: Int64?) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var time = timespec(
            tv_sec: Int((nanoseconds ?? 0) / 1_000_000_000), tv_nsec: Int((nanoseconds ?? 0) % 1_000_000_000))
        return withUnsafePointer(to: &time) { pointer in
            poll_one(&entry, nanoseconds == nil ? nil : pointer) > 0
        }
    }

    /// Waits until something has become of one of `entries`, or `timeout` ms (−1: any time) have passed; how many of
    /// them have anything in their `revents`. A negative descriptor is passed over.
    @discardableResult
    public static func wait(_ entries: inout [pollfd], timeout: Int32 = -1) -> Int {
        for index in entries.indices { entries[index].revents = 0 }
        guard case .value(let ready) = systemCall({ Int(poll(&entries, nfds_t(entries.count), timeout)) }) else {
            return 0
        }
        return ready
    }

    /// What whoever named an input does where it cannot be read.
    public static let inputAdvice = "name a file that exists and is readable"

    /// Opens `path` for reading, as an input that somebody named; what is to be done where it cannot be read is `advice`. A
    /// directory is refused.
    public static func openInput(_ path: String, _ advice: String = inputAdvice) throws(Failure) -> Int32 {
        let descriptor: Int
        do {
            descriptor = try systemResult { Int(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) }
        } catch {
            throw Failure(
                error.status(otherwise: .noInput),
                "cannot read \(path): \(error); \(advice)")
        }
        let input = Int32(descriptor)
        if kind(input) == S_IFDIR {
            close(input)
            throw Failure(.noInput, "cannot read \(path): it is a directory; \(advice)")
        }
        return input
    }

    /// Whether `descriptor` is a plain file.
    public static func isRegularFile(_ descriptor: Int32) -> Bool { kind(descriptor) == S_IFREG }

    /// Whether `descriptor` is a pipe, with a name or without.
    public static func isPipe(_ descriptor: Int32) -> Bool { kind(descriptor) == S_IFIFO }

    private static func kind(_ descriptor: Int32) -> mode_t {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? facts.st_mode & S_IFMT : 0
    }

    /// Sets whether calls on `descriptor` return instead of waiting.
    public static func setNonblocking(_ descriptor: Int32, _ isOn: Bool) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, isOn ? flags | O_NONBLOCK : flags & ~O_NONBLOCK)
    }

    /// Whether `descriptor` is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many columns the terminal `descriptor` has; nil where that cannot be told.
    public static func columns(_ descriptor: Int32) -> Int? {
        let columns = Int(terminal_columns(descriptor))
        return columns > 0 ? columns : nil
    }

    /// Closes `descriptor`.
    public static func close(_ descriptor: Int32) {
        _ = Glibc.close(descriptor)
    }
}

extension FileDescriptor {
    /// All of the file `path`, refused where it is longer than `limit` bytes; `advice` as `openInput` has it.
    public static func contents(
        _ path: String, limit: Int, _ advice: String = inputAdvice
    ) throws(Failure) -> [UInt8] {
        let input = try openInput(path, advice)
        defer { close(input) }
        var contents: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit + 1, 65_536))
        while true {
            switch read(input, into: &chunk) {
            case .value(0): return contents
            case .wouldBlock: wait(input, for: Int16(POLLIN))
            case .value(let count): contents.append(contentsOf: chunk[..<count])
            case .failed(let error):
                throw Failure(error.status(otherwise: .noInput), "cannot read \(path): \(error); \(advice)")
            }
            if contents.count > limit { throw Failure(.noInput, "cannot read \(path): it is over \(limit) bytes long") }
        }
    }
}

/// The names in the directory `path`; none where there is none.
///
/// - Throws: Where there is one that cannot be read.
public func directoryEntries(_ path: String) throws(SystemError) -> [String] {
    guard let directory = opendir(path) else {
        let error = SystemError(errno)
        if error.code == ENOENT { return [] }
        throw error
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}

/// The directory that `path`, which is absolute, stands in.
public func directory(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
}

/// The first line of the file at `path`, as of an attribute of the kernel's; nil where there is none, or nothing in it.
public func firstLine(_ path: String) -> String? {
    guard let text = try? FileDescriptor.contents(path, limit: 4096) else { return nil }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
}

/// The directory that relative paths start from.
public func workingDirectory() -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&path, path.count) != nil else { return "." }
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
