import Glibc
import TestSupport
import Testing
import UnixProgram

/// A daemon that reads its configuration anew, on SIGHUP.
@Suite(.serialized) struct ReloadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let source = "replay:\(Recordings.path("slow-roll"))"

    @Test func aGoodOneHoldsAndIsTold() throws {
        let daemon = try RunningDaemon(
            in: directory, source: Self.source, ["--loop"], configuration: "[fold]\ngain = -2\n")
        let watcher = try daemon.connect(saying: "watch status")
        try directory.file("folddaemon.conf.d/50-a.conf", "[fold]\nlevel = 0.01,-0.02\norientation = left-up\n")
        try reload(daemon, "[fold]\n\ngain = -3\n[service]\nclients = 1\n")
        // Who reads slowly is owed the last of several; the others may be missing.
        let told = [
            #"{"event":"set","key":"orientation","value":"left-up"}"#,
            #"{"event":"set","key":"gain","value":-3.000000}"#,
            #"{"event":"set","key":"level","value":[0.010000,-0.020000]}"#,
        ]
        var events: [String] = []
        while events.last != told.last, let line = try watcher.next(where: { $0.contains("\"set\"") }) {
            events.append(line)
        }
        #expect(events == told.filter(events.contains))
        #expect(events.last == told.last)
        #expect(try daemon.ask("get gain") == #"{"ok":{"gain":-3.000000}}"#)
        let origins = try daemon.ask("origins") ?? ""
        #expect(origins.contains("\"gain\":\"\(directory("folddaemon.conf")):3\""))
        #expect(origins.contains("\"level\":\"\(directory("folddaemon.conf.d/50-a.conf")):2\""))
        let status = try daemon.ask("status") ?? ""
        #expect(status.contains(#""setting":"left-up","from":"the configuration"}"#))
        #expect(try daemon.connect().rest().first?.contains("there are 1 clients already") == true)
        let log = daemon.process.errors.last ?? ""
        #expect(log.hasSuffix("read anew: orientation, gain, level, clients"), "\(log)")
    }

    @Test func aBadOneIsRefusedAndTheOldOneHolds() throws {
        let daemon = try RunningDaemon(
            in: directory, source: Self.source, ["--loop"], configuration: "[fold]\ngain = -2\n")
        let watcher = try daemon.connect(saying: "watch status")
        _ = try watcher.next { $0.contains("\"status\"") }
        let before = try daemon.ask("get")
        try reload(daemon, "[service]\nclients = 7\n[fold]\ngain = steep\n")
        #expect(try daemon.ask("get") == before)
        let log = daemon.process.errors.last ?? ""
        for word in ["refused", "\(directory("folddaemon.conf")):4", "gain", "'steep'"] { #expect(log.contains(word)) }
        try reload(daemon, "[fold]\ngain = -2.5\n")
        #expect(try watcher.next { $0.contains("\"set\"") } == #"{"event":"set","key":"gain","value":-2.500000}"#)
    }

    @Test func theCommandLineStaysBeforeTheFile() throws {
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop", "--orientation", "left-up"])
        try reload(daemon, "[fold]\norientation = normal\n")
        #expect(try daemon.ask("get orientation") == #"{"ok":{"orientation":"left-up"}}"#)
        #expect(daemon.process.errors.last?.hasSuffix("read anew: nothing changed") == true)
    }

    @Test func whatWasSetIsForgotten() throws {
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        _ = try daemon.ask("set gain=-3")
        let watcher = try daemon.connect(saying: "watch status")
        _ = try watcher.next { $0.contains("\"status\"") }
        try reload(daemon, "")
        #expect(try watcher.next { $0.contains("\"set\"") } == #"{"event":"set","key":"gain","value":-1.600000}"#)
        #expect(try daemon.ask("origins")?.contains(#""gain":"the default""#) == true)
    }

    @Test func whatCannotChangeWaitsForTheNextStart() throws {
        let daemon = try RunningDaemon(
            in: directory, source: Self.source, ["--loop"], configuration: "[service]\ncontrol-socket = \(path("c"))\n")
        let client = try StreamClient(path("c"), of: daemon)
        try reload(daemon, "[service]\ncontrol-socket = \(path("d"))\n")
        try client.send("get control-socket\norigins\n")
        #expect(try client.next() == "{\"ok\":{\"control-socket\":\"\(path("c"))\"}}")
        #expect(try client.next()?.contains("\"control-socket\":\"\(directory("folddaemon.conf")):2\"") == true)
        #expect(daemon.process.errors.last?.hasSuffix("the new control-socket holds from the next start on") == true)
        #expect(!exists(path("d")))
    }

    @Test func aSensorIsAskedAnew() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", configuration: "[sensor]\nmode = buffered\n",
            environment: tablet.environment)
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        try reload(daemon, "[sensor]\nmode = buffered\nrate = 20\n")
        #expect(try client.next { $0.contains("\"set\"") } == #"{"event":"set","key":"rate","value":20.000000}"#)
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("25 Hz") == true)
        try reload(daemon, "[sensor]\nmode = polled\nrate = 20\n")
        #expect(try client.next { member("state", of: $0) == "ok" }?.contains("polled") == true)
    }

    @Test func alwaysOnNeedsNoReader() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(in: directory, source: "auto", environment: tablet.environment)
        try reload(daemon, "[sensor]\nalways-on = yes\n")
        #expect(try daemon.wait(forState: "STATUS=sensor ok"))
    }

    @Test func theEndOfItsTerminalEndsIt() throws {
        // Glibc's module leaves out posix_openpt(3): TIOCSPTLCK unlocks the far end, TIOCGPTN tells its number.
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, Int32) = (0, -1)
        let codes = [ioctl(terminal, 0x4004_5431, &lock), ioctl(terminal, 0x8004_5430, &number)]
        #expect(codes == [0, 0])
        let name = "/dev/pts/\(number)"
        let file = try directory.file("f.conf", "")
        try directory.file("run/other", "")
        let words = ["--config", file, "--socket", directory("run/fold.sock"), "--source", Self.source]
        let daemon = try ChildProcess(
            "/bin/sh", ["-c", #"exec "$0" "$@" 2>"\#(name)""#, Programs.folddaemon] + words)
        try FileEvents.wait(for: "the sockets", in: directory("run")) { exists(directory("run/control.sock")) }
        _ = try StreamClient(directory("run/fold.sock")).next()
        close(terminal)
        daemon.send(SIGHUP)
        #expect(try daemon.wait() == 0)
        #expect(!exists(directory("run/fold.sock")))
    }

    private func path(_ name: String) -> String { directory("run/\(name)") }

    /// Lets `daemon` read `text` as its configuration, and waits until it has.
    private func reload(_ daemon: RunningDaemon, _ text: String) throws {
        try directory.file("folddaemon.conf", text)
        daemon.process.send(SIGHUP)
        #expect(try daemon.wait(forState: "RELOADING=1\nMONOTONIC_USEC="))
        #expect(try daemon.wait(forState: "READY=1"))
    }
}
