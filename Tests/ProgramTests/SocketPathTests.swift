import Foundation
import Testing
import UnixProgram
import TestSupport

@Suite(.serialized) struct SocketPathTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let source = "replay:\(Recordings.path("slow-roll"))"

    @Test func onlyTheLastDirectoryOfAPathIsMade() throws {
        let run = try start(directory("a/b/fold.sock"))
        #expect(run.endStatus == 73)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: [directory("a/b"), "No such file or directory"])
        #expect(!exists(directory("a")))
    }

    @Test func aFileAtTheSocketsPathIsLeftAlone() throws {
        let path = try directory.file("fold.sock", "precious\n")
        let run = try start(path)
        #expect(run.endStatus == 73)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: [path, "no socket"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious\n")
    }

    @Test func aLinkAtTheSocketsPathIsLeftAloneEvenIfItLeadsToASocket() throws {
        FileDescriptor.close(try UnixSocket.listen(directory("stale"), mode: 0o700))
        symlink(directory("stale"), directory("fold.sock"))
        let run = try start(directory("fold.sock"))
        #expect(run.endStatus == 73)
        try expectOneLine(of: run, saying: [directory("fold.sock"), "no socket"])
        #expect((fileMode(directory("fold.sock")) ?? 0) & S_IFMT == S_IFLNK)
        #expect(exists(directory("stale")))
    }

    @Test func aDirectoryAtTheSocketsPathIsLeftAlone() throws {
        try directory.file("fold.sock/inside", "precious\n")
        let run = try start(directory("fold.sock"))
        #expect(run.endStatus == 73)
        try expectOneLine(of: run, saying: [directory("fold.sock"), "no socket"])
        #expect(exists(directory("fold.sock/inside")))
    }

    @Test func aFileWhereTheDirectoryShouldBeIsLeftAlone() throws {
        let path = try directory.file("run", "precious\n")
        let run = try start("\(path)/fold.sock")
        #expect(run.endStatus == 73)
        try expectOneLine(of: run, saying: [path])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious\n")
    }

    @Test func aDirectoryThatWasMadeForNothingIsGoneAgain() throws {
        // A path that names the directory itself, and so no socket.
        let run = try start(directory("run/"))
        #expect(run.endStatus == 73)
        try expectOneLine(of: run, saying: [directory("run/")])
        #expect(!exists(directory("run")))
    }

    @Test func aSecondDaemonOnASocketEndsAndTheFirstServesOn() throws {
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        let client = try daemon.connect()
        #expect(try client.next() != nil)
        let run = try start(daemon.socket)
        #expect(run.endStatus == 75)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: ["already running", daemon.socket])
        #expect(try client.next() != nil)
        #expect(try daemon.connect().next() != nil)
        #expect(try daemon.end() == 0)
    }

    @Test func aStaleSocketIsReplacedWithAWord() throws {
        try directory.file("run/other", "")
        FileDescriptor.close(try UnixSocket.listen(directory("run/fold.sock"), mode: 0o700))
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        #expect(try daemon.connect().next()?.hasPrefix(#"{"seq":"#) == true)
        #expect(daemon.process.errors.filter { $0.contains("removed the socket \(daemon.socket)") }.count == 1)
        #expect(try daemon.end() == 0)
        #expect(!exists(daemon.socket))
    }

    @Test func aDaemonThatWasKilledLeavesASocketThatTheNextOneReplaces() throws {
        let killed = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        #expect(try killed.end(by: SIGKILL) == 128 + SIGKILL)
        #expect(exists(killed.socket))
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        #expect(try daemon.connect().next() != nil)
        #expect(try daemon.end() == 0)
        #expect(!exists(daemon.socket))
    }

    @Test func aSocketThatAnotherOneMadeSinceIsLeft() throws {
        try directory.file("run/other", "")
        let daemon = try RunningDaemon(in: directory, source: Self.source, ["--loop"])
        unlink(daemon.socket)
        let listener = try UnixSocket.listen(daemon.socket, mode: 0o700)
        defer { FileDescriptor.close(listener) }
        #expect(try daemon.end() == 0)
        #expect(exists(daemon.socket))
    }

    @Test func aRelativePathStartsFromTheWorkingDirectory() throws {
        let file = try directory.file("folddaemon.conf", "")
        try directory.file("run/other", "")
        let daemon = try ChildProcess(
            Programs.folddaemon, ["--config", file, "--socket", "run/fold.sock", "--source", Self.source, "--loop"],
            directory: directory.path)
        try FileEvents.wait(for: "the socket", in: directory("run")) { exists(directory("run/fold.sock")) }
        daemon.send(SIGTERM)
        #expect(try daemon.wait() == 0)
        #expect(!exists(directory("run/fold.sock")))
    }

    @Test func theLongestPathWorksAndALongerOneIsTold() throws {
        let start = directory("").utf8.count
        let longest = directory(String(repeating: "s", count: 107 - start))
        let daemon = try ChildProcess(
            Programs.folddaemon,
            ["--config", try directory.file("f.conf", ""), "--socket", longest, "--source", Self.source])
        try FileEvents.wait(for: "the socket", in: directory.path) { exists(longest) }
        daemon.send(SIGTERM)
        #expect(try daemon.wait() == 0)
        let run = try self.start(longest + "s")
        #expect(run.endStatus == 64)
        #expect(run.output == [])
        try expectOneLine(of: run, saying: ["--socket", "107"])
        #expect(!exists(longest + "s"))
    }

    @Test func theConfigurationsSocketIsUsedWhereTheCommandLineNamesNone() throws {
        let file = try directory.file("f.conf", "[service]\nfold-socket = \(directory("conf/fold.sock"))\n")
        let check = try ChildProcess.run(
            Programs.folddaemon, ["--config", file, "--check", "--source", "pipe:-"])
        #expect(check.endStatus == 0)
        #expect(check.output.contains("socket: \(directory("conf/fold.sock"))"))
        #expect(!exists(directory("conf")))
    }

    @Test func noMoreClientsAreServedThanTheConfigurationAllows() throws {
        let daemon = try RunningDaemon(
            in: directory, source: Self.source, ["--loop"], configuration: "[service]\nclients = 2\n")
        let clients = try (0..<2).map { _ in try daemon.connect() }
        for client in clients { #expect(try client.next()?.hasPrefix(#"{"seq":"#) == true) }
        let refused = try daemon.connect().rest()
        #expect(refused.count == 1)
        #expect(refused.first?.hasPrefix(#"{"error":""#) == true)
        #expect(refused.first?.contains("2 clients") == true)
        for client in clients { #expect(try client.next()?.hasPrefix(#"{"seq":"#) == true) }
    }

    /// Runs a daemon that is to make the socket `path` and cannot.
    private func start(_ path: String) throws -> ChildProcess {
        let file = try directory.file("f.conf", "")
        return try ChildProcess.run(
            Programs.folddaemon, ["--config", file, "--socket", path, "--source", Self.source, "--loop"])
    }
}
