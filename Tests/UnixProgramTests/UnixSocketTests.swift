import Glibc
import Testing
import UnixProgram
import TestSupport

@Suite struct UnixSocketTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func listensConnectsAndCarriesBytesBothWays() throws {
        let (client, server) = try connectedPair()
        defer {
            FileDescriptor.close(client)
            FileDescriptor.close(server)
        }
        #expect(value(of: UnixSocket.send(client, Array("to".utf8)[...])) == 2)
        #expect(value(of: UnixSocket.send(server, Array("fro".utf8)[...])) == 3)
        #expect(read(server) == Array("to".utf8))
        #expect(read(client) == Array("fro".utf8))
    }

    @Test func itsPathIsKnownToTheListenerAndNotToTheClient() throws {
        let listener = try UnixSocket.listen(directory("s"), mode: 0o700)
        defer { FileDescriptor.close(listener) }
        #expect(UnixSocket.localPath(listener) == directory("s"))
        let client = try UnixSocket.connect(directory("s"))
        defer { FileDescriptor.close(client) }
        #expect(UnixSocket.localPath(client) == nil)
        #expect(UnixSocket.localPath(-1) == nil)
    }

    @Test func whoConnectedIsKnownByUserAndAllGroups() throws {
        let (client, server) = try connectedPair()
        defer {
            FileDescriptor.close(client)
            FileDescriptor.close(server)
        }
        var others = [gid_t](repeating: 0, count: Int(max(getgroups(0, nil), 0)))
        getgroups(Int32(others.count), &others)
        let peer = try UnixSocket.peer(server)
        #expect(peer.user == geteuid())
        // The primary one is not among those of SO_PEERGROUPS.
        #expect(peer.groups == [getegid()] + others)
    }

    @Test func acceptDoesNotWait() throws {
        let listener = try UnixSocket.listen(directory("s"), mode: 0o700)
        defer { FileDescriptor.close(listener) }
        guard case .wouldBlock = UnixSocket.accept(listener) else {
            Issue.record("there was nobody to accept")
            return
        }
    }

    @Test func theSocketHasTheAskedMode() throws {
        let listener = try UnixSocket.listen(directory("s"), mode: 0o750)
        defer { FileDescriptor.close(listener) }
        var facts = stat()
        #expect(lstat(directory("s"), &facts) == 0)
        #expect(facts.st_mode == S_IFSOCK | 0o750)
    }

    @Test func aPathOfOneHundredAndSevenBytesIsTheLongest() throws {
        #expect(UnixSocket.longestPath == 107)
        let longest = padded(to: 107)
        let listener = try UnixSocket.listen(longest, mode: 0o700)
        defer { FileDescriptor.close(listener) }
        FileDescriptor.close(try UnixSocket.connect(longest))
        for length in [108, 109, 4000] {
            let path = padded(to: length)
            #expect(throws: SystemError(ENAMETOOLONG)) { try UnixSocket.listen(path, mode: 0o700) }
            #expect(throws: SystemError(ENAMETOOLONG)) { try UnixSocket.connect(path) }
        }
    }

    @Test func connectTellsAMissingSocketFromOneThatNobodyAnswersOn() throws {
        #expect(throws: SystemError(ENOENT)) { try UnixSocket.connect(directory("s")) }
        FileDescriptor.close(try UnixSocket.listen(directory("s"), mode: 0o700))
        #expect(throws: SystemError(ECONNREFUSED)) { try UnixSocket.connect(directory("s")) }
    }

    @Test func listenRefusesANameThatIsTaken() throws {
        let path = try directory.file("s", "precious")
        #expect(throws: SystemError(EADDRINUSE)) { try UnixSocket.listen(path, mode: 0o700) }
        #expect(try FileDescriptor.contents(path, limit: 100) == Array("precious".utf8))
    }

    @Test func aFullSocketWouldBlockAndABrokenOneFailsWithoutASignal() throws {
        let (client, server) = try connectedPair()
        defer { FileDescriptor.close(server) }
        let block = [UInt8](repeating: 0, count: 4096)
        var sent = 0
        while case .value(let count) = UnixSocket.send(server, block[...]), sent < 64 << 20 { sent += count }
        guard case .wouldBlock = UnixSocket.send(server, block[...]) else {
            Issue.record("\(sent) bytes were taken that nobody reads")
            return
        }
        FileDescriptor.close(client)
        guard case .failed(let error) = UnixSocket.send(server, block[...]) else {
            Issue.record("sending to nobody did not fail")
            return
        }
        #expect(error.code == EPIPE)
    }

    @Test func theSmallestSendBufferHoldsSixShortLines() throws {
        let (client, server) = try connectedPair()
        defer { FileDescriptor.close(client) }
        defer { FileDescriptor.close(server) }
        let before = UnixSocket.sendBuffer(server)
        UnixSocket.setSendBuffer(server, 0)
        #expect(UnixSocket.sendBuffer(server) == 4608)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 90)
        var lines = 0
        while case .value = UnixSocket.send(server, line[...]), lines < 100 { lines += 1 }
        #expect(lines == 6)
        UnixSocket.setSendBuffer(server, before)
        #expect(UnixSocket.sendBuffer(server) == before)
    }

    private func connectedPair() throws -> (client: Int32, server: Int32) {
        let listener = try UnixSocket.listen(directory("s"), mode: 0o700)
        defer { FileDescriptor.close(listener) }
        let client = try UnixSocket.connect(directory("s"))
        return (client, try #require(value(of: UnixSocket.accept(listener))))
    }

    private func padded(to length: Int) -> String {
        let start = directory("")
        return start + String(repeating: "s", count: length - start.utf8.count)
    }

    private func value(of outcome: CallOutcome) -> Int32? {
        if case .value(let result) = outcome { Int32(result) } else { nil }
    }

    private func read(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 100)
        guard FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: 10_000),
            case .value(let count) = FileDescriptor.read(descriptor, into: &buffer)
        else { return [] }
        return Array(buffer[..<count])
    }
}
