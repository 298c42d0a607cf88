import Foundation
import TestSupport
import Testing
import UnixProgram

/// `foldctl status --report`.
@Suite(.serialized) struct BugReportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func itHasAllThatAReportNeeds() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", configuration: "[fold]\ngain = -2\n", environment: tablet.environment)
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        let run = try report("--socket", daemon.socket)
        #expect(run.endStatus == 0 && run.errors == [])
        #expect(run.output.contains("foldctl      \(programVersion)"))
        #expect(run.output.contains("version      \(programVersion)"))
        #expect(run.output.contains("protocol     1"))
        for name in ["kernel", "system", "vendor", "product", "state", "matrix", "scaled", "sign"] {
            #expect(run.output.contains { $0.hasPrefix("\(name) ") }, "\(name) is missing")
        }
        #expect(run.output.contains("* iio:device0  fake_accel (accel-display)"))
        #expect(run.output.contains("gain = -2    # by default -1.6"))
        let marked = run.output.filter { $0.contains("# by default") }
        #expect(marked == ["gain = -2    # by default -1.6"])
    }

    @Test func whoseMachineItIsIsNotInIt() throws {
        let home = directory("people/ann")
        // The recording's name has the host's, and stands in a home directory.
        let recording = try directory.file(
            "people/ann/on-\(hostName()).csv", try String(contentsOfFile: Recordings.path("slow-roll"), encoding: .utf8)
        )
        let daemon = try RunningDaemon(in: directory, source: "replay:\(recording)", ["--loop"])
        let run = try report("--socket", daemon.socket, home: home)
        #expect(run.endStatus == 0)
        #expect(run.output.contains("source       replay:~/on-[host].csv"))
        #expect(run.output.contains("source = replay:~/on-[host].csv    # by default auto"))
        let text = run.output.joined(separator: "\n")
        #expect(!text.contains("people/ann"))
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        #expect(!words.contains(Substring(hostName())))
    }

    @Test func withoutADaemonItTellsTheRest() throws {
        let run = try report("--control", directory("none.sock"))
        #expect(run.endStatus == 69)
        try expectOneLine(of: run, saying: [directory("none.sock"), "start folddaemon"])
        #expect(run.output.contains("foldctl      \(programVersion)"))
        #expect(run.output.last?.hasPrefix("no answer from the daemon: ") == true)
    }

    private func report(_ words: String..., home: String = "/nobody") throws -> ChildProcess {
        try ChildProcess.run(
            Programs.foldctl, ["status", "--report"] + words, environment: ["HOME": home])
    }

    private func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
