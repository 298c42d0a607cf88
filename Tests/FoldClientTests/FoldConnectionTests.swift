import FoldWire
import Glibc
import MotionCore
import TestSupport
import Testing
import UnixProgram

@testable import FoldClient

@Suite("FoldConnection: what is said, and which lines are delivered")
struct FoldConnectionTests {
    private let directory: TemporaryDirectory
    private let server: StandInServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try StandInServer(directory("fold.sock"))
    }

    private static let update = #"{"seq":1,"t":0.0,"fold":0.5,"roll":0.0,"pitch":0.0,"status":"partially-open"}"#
    private static let next = #"{"seq":2,"t":0.1,"fold":0.5,"roll":0.0,"pitch":0.0,"status":"partially-open"}"#
    private static let sensor = #"{"event":"sensor","state":"starting","detail":""}"#

    @Test("where nobody answers it says where, and why")
    func unreachable() {
        let path = directory("missing.sock")
        let error = thrown(FoldClientError.self) { try FoldConnection(path) }
        #expect(error == .unreachable(path: path, reason: SystemError(ENOENT)))
        #expect(
            error?.description == "no daemon answers on \(path): No such file or directory; "
                + "start folddaemon (a service by sudo systemctl start folddaemon)")
    }

    @Test("to the default stream nothing is said, and all of it is delivered")
    func defaultStream() throws {
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        connection.watch(.default)
        try daemon.say(Self.sensor, Self.update, Self.update, "anything")
        let lines = try read(4, from: connection)
        #expect(lines == [Self.sensor, Self.update, Self.update, "anything"])
    }

    @Test("lines come whole, however they are split")
    func splitLines() throws {
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        try daemon.write("{\"a\":")
        var lines: [String] = []
        let goesOn = try connection.read { lines.append(String(decoding: $0, as: UTF8.self)) }
        #expect(goesOn && lines == [])
        try daemon.write("1}\r\n\n{")
        daemon.end()
        lines = try read(2, from: connection)
        #expect(lines == ["{\"a\":1}", ""])
        #expect(try readToEnd(connection) == [], "a line that was cut off is none")
    }

    @Test("of the default stream's lines only events come before what was asked for")
    func linesBefore() throws {
        var fields = FoldRequest()
        fields.fields = [.fold, .sequence]
        let lifted = #"{"seq":2,"t":0.1,"lifted":false,"fold":0.5}"#
        let requests: [(WatchRequest, said: String, first: String)] = [
            (.status, "watch status", #"{"seq":2,"t":0.1,"status":"closed"}"#),
            (
                .threshold(try #require(Threshold(below: 0.3, above: 0.5))), "watch threshold below=0.3 above=0.5",
                lifted
            ),
            (.fold(fields), "watch fold fields=fold,seq", #"{"fold":0.500000,"seq":2}"#),
        ]
        for (request, said, first) in requests {
            let connection = try FoldConnection(server.path)
            let daemon = try server.accept()
            connection.watch(request)
            #expect(try daemon.next() == said)
            try daemon.say(Self.update, Self.sensor, Self.next, first, #"{"later":1}"#)
            #expect(try read(3, from: connection) == [Self.sensor, first, #"{"later":1}"#])
        }
    }

    @Test("csv begins with its header, plain with its first number, samples with their first line")
    func otherForms() throws {
        var (csv, plain) = (FoldRequest(), FoldRequest())
        csv.format = .csv
        plain.format = .plain
        let requests: [(WatchRequest, first: String)] = [
            (.fold(csv), "seq,t,fold,roll,pitch,status"), (.fold(plain), "0.500000"),
            (.samples, "# folddaemon recording 1"),
        ]
        for (request, first) in requests {
            let connection = try FoldConnection(server.path)
            let daemon = try server.accept()
            connection.watch(request)
            try daemon.say(Self.sensor, Self.update, first, "1")
            #expect(try read(2, from: connection) == [first, "1"])
        }
    }

    @Test("the state that came by itself is not delivered again as the answer")
    func sameStateTwice() throws {
        var request = FoldRequest()
        request.rate = 10
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        connection.watch(.fold(request))
        #expect(try daemon.next() == "watch fold rate=10")
        try daemon.say(Self.update, Self.update, Self.next)
        #expect(try read(2, from: connection) == [Self.update, Self.next])
    }

    @Test("no number of another orientation than the one asked for is delivered")
    func orientation() throws {
        var request = FoldRequest()
        request.orientation = .leftUp
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        connection.watch(.fold(request))
        // The default stream's lines look the same: a line that cannot be of it is asked for first.
        #expect(try daemon.next() == "watch status")
        try daemon.say(Self.update, Self.sensor, Self.next, #"{"seq":2,"t":0.1,"status":"closed"}"#)
        #expect(try read(1, from: connection) == [Self.sensor])
        #expect(try daemon.next() == "watch fold orientation=left-up")
        try daemon.say(#"{"seq":3,"t":0.2,"status":"closed"}"#, Self.next)
        #expect(try read(1, from: connection) == [Self.next])
    }

    @Test("a refusal is thrown")
    func refusal() throws {
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        try daemon.say(#"{"error":"no"}"#)
        let error = thrown(FoldClientError.self) { try connection.read { _ in } }
        #expect(error == .refused("no"))
    }

    @Test("a refusal that ends the connection turns away")
    func turnedAway() throws {
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        try daemon.say(#"{"error":"no"}"#)
        daemon.end()
        let error = thrown(FoldClientError.self) { try connection.read { _ in } }
        #expect(error == .turnedAway("no"))
    }

    @Test("a line without end is not waited for for ever")
    func endlessLine() throws {
        let connection = try FoldConnection(server.path)
        let daemon = try server.accept()
        let piece = String(repeating: "x", count: 1 << 16)
        let error = thrown(FoldClientError.self) {
            while true {
                try daemon.write(piece)
                _ = try connection.read { _ in }
                while FileDescriptor.wait(connection.descriptor, for: Int16(POLLIN), timeout: 0) {
                    _ = try connection.read { _ in }
                }
            }
        }
        #expect(error == .malformed("", problem: "it is over 1048576 bytes long"))
    }

    private func read(_ count: Int, from connection: FoldConnection) throws -> [String] {
        var lines: [String] = []
        while lines.count < count {
            guard try connection.read({ lines.append(String(decoding: $0, as: UTF8.self)) }) else { break }
        }
        return lines
    }

    private func readToEnd(_ connection: FoldConnection) throws -> [String] {
        var lines: [String] = []
        while try connection.read({ lines.append(String(decoding: $0, as: UTF8.self)) }) {}
        return lines
    }
}
