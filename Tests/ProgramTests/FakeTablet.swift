import Foundation
import UnixProgram
import TestSupport

/// A tablet whose sensors are made of plain files: the tree of Tests/FakeIIO, for one program at a time.
final class FakeTablet {
    /// What a program's environment must have to see this tablet's sensors instead of the machine's.
    let environment: [String: String]
    private let root: String
    private var feeders: [(program: ChildProcess, commands: UnnamedPipe)] = []

    private static let sources = Programs.package + "/Tests/FakeIIO"
    /// The drivers' descriptions, a file each.
    static let drivers = sources + "/drivers"

    /// Makes one below `directory`, with a device by `options` of make-device.sh.
    init(in directory: TemporaryDirectory, _ options: String...) throws {
        root = directory("tablet")
        environment = ["LD_PRELOAD": try FakeTools.built.get().shim, "FAKE_IIO_ROOT": root]
        try make(options)
    }

    /// Adds a device, or a trigger, by `options` of make-device.sh.
    func add(_ options: String...) throws { try make(options) }

    private func make(_ options: [String]) throws {
        let made = try ChildProcess.run("\(Self.sources)/make-device.sh", [root] + options)
        guard made.endStatus == 0 else { throw Overdue(description: "no device was made: \(made.errors)") }
    }

    /// The directory of the first device.
    var device: String { root + "/sys/devices/platform/fake-accel/iio:device0" }
    /// The first device's node, a FIFO.
    var node: String { root + "/dev/iio:device0" }

    /// The directory of the device with this number.
    func device(_ number: Int) -> String { root + "/sys/bus/iio/devices/iio:device\(number)" }

    // MARK: How it is held

    /// Feeds it `rate` scans a second until the test is over, as it is held or moved by `options` of feeder.
    @discardableResult
    func feed(_ rate: Int, _ options: String...) throws -> ChildProcess {
        let commands = try UnnamedPipe()
        // So that the commands of a feeder that has ended fail the test, and not all of them.
        signal(SIGPIPE, SIG_IGN)
        let feeder = try ChildProcess(
            try FakeTools.built.get().feeder, [root, "\(rate)", "0", "--commands"] + options, input: .pipe(commands))
        feeders.append((feeder, commands))
        return feeder
    }

    /// Holds it at this acceleration from now on, m/s² in the sensor's own frame.
    func hold(_ x: Double, _ y: Double, _ z: Double) throws { try tell("hold \(x),\(y),\(z)") }

    /// Rolls it to the right, in degrees.
    func roll(_ degrees: Double) throws { try tell("roll \(degrees)") }

    /// Opens its hinges to these angles, in degrees.
    func setAngles(_ degrees: Double...) throws {
        try tell("angle \(degrees.map { "\($0)" }.joined(separator: ","))")
    }

    /// Says `command` to the feeders.
    func tell(_ command: String) throws {
        for feeder in feeders { try feeder.commands.write(command + "\n") }
    }

    // MARK: What the kernel and udev say

    /// The value of the attribute `name`, as a program reads it.
    func attribute(_ name: String, of number: Int = 0) -> String? {
        (try? String(contentsOfFile: "\(device(number))/\(name)", encoding: .utf8))?.trimmingCharacters(
            in: CharacterSet(charactersIn: "\0\n"))
    }

    /// Makes the attribute `name`, or changes it.
    func set(_ name: String, _ value: String, of number: Int = 0) throws {
        try replace("\(device(number))/\(name)", "\(value)\n")
    }

    /// Takes the attributes away whose names `isUnwanted` picks.
    func remove(of number: Int = 0, where isUnwanted: (String) -> Bool) {
        for folder in ["", "scan_elements/"] {
            for name in (try? directoryEntries("\(device(number))/\(folder)")) ?? [] where isUnwanted(name) {
                unlink("\(device(number))/\(folder)\(name)")
            }
        }
    }

    /// Gives the device these properties in udev's database, as `ACCEL_LOCATION=display`, and no others.
    func setProperties(_ properties: String..., of number: Int = 0) throws {
        try replace(
            "\(root)/run/udev/data/iio:device\(number)", properties.map { $0 + "\n" }.joined())
    }

    /// Lets udev be still at work on the devices that it has said nothing of, or be done with all.
    func setUdevAtWork(_ isAtWork: Bool) throws {
        if isAtWork { try replace("\(root)/run/udev/queue", "") } else { unlink("\(root)/run/udev/queue") }
    }

    /// Lets opens fail or hang by these lines of the shim's, and no others.
    func setFaults(_ lines: String...) throws { try replace("\(root)/fault", lines.map { $0 + "\n" }.joined()) }

    /// By rename, so that nobody sees half of it.
    private func replace(_ path: String, _ text: String) throws {
        try text.write(toFile: "\(root)/staging/new", atomically: false, encoding: .utf8)
        guard rename("\(root)/staging/new", path) == 0 else { throw SystemError(errno) }
    }

    /// Takes the device away, or puts it back.
    func setPlugged(_ isPlugged: Bool, _ number: Int = 0) throws {
        let (away, bus) = ("\(root)/staging/iio:device\(number)", device(number))
        guard rename(isPlugged ? away : bus, isPlugged ? bus : away) == 0 else { throw SystemError(errno) }
    }

    /// Waits until the attribute `name` in `folder` is `value`.
    func wait(for name: String, in folder: String, toBe value: String, of number: Int = 0) throws {
        let path = device(number) + "/" + folder
        try FileEvents.wait(for: "\(folder)/\(name) = \(value)", in: path) {
            attribute("\(folder)/\(name)", of: number) == value
        }
    }
}

/// The fake's two programs, built from their sources once for all tests.
struct FakeTools {
    let shim: String
    let feeder: String

    static let built = Result { try FakeTools() }
    /// Lives as long as the tests, and is removed as they end.
    nonisolated(unsafe) private static var directory: TemporaryDirectory?

    private init() throws {
        let directory = try TemporaryDirectory()
        Self.directory = directory
        atexit { FakeTools.directory = nil }
        shim = directory("shim.so")
        feeder = directory("feeder")
        let sources = Programs.package + "/Tests/FakeIIO"
        for words in [
            ["-O2", "-shared", "-fPIC", "-o", shim, "\(sources)/shim.c", "-ldl"],
            ["-O2", "-o", feeder, "\(sources)/feeder.c", "-lm"],
        ] {
            let run = try ChildProcess.run("gcc", words)
            guard run.endStatus == 0 else { throw Overdue(description: "gcc failed: \(run.errors)") }
        }
    }
}
