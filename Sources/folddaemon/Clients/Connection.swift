import CLinux
import CSystemd
import Glibc
import UnixProgram

/// A client's end of a stream: what the kernel did not take of a line, and nothing more.
final class Connection {
    let descriptor: Int32
    private let crowd: Crowd
    private var key: UInt64 = 0
    private var rest: [UInt8] = []
    private var isReading = true
    private var wantsRoom = false
    private var isListening = true
    private let defaultSendBuffer: Int32

    /// What one try to send came to.
    enum Sending {
        /// The kernel has all of it, or the rest is kept.
        case taken
        /// The kernel took nothing: come back when there is room.
        case noRoom
        /// The client is gone.
        case gone
    }

    /// What has happened on the connection.
    struct Occasion: OptionSet {
        let rawValue: Int
        /// The client sent something, or ended its input.
        static let input = Occasion(rawValue: 1)
        /// There is room to send again.
        static let room = Occasion(rawValue: 2)
        /// The client hung up.
        static let hangUp = Occasion(rawValue: 4)
    }

    init(_ descriptor: Int32, _ crowd: Crowd, _ handler: @escaping (Occasion) -> Void) throws(SystemError) {
        self.descriptor = descriptor
        defaultSendBuffer = UnixSocket.sendBuffer(descriptor)
        self.crowd = crowd
        key = try crowd.add(descriptor, EPOLLIN.rawValue) { events in
            var occasion: Occasion = []
            if events & EPOLLIN.rawValue != 0 { occasion.insert(.input) }
            if events & EPOLLOUT.rawValue != 0 { occasion.insert(.room) }
            if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { occasion.insert(.hangUp) }
            handler(occasion)
        }
    }

    /// Whether the end of a line still waits for room.
    var hasRest: Bool { !rest.isEmpty }

    /// Keeps the end of a line whose beginning was sent by other ways.
    func keep(_ end: [UInt8]) {
        rest += end
    }

    /// A small buffer lets only a few old lines stand before the newest; the default one loses nothing.
    func setSmallBuffer(_ isSmall: Bool) {
        UnixSocket.setSendBuffer(descriptor, isSmall ? 0 : defaultSendBuffer)
    }

    /// Sends the lines `bytes`; only to be called while no rest waits.
    func send(_ bytes: [UInt8]) -> Sending {
        switch UnixSocket.send(descriptor, bytes[...]) {
        case .value(let count):
            if count < bytes.count { rest = Array(bytes[count...]) }
            return .taken
        case .wouldBlock: return .noRoom
        case .failed: return .gone
        }
    }

    /// Sends as much of the rest as there is room for.
    func sendRest() -> Sending {
        if rest.isEmpty { return .taken }
        switch UnixSocket.send(descriptor, rest[...]) {
        case .value(let count):
            rest.removeFirst(count)
            return rest.isEmpty ? .taken : .noRoom
        case .wouldBlock: return .noRoom
        case .failed: return .gone
        }
    }

    /// Reads what the client sent: `nil` where nothing more will come.
    func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
        switch FileDescriptor.read(descriptor, into: &buffer) {
        case .value(0), .failed:
            // The end of a client's input is no goodbye.
            isReading = false
            updateEvents()
            return nil
        case .value(let count): return buffer[..<count]
        case .wouldBlock: return buffer[..<0]
        }
    }

    /// Whether to be told when there is room to send.
    func waitForRoom(_ waits: Bool) {
        if waits == wantsRoom { return }
        wantsRoom = waits
        updateEvents()
    }

    /// Whether to be told of what the client sends.
    func setListening(_ listens: Bool) {
        if listens == isListening { return }
        isListening = listens
        updateEvents()
    }

    private func updateEvents() {
        let events = (isReading && isListening ? EPOLLIN.rawValue : 0) | (wantsRoom ? EPOLLOUT.rawValue : 0)
        crowd.change(descriptor, events, key: key)
    }

    func close() {
        crowd.remove(descriptor, key: key)
        FileDescriptor.close(descriptor)
    }
}
