import Foundation
import TestSupport
import UnixProgram

/// A device made of plain files beside a fake tablet's own.
struct FakeHinge {
    private let root: String
    private let id: String

    /// Adds the device `number` with these attributes to the tablet below `directory`.
    init(in directory: TemporaryDirectory, number: Int, _ attributes: [String: String]) throws {
        root = directory("tablet")
        id = "iio:device\(number)"
        let manager = FileManager.default
        try manager.createDirectory(atPath: device, withIntermediateDirectories: true)
        for (name, value) in attributes { try set(name, value) }
        try set("dev", "250:\(number)")
        try set("uevent", "MAJOR=250\nMINOR=\(number)\nDEVNAME=\(id)\nDEVTYPE=iio_device")
        try manager.createSymbolicLink(
            atPath: "\(root)/sys/bus/iio/devices/\(id)",
            withDestinationPath: "../../../devices/platform/fake-\(number)/\(id)")
    }

    /// What Intel's driver shows, with the hinge not first, at `degrees`.
    static func intel(in directory: TemporaryDirectory, number: Int = 1, degrees: Int) throws -> FakeHinge {
        try FakeHinge(
            in: directory, number: number,
            [
                "name": "hinge", "in_angl0_raw": "33", "in_angl0_label": "screen", "in_angl1_raw": "\(degrees)",
                "in_angl1_label": "hinge", "in_angl2_raw": "44", "in_angl2_label": "keyboard",
                "in_angl_scale": "0.01745329252", "in_angl_offset": "0",
            ])
    }

    /// What a ChromeOS machine shows.
    static func lidAngle(in directory: TemporaryDirectory, number: Int = 1, degrees: Int) throws -> FakeHinge {
        try FakeHinge(in: directory, number: number, ["name": "cros-ec-lid-angle", "in_angl_raw": "\(degrees)"])
    }

    /// The accelerometer of a base that is held at `x`, `y`, `z`, each in hundredths of m/s².
    static func base(in directory: TemporaryDirectory, number: Int = 1, _ x: Int, _ y: Int, _ z: Int) throws
        -> FakeHinge
    {
        try FakeHinge(
            in: directory, number: number,
            [
                "name": "fake_base", "label": "accel-base", "in_accel_scale": "0.01", "in_accel_x_raw": "\(x)",
                "in_accel_y_raw": "\(y)", "in_accel_z_raw": "\(z)",
            ])
    }

    private var device: String { "\(root)/sys/devices/platform/fake-\(id.dropFirst("iio:device".count))/\(id)" }

    /// Makes the attribute `name`, or changes it.
    func set(_ name: String, _ value: String) throws {
        let staged = "\(root)/staging/new-\(id)"
        try "\(value)\n".write(toFile: staged, atomically: false, encoding: .utf8)
        guard rename(staged, "\(device)/\(name)") == 0 else { throw SystemError(errno) }
    }

    /// From now on a read of `name` hangs, until somebody writes to the pipe at the path that this gives.
    func hang(_ name: String) throws -> String {
        let staged = "\(root)/staging/hung-\(id)"
        guard mkfifo(staged, 0o644) == 0, rename(staged, "\(device)/\(name)") == 0 else { throw SystemError(errno) }
        return "\(device)/\(name)"
    }

    /// Takes the device away, or puts it back.
    func setPlugged(_ isPlugged: Bool) throws {
        let (away, bus) = ("\(root)/staging/\(id)", "\(root)/sys/bus/iio/devices/\(id)")
        guard rename(isPlugged ? away : bus, isPlugged ? bus : away) == 0 else { throw SystemError(errno) }
    }
}
