import CLinux
import CSystemd
import Glibc
import UnixProgram

/// A socket that is listened on, as long as it lives or until `remove`.
final class Acceptor {
    private let listener: ListeningSocket
    private let welcome: (Int32) -> Void
    private var source: DescriptorSource?
    private var pause: TimerSource?
    private var isShort = false
    private var isRemoved = false

    /// Connections that are taken before the loop turns.
    private static let batch = 64
    /// From a connection that could not be taken to the next try, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    /// Calls `welcome` with the descriptor of each connection to `listener`.
    init(_ loop: EventLoop, _ listener: ListeningSocket, welcome: @escaping (Int32) -> Void) throws(SystemError) {
        self.listener = listener
        self.welcome = welcome
        source = try loop.watch(listener.descriptor, EPOLLIN) { [unowned self] _ in accept() }
        pause = try loop.timer { [unowned self] in source?.setEnabled(!isHeld) }
    }

    /// Whether those who connect have to wait.
    var isHeld = false {
        didSet { if isHeld != oldValue, !isRemoved { source?.setEnabled(!isHeld) } }
    }

    /// Where clients connect.
    var path: String { listener.path }

    /// Whether somebody has connected who was not welcomed yet.
    var hasWaiting: Bool { listener.hasWaiting }

    /// Removes the directory that was made for the socket, once nothing more is in it.
    func removeDirectory() {
        remove()
        listener.removeDirectory()
    }

    /// Listens no more, and takes away the socket. Once is enough.
    func remove() {
        if isRemoved { return }
        isRemoved = true
        source?.end()
        pause?.end()
        listener.remove()
    }

    private func accept() {
        for _ in 0..<Self.batch {
            switch UnixSocket.accept(listener.descriptor) {
            case .value(let descriptor):
                if isShort { Log.write(.notice, "connections on \(path) are taken again") }
                isShort = false
                welcome(Int32(descriptor))
            case .wouldBlock: return
            case .failed(let error):
                if error.code == ECONNABORTED { continue }
                // Out of descriptors, most likely: the connection waits, and asking again at once would only spin.
                if !isShort {
                    Log.write(.warning, "connections on \(path) have to wait: \(error); close some, or raise the limit")
                }
                isShort = true
                source?.setEnabled(false)
                pause?.set(BootClock.now() + Self.patience)
                return
            }
        }
    }
}
