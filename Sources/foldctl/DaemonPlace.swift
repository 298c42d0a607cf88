import FoldClient
import FoldWire
import UnixProgram

/// Which daemon a command line means, by `--socket` and `--control`.
struct DaemonPlace {
    /// The control socket.
    let control: FoldControl
    /// The stream's socket; nil for where a daemon is by default.
    let stream: String?

    init(_ arguments: Arguments) {
        let value = { (name: String) in arguments.options.last { $0.name == name }?.value }
        let socket = value("--socket")
        if let path = value("--control") {
            control = FoldControl(path)
            // Whoever names only one of the two sockets means the daemon whose other one is beside it.
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            stream = socket ?? directory + WireProtocol.streamName
        } else {
            control = socket.map { FoldControl(besideSocket: $0) } ?? FoldControl()
            stream = socket
        }
    }
}
