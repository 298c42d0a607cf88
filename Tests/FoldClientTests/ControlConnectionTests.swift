import TestSupport
import Testing

@testable import FoldClient

@Suite("ControlConnection: a question, an answer")
struct ControlConnectionTests {
    private let directory: TemporaryDirectory
    private let server: StandInServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try StandInServer(directory("control.sock"))
    }

    @Test("who is turned away before they ask is told why")
    func turnedAwayBefore() throws {
        let connection = try ControlConnection(server.path)
        let daemon = try server.accept()
        try daemon.say(#"{"error":"no"}"#)
        daemon.end()
        #expect(thrown(FoldClientError.self) { try connection.ask(.version) } == .turnedAway("no"))
    }

    @Test("a daemon that hangs up without a word is gone")
    func gone() throws {
        let connection = try ControlConnection(server.path)
        try server.accept().end()
        let error = thrown(FoldClientError.self) { try connection.ask(.version) }
        #expect(error?.description.hasPrefix("the daemon on \(server.path) is gone") == true)
    }

    @Test("where somebody listens and nobody answers, that is told with where to look")
    func silent() throws {
        let connection = try ControlConnection(server.path, patience: 50)
        let error = thrown(FoldClientError.self) { try connection.ask(.version) }
        #expect(error == .silent(path: server.path))
        #expect(error?.description.contains("journalctl -n 20 -u folddaemon") == true)
    }

    @Test("a refusal of a daemon that stays is one of the question")
    func refused() throws {
        let connection = try ControlConnection(server.path)
        let daemon = try server.accept()
        try daemon.say(#"{"error":"no"}"#)
        #expect(thrown(FoldClientError.self) { try connection.ask(.version) } == .refused("no"))
        #expect(try daemon.next() == "version")
    }
}
