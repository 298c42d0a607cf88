import Glibc
import TestSupport
import Testing
import UnixProgram

/// What the fake tree of drivers shows, without a daemon.
@Suite struct FakeDriverTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aHingeOfThreeAnglesShowsThemInRadians() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "hinge")
        #expect(tablet.attribute("in_angl0_label") == "hinge")
        #expect(tablet.attribute("in_angl1_label") == "screen")
        #expect(tablet.attribute("in_angl2_label") == "keyboard")
        try tablet.feed(100, "--raw", "--angle", "90,10,170")
        try tablet.wait(for: "in_angl2_raw", in: ".", toBe: "170")
        #expect(tablet.attribute("in_angl0_raw") == "90")
        #expect(tablet.attribute("in_angl1_raw") == "10")
        try tablet.setAngles(45, 20, 115)
        try tablet.wait(for: "in_angl2_raw", in: ".", toBe: "115")
        #expect(tablet.attribute("in_angl0_raw") == "45")
        #expect(tablet.attribute("in_angl1_raw") == "20")
        // 16 bits in 32, whose upper half is no sign.
        let scan = try scan(of: tablet, ["in_angl0", "in_angl1", "in_angl2"], count: 12)
        #expect(scan == [45, 0, 0xA5, 0xA5, 20, 0, 0xA5, 0xA5, 115, 0, 0xA5, 0xA5])
    }

    @Test func aLidsAngleIsInDegrees() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "cros-ec-lid-angle")
        #expect(tablet.attribute("in_angl_scale") == nil)
        try tablet.feed(100, "--raw", "--angle", "120")
        try tablet.wait(for: "in_angl_raw", in: ".", toBe: "120")
        try tablet.setAngles(500)
        try tablet.wait(for: "in_angl_raw", in: ".", toBe: "500")
        #expect(try scan(of: tablet, ["in_angl"], count: 2) == [0xF4, 0x01])
    }

    @Test func devicesStandSideBySide() throws {
        let tablet = try FakeTablet(in: directory, "--driver", "accel_3d", "--parent", "hub0")
        try tablet.add("--driver", "hinge", "--device", "1", "--parent", "hub0")
        try tablet.add("--driver", "mxc4005", "--device", "10")
        try tablet.add("--trigger", "timer", "--frequency", "60")
        try tablet.feed(100, "--raw", "--roll", "30", "--angle", "90", "--device", "1", "--device", "10")
        try tablet.wait(for: "in_angl0_raw", in: ".", toBe: "90", of: 1)
        // −4.903 and −8.493 m/s² of 0.009582 each.
        try tablet.wait(for: "in_accel_z_raw", in: ".", toBe: "-886", of: 10)
        #expect(tablet.attribute("in_accel_y_raw", of: 10) == "-512")
        #expect(tablet.attribute("in_accel_z_raw") == "-1000")
        #expect(tablet.attribute("dev", of: 10) == "250:10")
    }

    /// The next scan of `channels`, switched on without a program.
    private func scan(of tablet: FakeTablet, _ channels: [String], count: Int) throws -> [UInt8] {
        for channel in channels { try tablet.set("scan_elements/\(channel)_en", "1") }
        try tablet.set("buffer/enable", "1")
        let node = open(tablet.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard node >= 0 else { throw SystemError(errno) }
        defer { close(node) }
        try Overdue.wait(for: "a scan", on: node)
        var bytes = [UInt8](repeating: 0, count: count)
        #expect(read(node, &bytes, count) == count)
        return bytes
    }
}
