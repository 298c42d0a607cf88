import FoldWire
import MotionCore
import TestSupport
import Testing
import UnixProgram

@testable import FoldClient

@Suite("FoldClient: messages, one after the other and by a call")
struct FoldClientTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory("fold.sock")
    }

    @Test("messages come up to the daemon's end")
    func messages() async throws {
        let server = try StandInServer(path)
        var iterator = FoldClient(socket: path, request: .status).messages.makeAsyncIterator()
        let daemon = try server.accept()
        #expect(try daemon.next() == "watch status")
        try daemon.say(statusLine(1, .closed))
        #expect(try await iterator.next() == status(1, .closed))
        try daemon.say(#"{"event":"shutdown"}"#)
        daemon.end()
        #expect(try await iterator.next() == .event(.shutdown))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test("the standard fields come in any case, whatever else is asked for")
    func typedRequest() throws {
        let server = try StandInServer(path)
        var fold = FoldRequest()
        fold.fields = [.effect, .fold]
        fold.format = .csv
        fold.change = 0.01
        let subscription = FoldClient(socket: path, request: .fold(fold)).start { _ in }
        let daemon = try server.accept()
        #expect(try daemon.next() == "watch fold change=0.01 fields=seq,t,fold,roll,pitch,status,effect")
        subscription.cancel()
        #expect(try daemon.next() == nil, "the connection ends with the subscription")
    }

    @Test("errors end the messages: no daemon, a refusal, what is not of the protocol, samples")
    func errors() async throws {
        await #expect(throws: FoldClientError.self) { for try await _ in FoldClient(socket: path).messages {} }
        await #expect(throws: FoldClientError.self) {
            for try await _ in FoldClient(socket: path, request: .samples, reconnects: true).messages {}
        }
        let server = try StandInServer(path)
        for line in [#"{"error":"no"}"#, "GET / HTTP/1.0"] {
            var iterator = FoldClient(socket: path, reconnects: true).messages.makeAsyncIterator()
            let daemon = try server.accept()
            try daemon.say(line)
            await #expect(throws: FoldClientError.self) { try await iterator.next() }
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("a daemon that is not there yet, and one that is started anew, are waited for")
    func reconnects() async throws {
        var iterator = FoldClient(socket: path, request: .status, reconnects: true).messages.makeAsyncIterator()
        #expect(try await iterator.next() == .waiting(path: path))
        for round in 1...2 {
            let server = try StandInServer(path)
            let daemon = try server.accept()
            #expect(try daemon.next() == "watch status")
            try daemon.say(statusLine(UInt64(round), .closed))
            #expect(try await iterator.next() == status(UInt64(round), .closed))
            daemon.end()
            server.end()
            #expect(try await iterator.next() == .waiting(path: path), "once for each loss")
        }
    }

    @Test("who is slow gets the newest of each kind, in the order in which they came")
    func slowTaker() async throws {
        let inbox = Inbox()
        for number in 1...1000 { inbox.take(status(UInt64(number), .closed)) }
        inbox.take(.event(.orientation(.normal)))
        inbox.take(.event(.sensor(.ok, detail: "")))
        inbox.take(.event(.orientation(.bottomUp)))
        inbox.end(.refused("no"))
        #expect(try await inbox.next() == status(1000, .closed))
        #expect(try await inbox.next() == .event(.sensor(.ok, detail: "")))
        #expect(try await inbox.next() == .event(.orientation(.bottomUp)))
        await #expect(throws: FoldClientError.self) { try await inbox.next() }
        #expect(try await inbox.next() == nil)
    }

    @Test("a cancelled task's messages end, and so does the connection")
    func cancellation() async throws {
        let server = try StandInServer(path)
        let client = FoldClient(socket: path, request: .status)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            var iterator = client.messages.makeAsyncIterator()
            begin.yield()
            return try await iterator.next()
        }
        // The test's own wait for the client must not keep the task from the few threads that tasks share.
        for await _ in begun { break }
        let daemon = try server.accept()
        #expect(try daemon.next() == "watch status")
        task.cancel()
        #expect(try await task.value == nil)
        #expect(try daemon.next() == nil)
    }

    @Test("an iteration that is left ends the connection")
    func leftIteration() async throws {
        let server = try StandInServer(path)
        let daemon = try await firstMessage(of: server)
        #expect(try daemon.next() == nil)
    }

    private func firstMessage(of server: StandInServer) async throws -> StandInConnection {
        var iterator = FoldClient(socket: path).messages.makeAsyncIterator()
        let daemon = try server.accept()
        try daemon.say(statusLine(1, .fullyOpen))
        #expect(try await iterator.next() == status(1, .fullyOpen))
        return daemon
    }

    @Test("calls come one by one, and the end comes last")
    func calls() async throws {
        let server = try StandInServer(path)
        let (messages, taken) = AsyncStream<FoldMessage>.makeStream()
        let (ends, ended) = AsyncStream<FoldClientError?>.makeStream()
        let subscription = FoldClient(socket: path).start(
            { taken.yield($0) },
            ended: { error in
                taken.finish()
                ended.yield(error)
            })
        let daemon = try server.accept()
        try daemon.say(statusLine(1, .closed), statusLine(2, .fullyOpen))
        daemon.end()
        var end = ends.makeAsyncIterator()
        #expect(await end.next() == .some(nil))
        var all: [FoldMessage] = []
        for await message in messages { all.append(message) }
        #expect(all == [status(1, .closed), status(2, .fullyOpen)])
        subscription.cancel()
    }

    private func statusLine(_ sequence: UInt64, _ status: Status) -> String {
        "{\"seq\":\(sequence),\"t\":0.000000,\"status\":\"\(status.rawValue)\"}"
    }

    private func status(_ sequence: UInt64, _ status: Status) -> FoldMessage {
        .status(StatusChange(sequence: sequence, time: .zero, status: status))
    }
}
