import Glibc
import PlainText
import UnixProgram

/// The drop-in that a calibration writes: one key is its own, and everything else that stands there stays.
struct CalibrationFile {
    /// What a file of ours begins with.
    static let mark = "# Written by foldctl calibrate."
    private static let longest = 1 << 20

    private let path: String
    private let section: String
    private let key: String
    private var lines = [mark]
    /// Why what is there cannot be read; then it cannot be written either.
    private var obstacle: SystemError?

    init(_ path: String, section: String, key: String) {
        self.path = path
        self.section = section
        self.key = key
    }

    /// Reads what is there already, and refuses to replace it unless `isForced`.
    mutating func prepare(isForced: Bool) throws(Failure) {
        var facts = stat()
        if lstat(path, &facts) != 0 {
            let error = SystemError(errno)
            if error.code != ENOENT && error.code != ENOTDIR { obstacle = error }
            return
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.cannotCreate, "\(path) is no plain file; name another with --output")
        }
        if access(path, R_OK) != 0 {
            obstacle = SystemError(errno)
            return
        }
        let text = String(decoding: try FileDescriptor.contents(path, limit: Self.longest), as: UTF8.self)
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        if isForced { return }
        guard lines.first == Self.mark else {
            throw Failure(
                .cannotCreate, "\(path) exists, and is not of foldctl calibrate; name another, or take --force")
        }
        if place != nil {
            throw Failure(.cannotCreate, "\(path) has a \(key) already; replace it with --force, or name another file")
        }
    }

    /// The text, whole.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Sets the key to `value`.
    mutating func set(_ value: String) {
        let line = "\(key) = \(value)"
        if let place {
            lines[place] = line
        } else if let header = lines.firstIndex(where: { Self.section(of: $0) == section }) {
            lines.insert(line, at: header + 1)
        } else {
            lines += ["[\(section)]", line]
        }
    }

    /// Where the key stands last, which is what counts.
    private var place: Int? {
        var current: String?
        var place: Int?
        for (index, line) in lines.enumerated() {
            if let name = Self.section(of: line) { current = name }
            if current == section, Self.key(of: line) == key { place = index }
        }
        return place
    }

    private static func section(of line: String) -> String? {
        let text = trimmed(line)
        guard text.utf8.first == UInt8(ascii: "["), let end = text.firstIndex(of: "]") else { return nil }
        return String(text[text.index(after: text.startIndex)..<end])
    }

    private static func key(of line: String) -> String? {
        guard let end = line.utf8.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
            return nil
        }
        return trimmed(line[..<end])
    }

    // MARK: Writing

    /// Writes the file whole, or leaves what was there; the directories of the default place are made.
    func write() throws(SystemError) {
        if let obstacle { throw obstacle }
        if path == CalibrateCommand.defaultPath {
            for directory in ["/etc/folddaemon", "/etc/folddaemon/folddaemon.conf.d"] {
                try Self.makeDirectory(directory)
            }
        }
        // No name that a daemon would read: it may start at any moment.
        var name = Array("\(path).XXXXXX".utf8CString)
        let descriptor = Int32(try systemResult { Int(mkstemp(&name)) })
        let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            defer { FileDescriptor.close(descriptor) }
            try FileDescriptor.writeAll(descriptor, Array(text.utf8))
            try systemResult { Int(fchmod(descriptor, 0o644)) }
            try systemResult { Int(fsync(descriptor)) }
            try systemResult { Int(rename(temporary, path)) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Makes the directory `path` with `mode`, whatever the caller's umask takes away: the daemon reads it as another user.
    /// One that is there stays as it is, and where none can be made the file's own error tells it.
    static func makeDirectory(_ path: String, mode: mode_t = 0o755) throws(SystemError) {
        if mkdir(path, mode) == 0 { try systemResult { Int(chmod(path, mode)) } }
    }
}
