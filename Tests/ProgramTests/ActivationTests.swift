import Glibc
import TestSupport
import Testing
import UnixProgram

/// A daemon whose sockets are a service manager's.
@Suite(.serialized) struct ActivationTests {
    private let directory: TemporaryDirectory
    private let sockets: HandedSockets

    init() throws {
        directory = try TemporaryDirectory()
        sockets = try HandedSockets(in: directory("handed"))
    }

    @Test func itServesOnBothAndLeavesThemWhereTheyAre() throws {
        // Whoever comes before the daemon waits for it.
        let first = try StreamClient(sockets.stream)
        let daemon = try ActivatedDaemon(in: directory, sockets)
        #expect(try daemon.isReady())
        #expect(try first.next() != nil)
        #expect(try StreamClient(sockets.stream).next() != nil)
        #expect(try ask("get fold-socket") == "{\"ok\":{\"fold-socket\":\"\(sockets.stream)\"}}")
        #expect(try ask("get control-socket") == "{\"ok\":{\"control-socket\":\"\(sockets.control)\"}}")
        #expect(try ask("origins")?.contains(#""fold-socket":"systemd's socket""#) == true)
        daemon.process.send(SIGTERM)
        #expect(try daemon.process.wait() == 0)
        #expect(try first.next { $0.contains("shutdown") } != nil)
        #expect(exists(sockets.stream) && exists(sockets.control))
        // Nobody is refused between two daemons.
        let waiting = try StreamClient(sockets.stream)
        let next = try ActivatedDaemon(in: directory, sockets)
        #expect(try waiting.next() != nil)
        #expect(try next.isReady())
    }

    @Test(arguments: [
        // the names, what must be said
        ("fold", ["'fold'", "'control'", "folddaemon-control.socket"]),
        ("control", ["'control'", "'fold'", "folddaemon.socket"]),
        ("fold:fold", ["'fold', 'fold'", "one socket called 'fold'"]),
        ("folddaemon.socket:control", ["'folddaemon.socket'", "FileDescriptorName=fold"]),
    ])
    func withoutBothItEndsAndSaysSo(_ names: String, _ words: [String]) throws {
        let daemon = try ActivatedDaemon(in: directory, sockets, names: names)
        #expect(try daemon.process.wait() == 78)
        try expectOneLine(of: daemon.process, saying: words)
        #expect(exists(sockets.stream) && exists(sockets.control))
    }

    @Test func whoeverWaitsForWhatCannotStartHasTheReason() throws {
        let clients = [try StreamClient(sockets.stream), try StreamClient(sockets.control)]
        let daemon = try ActivatedDaemon(in: directory, sockets, configuration: "[fold]\ngain = steep\n")
        for client in clients {
            let start = #"{"error":"the service cannot start: \#(directory("folddaemon.conf")):2: [fold] gain"#
            #expect(try client.next()?.hasPrefix(start) == true)
            #expect(try client.next() == nil, "and it is closed")
        }
        #expect(try daemon.process.wait() == 78)
        #expect(exists(sockets.stream) && exists(sockets.control))
    }

    @Test func whatDoesNotListenIsRefused() throws {
        let pair = try UnnamedPipe()
        let daemon = try ActivatedDaemon(
            in: directory, HandedSockets(in: try made("other"), replacing: pair.output))
        #expect(try daemon.process.wait() == 78)
        try expectOneLine(of: daemon.process, saying: ["'control'", "no listening Unix stream socket"])
    }

    @Test func anotherPlaceInTheConfigurationContradicts() throws {
        for (options, configuration, words) in [
            (["--socket", "/elsewhere"], "", ["fold-socket", "/elsewhere", "the command line"]),
            ([], "[service]\ncontrol-socket = /else\n", ["control-socket", "/else", "folddaemon.conf:2"]),
        ] {
            let daemon = try ActivatedDaemon(in: directory, sockets, options, configuration: configuration)
            #expect(try daemon.process.wait() == 78)
            try expectOneLine(of: daemon.process, saying: words + [sockets.directory, "ListenStream="])
        }
        let daemon = try ActivatedDaemon(in: directory, sockets, ["--socket", sockets.stream])
        #expect(try daemon.isReady(), "the same place is none")
    }

    @Test func socketsForAnotherProcessAreNotTaken() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop"],
            environment: ["LISTEN_PID": "1", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "fold:control"])
        #expect(try daemon.connect().next() != nil)
    }

    private func made(_ name: String) throws -> String {
        mkdir(directory(name), 0o700)
        return directory(name)
    }

    private func ask(_ request: String) throws -> String? {
        let client = try StreamClient(sockets.control)
        try client.send(request + "\n")
        return try client.next()
    }
}
