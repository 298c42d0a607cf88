import Foundation
import UnixProgram
import TestSupport

/// A tablet whose accelerometer is made of plain files: the tree of Tests/FakeIIO, for one program at a time.
final class FakeTablet {
    /// What a program's environment must have to see this tablet's sensors instead of the machine's.
    let environment: [String: String]
    private let root: String
    private var feeders: [ChildProcess] = []

    private static let sources = Programs.package + "/Tests/FakeIIO"

    /// Makes one below `directory`, with `options` of make-device.sh.
    init(in directory: TemporaryDirectory, _ options: String...) throws {
        root = directory("tablet")
        environment = ["LD_PRELOAD": try FakeTools.built.get().shim, "FAKE_IIO_ROOT": root]
        let made = try ChildProcess.run("\(Self.sources)/make-device.sh", [root] + options)
        guard made.endStatus == 0 else { throw Overdue(description: "no device was made: \(made.errors)") }
    }

    /// The device's directory.
    var device: String { root + "/sys/devices/platform/fake-accel/iio:device0" }
    /// The device's node, a FIFO.
    var node: String { root + "/dev/iio:device0" }

    /// Feeds it `rate` scans a second until the test is over, as it is held or moved by `options` of feeder.
    @discardableResult
    func feed(_ rate: Int, _ options: String...) throws -> ChildProcess {
        let feeder = try ChildProcess(try FakeTools.built.get().feeder, [root, "\(rate)", "0"] + options)
        feeders.append(feeder)
        return feeder
    }

    /// The value of the attribute `name`, as a program reads it: libiio ends what it writes with a NUL.
    func attribute(_ name: String) -> String? {
        (try? String(contentsOfFile: "\(device)/\(name)", encoding: .utf8))?.trimmingCharacters(
            in: CharacterSet(charactersIn: "\0\n"))
    }

    /// Makes the attribute `name`, or changes it.
    func set(_ name: String, _ value: String) throws {
        try "\(value)\n".write(toFile: "\(root)/staging/new", atomically: false, encoding: .utf8)
        guard rename("\(root)/staging/new", "\(device)/\(name)") == 0 else { throw SystemError(errno) }
    }

    /// Takes the attributes away whose names `isUnwanted` picks.
    func remove(where isUnwanted: (String) -> Bool) {
        for folder in ["", "scan_elements/"] {
            for name in (try? directoryEntries("\(device)/\(folder)")) ?? [] where isUnwanted(name) {
                unlink("\(device)/\(folder)\(name)")
            }
        }
    }

    /// Lets opens fail by `faults`, each part of a path with an error's number, as in `in_accel_x_raw 16`.
    func fail(_ faults: [String]) throws {
        try faults.map { $0 + "\n" }.joined().write(toFile: "\(root)/fault", atomically: true, encoding: .utf8)
    }

    /// Takes the device away, or puts it back.
    func setPlugged(_ isPlugged: Bool) throws {
        let (away, bus) = ("\(root)/staging/iio:device0", "\(root)/sys/bus/iio/devices/iio:device0")
        guard rename(isPlugged ? away : bus, isPlugged ? bus : away) == 0 else { throw SystemError(errno) }
    }

    /// Waits until the attribute `name` in `folder` is `value`.
    func wait(for name: String, in folder: String, toBe value: String) throws {
        try FileEvents.wait(for: "\(folder)/\(name) = \(value)", in: "\(device)/\(folder)") {
            attribute("\(folder)/\(name)") == value
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
