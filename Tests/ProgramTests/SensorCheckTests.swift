import Foundation
import Testing
import TestSupport

/// What `--check` makes of a tree of sensors: finding them and reading what they are, without a daemon.
@Suite struct SensorCheckTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func theDisplaysAccelerometerIsFoundByItsChannels() throws {
        let tablet = try FakeTablet(in: directory, "--name", "unheard-of-chip")
        let check = try check(tablet)
        #expect(check.endStatus == 0)
        #expect(check.errors == [])
        #expect(check.output.contains("device iio:device0 (unheard-of-chip): an accelerometer"))
        #expect(check.output.contains { $0.hasPrefix("source: unheard-of-chip (iio:device0)") })
        #expect(check.output.contains("matrix: 1, 0, 0; 0, 1, 0; 0, 0, 1"))
    }

    @Test func everyKeyIsToldWithWhereItsValueComesFrom() throws {
        let dropIn = try directory.file("f.conf.d/50-a.conf", "[fold]\n\ngain = -2\n")
        let check = try check(
            try FakeTablet(in: directory), "--mode", "polled", configuration: "[sensor]\nmode = auto\nrate = 100\n")
        let listing = check.output.drop { !$0.isEmpty }.dropFirst()
        #expect(
            listing.elementsEqual([
                "[sensor]", "source = auto    # from the default", "sign = gravity    # from the default",
                "# matrix is found by itself", "# panel is found by itself",
                "mode = polled    # from the command line", "share = polled    # from the default",
                "rate = 100    # from \(directory("f.conf")):3", "always-on = no    # from the default",
                "[fold]", "orientation = auto    # from the default", "gain = -2    # from \(dropIn):3",
                "deadzone = 0.03    # from the default", "smoothing = 0.12    # from the default",
                "level = 0, 0    # from the default",
                "[service]", "fold-socket = \(directory("run/fold.sock"))    # from the command line",
                "control-socket = \(directory("run/control.sock"))    # from the default",
                "clients = 4096    # from the default", "exit-idle-time = 0    # from the default",
            ]), "\(listing)")
    }

    @Test func itChangesNothing() throws {
        let tablet = try FakeTablet(in: directory)
        let before = try state(of: tablet)
        #expect(try check(tablet).endStatus == 0)
        #expect(try state(of: tablet) == before)
        #expect(before.count > 20)
    }

    @Test func withoutASensorItIsUnavailableAndSaysWhatThereIs() throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0.hasPrefix("in_accel_x") }
        let check = try check(tablet)
        #expect(check.endStatus == 69)
        #expect(check.output.contains { $0.contains("fake_accel") && $0.contains("accel_x") })
        try tablet.setPlugged(false)
        #expect(try self.check(tablet).endStatus == 69)
    }

    @Test(
        arguments: [
            ("iio:fake_accel", 0), ("iio:accel-display", 0), ("iio:iio:device0", 69), ("iio:other", 69),
            ("iio:Fake_Accel", 69), ("iio:fake", 69),
        ] as [(String, Int32)])
    func aNameIsTheDriversNameOrTheLabelWhole(_ source: String, status: Int32) throws {
        let check = try check(try FakeTablet(in: directory), "--source", source)
        #expect(check.endStatus == status)
        if status != 0 { #expect(check.output.contains { $0.contains("not called") }) }
    }

    @Test(
        arguments: [
            // label and location (nil: no such attribute), whether it is taken without being named
            ("accel-display", nil, true), ("accel-base", nil, false), (nil, "lid", true), (nil, "base", false),
            (nil, nil, true), ("accel-display", "base", true), ("accel-base", "lid", false),
            ("accel-camera", nil, true),
        ] as [(String?, String?, Bool)])
    func aSensorInTheBaseMustBeNamed(_ label: String?, location: String?, isTaken: Bool) throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0 == "label" || $0 == "location" }
        if let label { try tablet.set("label", label) }
        if let location { try tablet.set("location", location) }
        let check = try check(tablet)
        #expect(check.endStatus == (isTaken ? 0 : 69))
        if !isTaken { #expect(check.output.contains { $0.contains("base") }) }
        #expect(try self.check(tablet, "--source", "iio:fake_accel").endStatus == 0)
    }

    @Test(arguments: ["scale", "in_accel_scale", "in_accel_x_scale"])
    func case04AScaleIsTakenByAnyOfItsNames(_ name: String) throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0.hasSuffix("scale") }
        #expect(try check(tablet).endStatus == 69)
        for axis in name.contains("_x_") ? ["x", "y", "z"] : [""] {
            try tablet.set(name.replacingOccurrences(of: "_x_", with: "_\(axis)_"), "0.009806")
        }
        #expect(try check(tablet).endStatus == 0)
    }

    @Test func case04WithoutAScaleTheSensorIsRefusedAndNotTakenAsOne() throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0.hasSuffix("scale") }
        let check = try check(tablet)
        #expect(check.endStatus == 69)
        #expect(check.output.contains { $0.contains("iio:device0 has no scale") })
    }

    @Test(arguments: [
        // which sources have a matrix, best first
        ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"], ["in_accel_mount_matrix", "in_mount_matrix"],
        ["in_mount_matrix"], ["mount_matrix", "in_mount_matrix"],
    ])
    func case02OfSeveralMatricesTheFirstSourcesIsUsed(_ names: [String]) throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "")
        let texts = ["0, 1, 0; -1, 0, 0; 0, 0, 1", "-1, 0, 0; 0, -1, 0; 0, 0, 1", "1, 0, 0; 0, 0, -1; 0, 1, 0"]
        for (name, text) in zip(names, texts) { try tablet.set(name, text) }
        let check = try check(tablet)
        #expect(check.output.contains("matrix: \(texts[0])"))
        #expect(check.output.contains { $0.hasPrefix("source: ") && $0.contains(" \(names[0])") })
        #expect(!check.output.contains { $0.hasPrefix("remark: ") })
    }

    @Test func case02UdevsMatrixIsBeforeTheDriversAndNotMultipliedWithIt() throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "-1, 0, 0; 0, -1, 0; 0, 0, 1")
        try tablet.setProperties("ID_MODEL=x", "ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1")
        let check = try check(tablet)
        #expect(check.output.contains("matrix: 0, 1, 0; -1, 0, 0; 0, 0, 1"))
        #expect(check.output.contains { $0.hasPrefix("source: ") && $0.contains("udev") })
    }

    @Test func case02TheConfigurationsMatrixIsBeforeAnyOther() throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "-1, 0, 0; 0, -1, 0; 0, 0, 1")
        try tablet.setProperties("ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 0, -1; 0, 1, 0")
        let check = try check(tablet, configuration: "[sensor]\nmatrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\n")
        #expect(check.output.contains("matrix: 0, 1, 0; -1, 0, 0; 0, 0, 1"))
    }

    @Test(arguments: ["0, 0, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 1, 0, 0; 0, 0, 1", "1, 0, 0", "one"])
    func case01AnUnsoundMatrixIsRefusedWithARemarkAndTheNextIsUsed(_ text: String) throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1")
        try tablet.set("mount_matrix", text)
        let check = try check(tablet)
        #expect(check.endStatus == 0)
        #expect(check.output.contains("matrix: 0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let remarks = check.output.filter { $0.hasPrefix("remark: ") }
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("'\(text)'") == true)
    }

    @Test func case01AWrongZRowIsMendedWithARemark() throws {
        let tablet = try FakeTablet(in: directory, "--matrix", "0, 1, 0; 1, 0, 0; 0, 0, 0")
        let check = try check(tablet)
        #expect(check.endStatus == 0)
        #expect(check.output.contains("matrix: 0, 1, 0; 1, 0, 0; 0, 0, -1"))
        #expect(check.output.contains { $0.hasPrefix("remark: ") && $0.contains("z row") })
    }

    @Test func withoutAMatrixItIsTheIdentity() throws {
        let check = try check(try FakeTablet(in: directory, "--matrix", ""))
        #expect(check.endStatus == 0)
        #expect(check.output.contains("matrix: 1, 0, 0; 0, 1, 0; 0, 0, 1"))
    }

    @Test func aSensorWithoutZIsTakenAndSaysSo() throws {
        let tablet = try FakeTablet(in: directory)
        tablet.remove { $0.hasPrefix("in_accel_z") }
        let check = try check(tablet)
        #expect(check.endStatus == 0)
        #expect(check.output.contains { $0.hasPrefix("source: ") && $0.contains("without z") })
    }

    @Test(arguments: ["portrait", "landscape"])
    func thePanelOfTheConfigurationIsTold(_ panel: String) throws {
        let check = try check(try FakeTablet(in: directory), configuration: "[sensor]\npanel = \(panel)\n")
        #expect(check.output.contains { $0.hasPrefix("panel: \(panel)") })
    }

    private func check(
        _ tablet: FakeTablet, _ options: String..., configuration: String = ""
    ) throws -> ChildProcess {
        let file = try directory.file("f.conf", configuration)
        return try ChildProcess.run(
            Programs.folddaemon, ["--config", file, "--socket", directory("run/fold.sock"), "--check"] + options,
            environment: tablet.environment)
    }

    /// Every attribute of the device with its value and the time of its last change.
    private func state(of tablet: FakeTablet) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: tablet.device).sorted()
        return names.map { name in
            var facts = stat()
            lstat("\(tablet.device)/\(name)", &facts)
            return "\(name) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec) \(tablet.attribute(name) ?? "")"
        }
    }
}
