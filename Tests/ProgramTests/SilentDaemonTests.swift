import Glibc
import TestSupport
import Testing

/// foldctl where somebody listens and nobody answers, as systemd does for a service whose configuration is wrong.
///
/// All that a test looks at runs at the same time: what is waited for is seconds long.
@Suite struct SilentDaemonTests {
    private let directory: TemporaryDirectory
    private let stream: StandInServer
    private let control: StandInServer

    init() throws {
        directory = try TemporaryDirectory()
        stream = try StandInServer(directory("fold.sock"))
        control = try StandInServer(directory("control.sock"))
    }

    private static let fold = #"{"seq":1,"t":0.0,"fold":0.5,"roll":0.0,"pitch":0.0,"status":"partially-open"}"#

    @Test func whatWatchesSaysSoAndGoesOn() throws {
        let watches = try [["watch"], ["watch", "--reconnect"], ["watch", "--status", "--exec", "true"]].map {
            try start("sh", ["-c", #"exec "$0" "$@" 2>&1"#, Programs.foldctl] + $0 + ["--socket", stream.path])
        }
        let bar = try start("script", ["-qec", "\(Programs.foldctl) watch --socket \(stream.path)", "/dev/null"])
        let recorder = try foldctl(["record", "--seconds", "6", directory("r.csv")])
        for watch in watches { #expect(try watch.lines.next() == note("fold.sock")) }
        #expect(try bar.lines.next { $0.contains(note("fold.sock")) } != nil, "whole, above the bar")
        #expect(try recorder.wait() == 69)
        #expect(recorder.errors.filter { $0 == note("fold.sock") }.count == 1)

        // The service comes after all: whoever has waited is served, and is told nothing more.
        let daemons = try (1...5).map { _ in try stream.accept() }
        for daemon in daemons { try? daemon.say(Self.fold) }
        for watch in watches.prefix(2) { #expect(try watch.lines.next() == Self.fold) }
        for watch in watches + [bar] { watch.process.send(SIGTERM) }
        for watch in watches { #expect(try watch.process.wait() == 0) }
        _ = try bar.process.wait()
    }

    @Test func whatAsksEndsWithIt() throws {
        let reconnecting = try foldctl(["status", "--watch", "--reconnect"])
        let first = try control.accept()
        let asking = try [["status"], ["get", "--json"], ["status", "--watch"]].map { try foldctl($0) }
        for run in asking {
            #expect(try run.wait() == 69)
            #expect(run.output == [] && run.errors == [note("control.sock")])
        }
        // It has told that, and tries again: behind those three.
        let others = try (1...4).map { _ in try control.accept() }
        reconnecting.send(SIGTERM)
        #expect(try reconnecting.wait() == 0)
        #expect(reconnecting.errors == [note("control.sock")], "which goes on")
        for connection in [first] + others { connection.end() }
    }

    private func note(_ name: String) -> String {
        "foldctl: connected to \(directory(name)), but nobody answers; sudo journalctl -n 20 -u folddaemon says why"
    }

    private func foldctl(_ words: [String]) throws -> ChildProcess {
        try ChildProcess(Programs.foldctl, words + ["--socket", stream.path])
    }

    private func start(_ program: String, _ words: [String]) throws -> (process: ChildProcess, lines: LineReader) {
        let pipe = try UnnamedPipe()
        return (try ChildProcess(program, words, output: .pipe(pipe)), LineReader(pipe))
    }
}
