import Glibc
import Testing

@testable import folddaemon

/// What a sandbox takes away, and the directive that is named.
@Suite("SelfTest") struct SelfTestTests {
    private static let device = "/sys/bus/iio/devices/iio:device0"
    private static let enable = device + "/buffer/enable"
    private static let node = "/dev/iio:device0"

    /// What is found where each path of `obstacles` cannot be used for this errno.
    private func findings(
        _ obstacles: [String: Int32], netlink: Int32 = 0, isPolled: Bool = false, channel: String = "in_accel_x_raw",
        userMap: String? = "         0          0 4294967295"
    ) -> [String] {
        var test = SelfTest(isPolled ? .polled : .auto)
        test.entries = { _ in ["iio:device0", "iio:device1", "trigger0"] }
        test.netlink = { netlink }
        test.userMap = { userMap }
        test.access = { path, mode in
            // The other device is a light sensor, whose attributes are nobody's business.
            if path.contains("iio:device1") { return path.hasSuffix("_x_raw") ? ENOENT : EACCES }
            if path.hasSuffix("_raw") { return path.hasSuffix(channel) ? 0 : ENOENT }
            return mode == F_OK && path != Self.node ? 0 : obstacles[path] ?? 0
        }
        return test.findings.map { "\($0.priority): \($0.sentence)" }
    }

    @Test("where nothing is in the way it says nothing")
    func nothing() {
        #expect(findings([:]) == [])
    }

    @Test("where users are nobody it names the directive")
    func users() {
        let found = findings([:], userMap: "         0          0          1")
        #expect(found.count == 1)
        for word in ["warning", "only root", "PrivateUsers="] {
            #expect(found.first?.contains(word) == true, "\(found)")
        }
        #expect(findings([:], userMap: nil) == [])
    }

    static let rows: [(String, Int32, [String])] = [
        (enable, EROFS, ["warning", enable, "Read-only", "ReadWritePaths=/sys/devices", "ProtectKernelTunables="]),
        (device + "/sampling_frequency", EROFS, ["warning", "sampling_frequency", "ReadWritePaths="]),
        (enable, EACCES, ["warning", enable, "udev rule"]),
        (node, EPERM, ["warning", node, "DevicePolicy=", "DeviceAllow=char-iio"]),
        (node, EACCES, ["warning", node, "udev rule", "Group="]),
        (node, ENOENT, ["warning", node, "PrivateDevices="]),
        ("/run/udev/data", ENOENT, ["warning", "/run/udev/data", "matrices", "InaccessiblePaths="]),
        ("/run/dbus/system_bus_socket", EACCES, ["warning", "system_bus_socket", "sleep", "InaccessiblePaths="]),
        ("/run/dbus/system_bus_socket", ENOENT, ["info", "system_bus_socket", "sleep"]),
    ]

    @Test("names the directive", arguments: rows)
    func directive(_ path: String, _ code: Int32, _ words: [String]) {
        let found = findings([path: code])
        #expect(found.count == 1)
        for word in words { #expect(found.first?.contains(word) == true, "\(found)") }
    }

    @Test("udev's events are only a word, since /dev is watched too")
    func events() {
        let found = findings([:], netlink: EAFNOSUPPORT)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("info: ") == true)
        #expect(found.first?.contains("RestrictAddressFamilies=") == true)
    }

    @Test("a hinge, which is only ever polled, needs none either")
    func hinge() {
        #expect(findings([Self.node: EPERM, Self.enable: EROFS], channel: "in_angl_raw") == [])
        #expect(findings([Self.device + "/sampling_frequency": EACCES], channel: "in_angl0_raw").count == 1)
    }

    @Test("what is polled needs no node and no buffer")
    func polled() {
        #expect(findings([Self.node: EPERM, Self.enable: EROFS], isPolled: true) == [])
        #expect(findings([Self.device + "/sampling_frequency": EROFS], isPolled: true).count == 1)
    }
}
