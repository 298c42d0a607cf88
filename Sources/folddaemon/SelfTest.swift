import CSystemd
import Glibc
import IIOSensor
import UnixProgram

/// What a sandbox takes away that the service needs, found by looking and told with the directive that does it.
struct SelfTest {
    /// The errno that stands in the way of `mode` at a path; 0 where nothing does. A look, which opens nothing.
    var access: (_ path: String, _ mode: Int32) -> Int32 = { Glibc.access($0, $1) == 0 ? 0 : errno }
    /// The names in a directory.
    var entries: (_ path: String) -> [String] = { (try? directoryEntries($0)) ?? [] }
    /// The errno that stands in the way of udev's events.
    var netlink: () -> Int32 = SelfTest.tryNetlink
    /// The kernel's map of users into this process's namespace; nil where there is no such thing.
    var userMap: () -> String? = { firstLine("/proc/self/uid_map") }
    private let needsBuffer: Bool

    /// A test of what reading a sensor by `mode` needs.
    init(_ mode: SensorMode) {
        needsBuffer = mode != .polled
    }

    /// Something that was found.
    struct Finding: Equatable {
        let priority: Log.Priority
        let sentence: String
    }

    /// Looks, and tells what it found in the log.
    func run() {
        for finding in findings { Log.write(finding.priority, finding.sentence) }
    }

    /// What stands in the way, of each kind the first.
    var findings: [Finding] {
        let devices = entries(Self.devices).filter {
            $0.hasPrefix("iio:device") && has(Self.ofAccelerometers + Self.ofHinges, $0)
        }.sorted()
        return [
            devices.lazy.compactMap { attribute($0) }.first,
            needsBuffer ? devices.lazy.compactMap { node($0) }.first : nil, udev, events, bus, users,
        ].compactMap { $0 }
    }

    private static let devices = "/sys/bus/iio/devices"
    private static let bus = "/run/dbus/system_bus_socket"
    private static let database = "/run/udev/data"

    private static let ofAccelerometers = ["in_accel_x_raw", "in_gravity_x_raw"]
    private static let ofHinges = ["in_angl_raw", "in_angl0_raw"]

    private func has(_ attributes: [String], _ id: String) -> Bool {
        attributes.contains { access("\(Self.devices)/\(id)/\($0)", F_OK) == 0 }
    }

    // MARK: The sensor

    private func attribute(_ id: String) -> Finding? {
        let isBuffered = needsBuffer && has(Self.ofAccelerometers, id)
        let names = ["sampling_frequency", "in_accel_sampling_frequency"] + (isBuffered ? ["buffer/enable"] : [])
        for name in names {
            let path = "\(Self.devices)/\(id)/\(name)"
            guard access(path, F_OK) == 0 else { continue }
            let code = access(path, W_OK)
            if code != 0 { return warning("\(path) cannot be written: \(SystemError(code)); \(Self.writing(code))") }
        }
        return nil
    }

    private static func writing(_ code: Int32) -> String {
        code == EROFS
            ? "beside ProtectKernelTunables= and ProtectSystem=strict the unit needs ReadWritePaths=/sys/devices"
            : "the udev rule has not given it to the service's user, or the sensor came before the rule: run 'udevadm trigger'"
    }

    private func node(_ id: String) -> Finding? {
        // Only what has a buffer has a node, and a hinge is only ever polled.
        guard has(Self.ofAccelerometers, id), access("\(Self.devices)/\(id)/buffer", F_OK) == 0 else { return nil }
        let path = "/dev/\(id)"
        let code = access(path, R_OK | W_OK)
        let cause: String
        switch code {
        case 0: return nil
        case ENOENT: cause = "the kernel has the device, so that PrivateDevices= may hide the node; leave it off"
        case EPERM: cause = "DevicePolicy= keeps it away; the unit needs DeviceAllow=char-iio rw"
        default: cause = "the udev rule has not given it to the service's group, or the unit has another Group="
        }
        return warning("\(path) cannot be opened: \(SystemError(code)); \(cause); the sensor can only be polled")
    }

    // MARK: Those who tell of it

    private var udev: Finding? {
        let code = access(Self.database, R_OK | X_OK)
        if code == 0 { return nil }
        let loss = "the mount matrices of udev's list are not known"
        return warning(
            "\(Self.database) cannot be read: \(SystemError(code)); \(loss); where udev runs, InaccessiblePaths= or TemporaryFileSystem= hides it"
        )
    }

    private var events: Finding? {
        let code = netlink()
        if code == 0 { return nil }
        let rest =
            "RestrictAddressFamilies= may lack AF_NETLINK; sensors that come and go are seen in /dev all the same"
        return Finding(priority: .info, sentence: "udev's events cannot be heard: \(SystemError(code)); \(rest)")
    }

    /// NETLINK_KOBJECT_UEVENT, of linux/netlink.h.
    private static let kernelEvents: Int32 = 15

    private static func tryNetlink() -> Int32 {
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_NETLINK, type, kernelEvents)
        if descriptor < 0 { return errno }
        FileDescriptor.close(descriptor)
        return 0
    }

    private var bus: Finding? {
        let code = access(Self.bus, W_OK)
        if code == 0 { return nil }
        let loss = "the system's sleep, the screen's lock and iio-sensor-proxy are not noticed"
        let sentence = "\(Self.bus) cannot be used: \(SystemError(code)); \(loss)"
        // A machine may have no bus at all.
        if code == ENOENT { return Finding(priority: .info, sentence: sentence) }
        return warning("\(sentence); InaccessiblePaths= or BindReadOnlyPaths= may hide it")
    }

    /// In a private user namespace all but root and the service's user are nobody to it.
    private var users: Finding? {
        guard let map = userMap(), map.split(whereSeparator: \.isWhitespace).joined(separator: " ") != Self.allUsers
        else {
            return nil
        }
        return warning(
            "other users cannot be told from one another, so that only root may read; leave PrivateUsers= off")
    }

    /// Each of 2³² − 1 users by their own number, of user_namespaces(7).
    private static let allUsers = "0 0 4294967295"

    private func warning(_ sentence: String) -> Finding { Finding(priority: .warning, sentence: sentence) }
}
