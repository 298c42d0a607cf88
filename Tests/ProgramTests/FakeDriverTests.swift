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

    @Test(
        arguments: [
            // a driver, whether its buffer is on, what is written to which attribute, whether it is taken
            ("kxcjk", false, "60", "in_accel_sampling_frequency", false),
            ("kxcjk", false, "100.0", "in_accel_sampling_frequency", false),
            ("kxcjk", false, "100", "in_accel_sampling_frequency", true),
            ("accel_3d", false, "61.3", "in_accel_sampling_frequency", true),
            ("kxcjk", false, "1", "scan_elements/in_accel_x_en", true),
            ("kxcjk", true, "1", "scan_elements/in_accel_x_en", false),
            ("kxcjk", true, "8", "buffer/length", false),
            ("kxcjk", true, "timer", "trigger/current_trigger", false),
            ("kxcjk", true, "boottime", "current_timestamp_clock", false),
            ("kxcjk", false, "boottime", "current_timestamp_clock", true),
            ("kxcjk", false, "boot", "current_timestamp_clock", false),
            ("kxcjk", true, "0", "buffer/enable", true),
            ("kxcjk-smo8500", false, "1", "buffer/enable", false),
            ("kxcjk-smo8500", false, "timer", "trigger/current_trigger", true),
            ("bmc150_accel", false, "timer", "trigger/current_trigger", false),
            ("bmc150_accel", false, "bmc150_accel-dev0", "trigger/current_trigger", true),
            ("lsm6dsx", false, "1", "buffer/enable", true),
            ("lsm6dsx", false, "timer", "trigger/current_trigger", false),
        ] as [(String, Bool, String, String, Bool)])
    func aWriteIsTakenOrRefused(
        _ driver: String, isOn: Bool, value: String, attribute: String, isTaken: Bool
    ) throws {
        let tablet = try FakeTablet(in: directory, "--driver", driver)
        try tablet.add("--trigger", "timer")
        if isOn { try tablet.set("buffer/enable", "1") }
        let before = tablet.attribute(attribute)
        let shell = try run(tablet, "echo \(value) | dd status=none of=/sys/bus/iio/devices/iio:device0/\(attribute)")
        #expect((shell.endStatus == 0) == isTaken, "\(shell.errors)")
        #expect(tablet.attribute(attribute) == (isTaken ? value : before))
    }

    @Test(arguments: [("kxcjk", false), ("bmi160", true)])
    func rawReadsBesideABufferAreTheDriversToRefuse(_ driver: String, isTaken: Bool) throws {
        let tablet = try FakeTablet(in: directory, "--driver", driver)
        let read = "cat /sys/bus/iio/devices/iio:device0/in_accel_x_raw"
        #expect(try run(tablet, read).output == ["0"])
        try tablet.set("buffer/enable", "1")
        #expect(try run(tablet, read).output == (isTaken ? ["0"] : []))
    }

    @Test func aNodeIsOpenOnceAtATime() throws {
        let tablet = try FakeTablet(in: directory)
        let node = "/dev/iio:device0"
        #expect(try run(tablet, "exec 5<>\(node); exec 5>&-; exec 6<>\(node)").endStatus == 0)
        let second = try run(tablet, "exec 5<>\(node); exec 6<>\(node)")
        #expect(second.endStatus != 0)
        #expect(second.errors.contains { $0.contains("busy") })
    }

    @Test func readsFailAndHangAsTheyAreTold() throws {
        let tablet = try FakeTablet(in: directory)
        let read = "cat /sys/bus/iio/devices/iio:device0/in_accel_x_raw"
        try tablet.setFaults("x_raw write 5", "y_raw read 5", "x_raw read delay 50")
        let start = BootClock.now()
        #expect(try run(tablet, read).output == ["0"])
        #expect(BootClock.now() - start >= 50_000_000)
        // ETIMEDOUT
        try tablet.setFaults("x_raw read 110")
        #expect(try run(tablet, read).errors.contains { $0.contains("timed out") })
    }

    private func run(_ tablet: FakeTablet, _ command: String) throws -> ChildProcess {
        try ChildProcess.run("bash", ["-c", command], environment: tablet.environment)
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
