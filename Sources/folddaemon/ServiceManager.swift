import CSystemd
import Glibc

/// What the service manager is told of the service, where there is one that asked to be: sd_notify(3).
enum ServiceManager {
    /// Whether this process was started by one. (What a service starts inherits INVOCATION_ID, as each terminal's shell may.)
    static var isThere: Bool {
        if getenv("NOTIFY_SOCKET") != nil { return true }
        return getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == "\(getpid())"
    }

    /// The service is ready; `status` in a sentence.
    static func ready(_ status: String) { sd_notify(0, "READY=1\nSTATUS=\(status)") }

    /// It stands like this, in a sentence.
    static func tell(status: String) { sd_notify(0, "STATUS=\(status)") }

    /// The configuration is being read anew, until `reloaded`.
    static func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    /// The configuration was read anew, whatever came of it.
    static func reloaded() { sd_notify(0, "READY=1") }

    /// The service ends.
    static func stopping() { sd_notify(0, "STOPPING=1") }
}
