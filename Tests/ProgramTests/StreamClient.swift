import Glibc
import UnixProgram

/// A client of the stream: says what it wants, and reads lines.
final class StreamClient: LineReader {
    /// Connects to `path`, where `daemon` listens.
    init(_ path: String, of daemon: AnyObject? = nil) throws {
        super.init(try UnixSocket.connect(path), of: daemon)
    }

    /// The far end of one that a program made to `listener`, once it is there.
    init(acceptedBy listener: Int32) throws {
        try Overdue.wait(for: "a connection", on: listener)
        switch UnixSocket.accept(listener) {
        case .value(let descriptor): super.init(Int32(descriptor))
        case .wouldBlock: throw Overdue(description: "the connection went before it was taken")
        case .failed(let error): throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends `text` as it is.
    func send(_ text: String) throws {
        try send(Array(text.utf8)[...])
    }

    /// Sends `bytes`, waiting where it must; fails where the daemon has ended the connection.
    func send(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            switch UnixSocket.send(descriptor, rest) {
            case .value(let count): rest = rest.dropFirst(count)
            case .wouldBlock:
                guard FileDescriptor.wait(descriptor, for: Int16(POLLOUT), timeout: Overdue.limit) else {
                    throw Overdue(description: "room to send did not come in time")
                }
            case .failed(let error): throw error
            }
        }
    }

    /// Says that nothing more will be sent.
    func endInput() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
