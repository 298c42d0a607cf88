import FoldWire
import Glibc
import UnixProgram

/// A socket at a path: made by the rule for what may already be there, and taken away by whoever made it; or handed over by
/// systemd, which keeps it.
final class ListeningSocket {
    let path: String
    let descriptor: Int32
    private let identity: (dev_t, ino_t)?
    private let madeDirectory: String?

    /// Anybody may connect: who may read is decided then, not by the file's mode.
    private static let mode: mode_t = 0o666

    /// Makes the socket at `path`, which the command line names by `option`.
    init(path: String, option: String) throws(Failure) {
        self.path = path
        let directory = UnixProgram.directory(of: path)
        madeDirectory = try Self.makeDirectory(directory, option)
        do {
            try Self.clear(path, option)
            descriptor = try Self.listen(path, option)
        } catch {
            if let madeDirectory { rmdir(madeDirectory) }
            throw error
        }
        identity = Self.identity(path)
    }

    /// The socket `descriptor` at `path`, which somebody else made and will take away.
    init(handedOver descriptor: Int32, path: String) {
        self.path = path
        self.descriptor = descriptor
        // Handed over it waits, and so would the loop.
        FileDescriptor.setNonblocking(descriptor, true)
        identity = nil
        madeDirectory = nil
    }

    /// Whether somebody has connected who was not taken yet.
    var hasWaiting: Bool { FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: 0) }

    /// Stops listening and removes the socket if it was made here, unless somebody else's stands there by now.
    func remove() {
        FileDescriptor.close(descriptor)
        if let identity, let now = Self.identity(path), identity == now { unlink(path) }
    }

    /// Removes the directory if it was made for the socket, and holds nothing more.
    func removeDirectory() {
        if let madeDirectory { rmdir(madeDirectory) }
    }

    /// Makes `directory` if only its last part is missing; its path if it was made.
    private static func makeDirectory(_ directory: String, _ option: String) throws(Failure) -> String? {
        let mask = umask(0o022)
        defer { umask(mask) }
        switch systemCall({ Int(mkdir(directory, 0o755)) }) {
        case .value: return directory
        case .failed(let error) where error.code == EEXIST: return nil
        case .failed(let error):
            let advice =
                error.code == ENOENT
                ? "only the last directory of a socket's path is made; make the others"
                : "choose another place with \(option)"
            throw Failure(
                error.status(otherwise: .cannotCreate), "cannot make the directory \(directory): \(error); \(advice)")
        case .wouldBlock: return nil
        }
    }

    private static func listen(_ path: String, _ option: String) throws(Failure) -> Int32 {
        do {
            return try UnixSocket.listen(path, mode: mode)
        } catch {
            throw Failure(
                error.status(otherwise: .cannotCreate),
                "cannot make the socket \(path): \(error); choose another place with \(option)")
        }
    }

    private static func identity(_ path: String) -> (dev_t, ino_t)? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? (facts.st_dev, facts.st_ino) : nil
    }

    /// Makes room at `path`: removes a socket that nobody answers on, and nothing else.
    private static func clear(_ path: String, _ option: String) throws(Failure) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(
                .cannotCreate, "\(path) exists and is no socket; move it away or choose another place with \(option)")
        }
        var isAnswered: Bool
        do {
            isAnswered = try UnixSocket.isAnswered(path)
            if !isAnswered {
                // One that is just being started has its name a moment before it listens.
                FileDescriptor.wait(-1, for: 0, timeout: 20)
                isAnswered = try UnixSocket.isAnswered(path)
            }
        } catch {
            if error.code == ENOENT { return }
            throw Failure(
                error.status(otherwise: .cannotCreate),
                "cannot tell whether somebody answers on \(path): \(error); choose another place with \(option)")
        }
        if isAnswered {
            throw Failure(
                .temporary, "already running: a daemon answers on \(path); use it, or name another place with \(option)"
            )
        }
        unlink(path)
        Log.write(.notice, "removed the socket \(path), which nobody answered on")
    }
}
