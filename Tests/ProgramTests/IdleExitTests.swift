import Glibc
import TestSupport
import Testing
import UnixProgram

/// A daemon that leaves while nobody needs it.
@Suite(.serialized) struct IdleExitTests {
    private let directory: TemporaryDirectory
    private let sockets: HandedSockets

    init() throws {
        directory = try TemporaryDirectory()
        sockets = try HandedSockets(in: directory("handed"))
    }

    @Test func itLeavesOnceNobodyIsConnected() throws {
        let daemon = try ActivatedDaemon(in: directory, sockets, ["--exit-idle-time", "0.01"])
        #expect(try daemon.isReady())
        #expect(try daemon.process.wait() == 0)
        #expect(daemon.process.errors.last?.contains("leaving") == true)
        // Who comes then is served by the next one.
        let client = try StreamClient(sockets.stream)
        let next = try ActivatedDaemon(in: directory, sockets, configuration: "[service]\nexit-idle-time = 0.01\n")
        #expect(try client.next() != nil)
        #expect(try next.isReady())
    }

    @Test(arguments: ["fold.sock", "control.sock"])
    func itStaysWhileSomebodyIsConnectedWhateverTheyDo(_ socket: String) throws {
        let client = try StreamClient("\(sockets.directory)/\(socket)")
        if socket == "fold.sock" { try client.send("watch off\n") }
        let daemon = try ActivatedDaemon(in: directory, sockets, ["--exit-idle-time", "0.005"])
        #expect(try daemon.isReady())
        // Three times as long as it would wait.
        #expect(!FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 900))
        try client.send(socket == "fold.sock" ? "watch status\n" : "version\n")
        #expect(try client.next { $0.contains("status") || $0.contains("version") } != nil)
        shutdown(client.descriptor, Int32(SHUT_RDWR))
        #expect(try daemon.process.wait() == 0)
    }

    @Test func whoConnectsAsItIsAboutToLeaveIsServed() throws {
        let daemon = try ActivatedDaemon(in: directory, sockets, ["--exit-idle-time", "0.02"])
        #expect(try daemon.isReady())
        daemon.process.send(SIGSTOP)
        let client = try StreamClient(sockets.stream)
        // Its time to leave passes while it stands still; as it goes on, both wait for it.
        #expect(!FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 1500))
        daemon.process.send(SIGCONT)
        #expect(try client.next()?.contains("\"seq\"") == true)
        #expect(!FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 1500))
    }

    @Test func aServiceWithSocketsOfItsOwnStaysAndSaysSo() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))",
            ["--loop", "--exit-idle-time", "0.001"])
        #expect(!FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 300))
        #expect(daemon.process.errors.contains { $0.contains("exit-idle-time is 0.001, but") })
        #expect(try daemon.connect().next() != nil)
    }

    @Test func alwaysOnKeepsIt() throws {
        let daemon = try ActivatedDaemon(in: directory, sockets, ["--exit-idle-time", "0.001", "--always-on"])
        #expect(try daemon.isReady())
        #expect(!FileDescriptor.wait(daemon.process.end, for: Int16(POLLIN), timeout: 300))
        #expect(daemon.process.errors.contains { $0.contains("always-on") })
    }
}
