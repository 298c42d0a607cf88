import CSystemd
import Glibc

/// What the service manager is told of the service, where there is one that asked to be: sd_notify(3).
enum ServiceManager {
    /// Whether this process was started by one.
    static var isThere: Bool { getenv("INVOCATION_ID") != nil || getenv("NOTIFY_SOCKET") != nil }

    /// The service is ready; `status` in a sentence.
    static func ready(_ status: String) { sd_notify(0, "READY=1\nSTATUS=\(status)") }

    /// It stands like this, in a sentence.
    static func tell(status: String) { sd_notify(0, "STATUS=\(status)") }

    /// The service ends.
    static func stopping() { sd_notify(0, "STOPPING=1") }
}
