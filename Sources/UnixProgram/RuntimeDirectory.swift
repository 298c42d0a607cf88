import Glibc

/// Where the service's sockets are.
public enum RuntimeDirectory {
    /// The system service's.
    public static let system = "/run/folddaemon"

    /// The user's own, where there is a session.
    public static var user: String? {
        guard let base = getenv("XDG_RUNTIME_DIR"), base.pointee != 0 else { return nil }
        return String(cString: base) + "/folddaemon"
    }

    /// What systemd made for this service alone, by `RuntimeDirectory=`; nil where it made nothing.
    public static var ofUnit: String? {
        guard let list = getenv("RUNTIME_DIRECTORY") else { return nil }
        return String(cString: list).split(separator: ":").first.map { String($0) }.flatMap {
            $0.hasPrefix("/") ? $0 : nil
        }
    }

    /// Where a daemon of this process's user makes its sockets.
    public static var forService: String {
        get throws(Failure) {
            if geteuid() == 0 || access(system, W_OK) == 0 { return system }
            guard let user else {
                throw Failure(
                    .noPermission,
                    "\(system) is not writable and XDG_RUNTIME_DIR is not set; name a place with --socket")
            }
            return user
        }
    }

    /// Where a client of this process's user finds them: the user's own daemon before the system's.
    public static func forClient(_ socket: String) -> String {
        if geteuid() != 0, let user, access("\(user)/\(socket)", F_OK) == 0 { return "\(user)/\(socket)" }
        return "\(system)/\(socket)"
    }
}
