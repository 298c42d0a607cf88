import CSystemd
import Glibc
import UnixProgram

/// The two sockets that systemd listens on and hands over with the service's start. They stay systemd's: whoever connects
/// while no service runs waits there for the next one.
struct ActivatedSockets {
    let stream: ListeningSocket
    let control: ListeningSocket

    /// Their names, by `FileDescriptorName=` of the socket units.
    private static let names = (stream: "fold", control: "control")

    /// A descriptor of systemd's, with the name that its unit gives it.
    typealias Handed = (name: String, descriptor: Int32)

    /// What was handed to this process; nothing where it is to make sockets of its own.
    static func take() throws(Failure) -> [Handed] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        // The environment forgets them, so that no child takes them for its own.
        let count = sd_listen_fds_with_names(1, &list)
        guard count >= 0 else {
            throw Failure(
                .configuration, "what systemd handed over cannot be taken: \(SystemError(-count)); see LISTEN_FDS")
        }
        guard count > 0, let list else { return [] }
        defer { free(list) }
        var handed: [Handed] = []
        for index in 0..<count {
            let name = list[Int(index)]
            handed.append((name.map { String(cString: $0) } ?? "", SD_LISTEN_FDS_START + index))
            free(name)
        }
        return handed
    }

    /// Both sockets among `handed`, where anything is; what has another name is closed.
    init?(_ handed: [Handed]) throws(Failure) {
        if handed.isEmpty { return nil }
        stream = try Self.socket(Self.names.stream, "folddaemon.socket", handed)
        control = try Self.socket(Self.names.control, "folddaemon-control.socket", handed)
        for (name, descriptor) in handed where ![Self.names.stream, Self.names.control].contains(name) {
            Log.write(.warning, "systemd handed over '\(name)', which is nothing of this service's; it is closed")
            FileDescriptor.close(descriptor)
        }
    }

    /// Whether `descriptor` is a Unix stream socket that is listened on.
    static func isListening(_ descriptor: Int32) -> Bool {
        sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
    }

    private static func socket(_ name: String, _ unit: String, _ handed: [Handed]) throws(Failure) -> ListeningSocket {
        let found = handed.filter { $0.name == name }
        guard let descriptor = found.first?.descriptor, found.count == 1 else {
            let names = handed.map { "'\($0.name)'" }.joined(separator: ", ")
            throw Failure(
                .configuration,
                "systemd handed over \(names), and the service needs one socket called '\(name)': start \(unit), with FileDescriptorName=\(name)"
            )
        }
        guard isListening(descriptor), let path = UnixSocket.localPath(descriptor) else {
            throw Failure(
                .configuration,
                "what systemd handed over as '\(name)' is no listening Unix stream socket; give \(unit) a ListenStream= with a path"
            )
        }
        return ListeningSocket(handedOver: descriptor, path: path)
    }
}

// MARK: - What the configuration says of them

extension ActivatedSockets {
    /// Puts the sockets' places into `configuration`, which may name no others.
    func adopt(into configuration: inout Configuration) throws(Failure) {
        try Self.check("fold-socket", configuration.foldSocket, stream.path, configuration)
        try Self.check("control-socket", configuration.controlSocket, control.path, configuration)
        configuration.foldSocket = stream.path
        configuration.controlSocket = control.path
        for key in ["fold-socket", "control-socket"] { configuration.origins[key] = .activation }
    }

    private static func check(
        _ key: String, _ named: String?, _ path: String, _ configuration: Configuration
    ) throws(Failure) {
        guard let named, named != path else { return }
        let origin = configuration.origins[key] ?? .standard
        throw Failure(
            .configuration,
            "systemd listens on \(path), and \(key) is \(named) by \(origin.text); leave that away, and change ListenStream= of the socket unit instead"
        )
    }
}
