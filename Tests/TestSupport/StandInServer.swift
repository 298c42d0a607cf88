import Glibc
import UnixProgram

/// A daemon's stand-in: listens on a socket, and says what the test wants said.
public final class StandInServer {
    /// Where it listens.
    public let path: String
    private var listener: Int32

    /// Listens at `path`.
    public init(_ path: String) throws {
        self.path = path
        listener = try UnixSocket.listen(path, mode: 0o700)
    }

    deinit {
        end()
    }

    /// The next client that connects.
    public func accept() throws -> StandInConnection {
        guard FileDescriptor.wait(listener, for: Int16(POLLIN), timeout: StandInConnection.limit) else {
            throw NothingCame(description: "no client connected in time")
        }
        guard case .value(let descriptor) = UnixSocket.accept(listener) else {
            throw NothingCame(description: "a client went away before it was accepted")
        }
        return StandInConnection(Int32(descriptor))
    }

    /// Listens no more, and leaves no socket behind.
    public func end() {
        if listener < 0 { return }
        close(listener)
        unlink(path)
        listener = -1
    }
}

/// One client of a stand-in.
public final class StandInConnection {
    /// How long anything is waited for, in ms; it bounds a failure.
    static let limit: Int32 = 20_000

    private var descriptor: Int32
    private var bytes: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        end()
    }

    /// Says `lines`, all at once.
    public func say(_ lines: String...) throws {
        try write(lines.map { $0 + "\n" }.joined())
    }

    /// Says `text` as it is; fails where the client has hung up.
    public func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch UnixSocket.send(descriptor, rest) {
            case .value(let count): rest = rest.dropFirst(count)
            case .wouldBlock:
                guard FileDescriptor.wait(descriptor, for: Int16(POLLOUT), timeout: Self.limit) else {
                    throw NothingCame(description: "the client did not read on in time")
                }
            case .failed(let error): throw error
            }
        }
    }

    /// The next line that the client says, without its end; nil once it has hung up.
    public func next() throws -> String? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            guard FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: Self.limit) else {
                throw NothingCame(description: "the client said nothing in time")
            }
            guard case .value(let count) = FileDescriptor.read(descriptor, into: &chunk), count > 0 else { return nil }
            bytes += chunk[..<count]
        }
    }

    /// Hangs up.
    public func end() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}

/// What was waited for did not come.
public struct NothingCame: Error, CustomStringConvertible {
    /// What.
    public let description: String
}
