import Foundation
import TestSupport
import Testing

/// `folddaemon-attributes --revoke`, which gives back what udev's rule gave: run when a package goes, it may not keep it.
@Suite struct AttributesHelperTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        // whether there is the group, what find is called for
        (false, []), (true, ["/dev", "/sys/devices"]),
    ])
    func revokingNeverFails(_ hasGroup: Bool, _ searched: [String]) throws {
        // As for somebody without rights, or where a sensor goes at that moment.
        try program("find", "echo \"$1\" >>\"$0.log\"; echo find: gone >&2; exit 1")
        try program("getent", hasGroup ? "echo folddaemon:x:995:" : "exit 2")
        let run = try ChildProcess.run(
            "sh", [Programs.package + "/systemd/folddaemon-attributes", "--revoke"],
            environment: ["PATH": "\(directory.path):/usr/bin:/bin"])
        #expect(run.endStatus == 0)
        #expect(run.output + run.errors == [])
        let log = (try? String(contentsOfFile: directory("find.log"), encoding: .utf8)) ?? ""
        #expect(log.split(separator: "\n").map(String.init) == searched)
    }

    /// A stand-in, written by a program of its own: what another test starts meanwhile would have it open, and it could not run.
    private func program(_ name: String, _ body: String) throws {
        let script = #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#
        let made = try ChildProcess.run("sh", ["-c", script, "sh", directory(name), body])
        try #require(made.endStatus == 0)
    }
}
