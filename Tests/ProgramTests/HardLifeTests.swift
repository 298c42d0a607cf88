import Foundation
import Glibc
import TestSupport
import Testing
import UnixProgram

/// What goes wrong around a daemon: it goes on, and says once what happened.
@Suite(.serialized) struct HardLifeTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func clientsThatAreKilledAtAnyMomentLeaveNothingBehind() throws {
        let daemon = try start()
        let reader = try daemon.connect(saying: "watch fold rate=max")
        _ = try reader.next()
        let before = daemon.openPaths.count
        for round in 0..<12 {
            let clients = try (0..<4).map { _ in
                try ChildProcess(Programs.foldctl, ["watch", "--socket", daemon.socket])
            }
            // Some before they have connected, some in the middle of a line.
            for _ in 0..<round { _ = try reader.next() }
            for client in clients { client.send(SIGKILL) }
            for client in clients { #expect(try client.wait() == 137) }
        }
        try waitUntil(daemon, hasOpen: before, reader)
        #expect(daemon.process.errors.filter { $0.contains("cannot") } == [])
    }

    @Test(arguments: ["watch fold", "watch", "set gain=", "\u{0}", "get"])
    func requestsThatAreNeverEndedLeaveNothingBehind(_ beginning: String) throws {
        let daemon = try start()
        let reader = try daemon.connect(saying: "watch fold rate=max")
        _ = try reader.next()
        let before = daemon.openPaths.count
        for _ in 0..<20 {
            try daemon.connect().send(beginning)
            try daemon.control().send(beginning)
        }
        try waitUntil(daemon, hasOpen: before, reader)
        #expect(try daemon.ask("get gain") == #"{"ok":{"gain":-1.600000}}"#)
    }

    @Test func outOfDescriptorsItSaysSoOnceAndServesWhoCanBeServed() throws {
        let daemon = try start(descriptors: 64)
        let reader = try daemon.connect(saying: "watch fold rate=max")
        _ = try reader.next()
        let crowd = try (0..<80).map { _ in try daemon.connect() }
        // The first ones have their lines, and the reader misses none while the others wait.
        for client in crowd.prefix(30) { #expect(try client.next() != nil) }
        var last = try #require(try reader.next().flatMap { sequence(of: $0) })
        for _ in 0..<200 {
            let next = try #require(try reader.next().flatMap { sequence(of: $0) })
            #expect(next > last)
            last = next
        }
        let complaint = { daemon.process.errors.filter { $0.contains("have to wait") } }
        #expect(complaint().count == 1, "\(daemon.process.errors)")
        #expect(complaint().first?.contains("Too many open files") == true)
        for client in crowd.prefix(60) { shutdown(client.descriptor, Int32(SHUT_RDWR)) }
        // Those that waited are served now.
        for client in crowd.suffix(15) { #expect(try client.next()?.hasPrefix("{\"seq\"") == true) }
        #expect(complaint().count == 1)
        #expect(daemon.process.errors.filter { $0.contains("taken again") }.count == 1)
    }

    @Test func whoLooksWhetherADaemonAnswersStartsNothing() throws {
        let daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--speed", "max"])
        let second = try ChildProcess.run(
            Programs.folddaemon,
            ["--socket", daemon.socket, "--source", "replay:\(Recordings.path("slow-roll"))"])
        #expect(second.endStatus == 75)
        #expect(try daemon.ask("status")?.contains("\"age\":null") == true)
        // The recording is still there for its first reader.
        #expect(try daemon.connect().next()?.hasPrefix("{\"seq\":1,") == true)
    }

    @Test func inTheFarewellNothingIsStartedAnew() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"], environment: tablet.environment)
        let stalled = try daemon.connect(saying: "watch fold rate=max")
        let reader = try daemon.connect(saying: "watch fold rate=max")
        let control = try daemon.control()
        _ = try reader.next { (sequence(of: $0) ?? 0) > 100 }
        daemon.process.send(SIGTERM)
        // It waits for the one who is behind.
        #expect(try reader.next { $0.contains("shutdown") } != nil)
        try? control.send("set rate=20\n")
        #expect(try reader.rest() == [])
        #expect(try daemon.process.wait() == 0)
        #expect(tablet.attribute("buffer/enable") == "0")
        withExtendedLifetime(stalled) {}
    }

    @Test func withoutDescriptorsForTheSensorItIsTriedAgain() throws {
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"], environment: tablet.environment, descriptors: 48)
        var crowd: [StreamClient] = []
        while daemon.openPaths.count < 46 {
            crowd.append(try daemon.control())
            try crowd.last?.send("version\n")
            _ = try crowd.last?.next()
        }
        let reader = try daemon.connect()
        #expect(try reader.next { $0.contains("Too many open files") } != nil)
        crowd.removeAll()
        #expect(try reader.next { sequence(of: $0) != nil } != nil)
    }

    @Test func oneClientTooManyIsToldSo() throws {
        let daemon = try start(configuration: "[service]\nclients = 3\n")
        let clients = try (0..<3).map { _ in try daemon.connect() }
        for client in clients { #expect(try client.next()?.hasPrefix("{\"seq\"") == true) }
        let lines = try daemon.connect().rest()
        #expect(lines.count == 1)
        #expect(lines.first?.contains("3 clients already") == true)
        shutdown(clients[0].descriptor, Int32(SHUT_RDWR))
        try daemon.catchUpByControl()
        #expect(try daemon.connect().next()?.hasPrefix("{\"seq\"") == true)
    }

    @Test func aFullDiskEndsARecordingWithASentence() throws {
        let daemon = try start()
        let recorder = try ChildProcess.run(
            Programs.foldctl, ["record", "--force", "--socket", daemon.socket, "/dev/full"])
        #expect(recorder.endStatus == 73)
        #expect(recorder.errors.count == 1)
        #expect(recorder.errors.first?.contains("No space left on device") == true)
        #expect(try daemon.ask("get gain") != nil)
    }

    private func start(configuration: String = "", descriptors: Int? = nil) throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop", "--speed", "2"],
            configuration: configuration, descriptors: descriptors)
    }

    /// Reads on until the daemon has `count` descriptors open.
    private func waitUntil(_ daemon: RunningDaemon, hasOpen count: Int, _ reader: StreamClient) throws {
        _ = try reader.next { _ in daemon.openPaths.count == count }
        #expect(daemon.openPaths.count == count)
    }
}

extension RunningDaemon {
    /// Waits until what was done on other connections before has been noticed.
    fileprivate func catchUpByControl() throws {
        for _ in 0..<3 { _ = try ask("version") }
    }
}
