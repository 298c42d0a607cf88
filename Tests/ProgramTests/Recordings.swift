import Foundation
import UnixProgram

/// Recordings to test with: the package's own, and some made for a test.
enum Recordings {
    static let directory = Programs.package + "/recordings"

    /// The names of the package's recordings, without `.csv`.
    static let names = ((try? directoryEntries(directory)) ?? []).filter { $0.hasSuffix(".csv") }.map {
        String($0.dropLast(4))
    }
    .sorted()

    static func path(_ name: String) -> String { "\(directory)/\(name).csv" }

    /// The lines that the recording must replay to.
    static func expected(_ name: String) -> String { "\(directory)/\(name).expected" }

    static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// A header up to the column line, with `entries` of the form `key: value`.
    static func header(_ entries: String...) -> String {
        (["folddaemon recording 1"] + entries).map { "# \($0)\n" }.joined() + "t,x,y,z\n"
    }

    /// `count` rows at 60 Hz of a tablet that is rolled to the right and back every two seconds.
    static func roll(rows count: Int) -> String {
        let rows = (0..<count).map { index in
            let angle = (1 - cos(Double(index) * .pi / 60)) * 0.4
            return String(
                format: "%lld.%09lld,0.1,%.4f,%.4f\n", Int64(index / 60), Int64(index % 60) * 16_666_667,
                -9.80665 * sin(angle), -9.80665 * cos(angle))
        }
        return header() + rows.joined()
    }

    /// What the reference makes of the recording at `path`.
    static func reference(_ path: String, _ options: String...) throws -> [String] {
        let script = Programs.package + "/Tests/Reference/fold_reference.py"
        let run = try ChildProcess.run("python3", [script] + options + [path])
        guard run.endStatus == 0 else { throw Overdue(description: "the reference failed: \(run.errors)") }
        return run.output
    }

    /// What `foldctl replay` makes of the recording at `path`.
    static func replay(_ path: String, _ options: String...) throws -> [String] {
        let run = try ChildProcess.run(Programs.foldctl, ["replay"] + options + [path])
        guard run.endStatus == 0 else { throw Overdue(description: "the replay failed: \(run.errors)") }
        return run.output
    }
}
