import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct RequestTests {
    private let directory: TemporaryDirectory
    private let daemon: RunningDaemon

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path("slow-roll"))", ["--loop", "--speed", "2"])
    }

    private static let header = "seq,t,fold,roll,pitch,status"

    @Test(arguments: [
        // a request, what the refusal must name
        ("hello", "'hello'"), ("watch", "watch fold"), ("WATCH fold", "'WATCH fold'"), ("watch Fold", "'Fold'"),
        ("watch tilt", "'tilt'"), ("watchfold", "'watchfold'"), ("", "''"), ("   ", "request"), ("{}", "'{}'"),
        ("watch fold rate=0", "'0'"), ("watch fold rate=0.09", "0.1…1000"), ("watch fold rate=1001", "'1001'"),
        ("watch fold rate=-5", "'-5'"), ("watch fold rate=nan", "'nan'"), ("watch fold rate=1e999", "'1e999'"),
        ("watch fold rate=", "''"), ("watch fold rate", "''"), ("watch fold rate=60Hz", "'60Hz'"),
        ("watch fold rate=0x10", "'0x10'"), ("watch fold rate=1,5", "'1,5'"), ("watch fold format=xml", "'xml'"),
        ("watch fold format=", "''"), ("watch fold colour=red", "'colour=red'"), ("watch fold fast", "'fast'"),
        ("watch fold rate = 5", "rate"), ("watch off now", "'now'"), ("watch samples rate=1", "'rate=1'"),
        ("watch \u{1b}[2J\u{7}", "\\\\x1b[2J"), ("watch \"fold\"", #"'\"fold\"'"#), ("watch \\", #"'\\'"#),
        ("watch fölt", "\\\\xc3"), ("GET / HTTP/1.1\r", "'GET / HTTP/1.1'"), ("watch\0fold", "\\\\x00"),
    ])
    func aWrongOneIsToldAndChangesNothing(_ request: String, naming words: String) throws {
        let client = try daemon.connect(saying: "watch fold format=csv rate=max")
        _ = try client.next { $0 == Self.header }
        try client.send(request + "\n")
        let answer = try #require(try client.next { $0.hasPrefix("{") })
        #expect(answer.hasPrefix(#"{"error":""#))
        #expect(answer.hasSuffix(#""}"#))
        #expect(answer.contains(words), "\(answer)")
        #expect(answer.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: String]
        #expect(object?["error"]?.isEmpty == false)
        for _ in 0..<5 {
            let row = try #require(try client.next())
            #expect(row.split(separator: ",").count == 6, "\(row)")
        }
    }

    @Test(arguments: [
        // a request, what the lines after it must begin with
        ("watch fold format=csv", "seq,t,fold"), ("watch fold rate=0.1 format=csv", "seq,t,fold"),
        ("watch fold format=csv rate=1000", "seq,t,fold"), ("watch fold rate=1e1 format=csv", "seq,t,fold"),
        ("watch fold rate=max format=csv", "seq,t,fold"), ("  watch   fold   format=csv  ", "seq,t,fold"),
        ("watch fold format=csv\r", "seq,t,fold"), ("watch samples", "# folddaemon recording 1"),
        ("watch fold format=plain", "0."),
    ])
    func aRightOneReplacesWhatWasWatched(_ request: String, by start: String) throws {
        let client = try daemon.connect()
        #expect(try client.next()?.hasPrefix(#"{"seq":"#) == true)
        try client.send(request + "\n")
        // Lines of the first kind may come before, and nothing else.
        let other = try client.next { !$0.hasPrefix(#"{"seq":"#) }
        #expect(other?.hasPrefix(start) == true, "\(other ?? "the end")")
    }

    @Test func theLastOfSeveralFormatsOrRatesCounts() throws {
        let client = try daemon.connect(saying: "watch fold format=json format=csv")
        #expect(try client.next { !$0.hasPrefix("{") } == Self.header)
    }

    @Test func requestsMayBeSplitAtAnyByte() throws {
        let request = Array("watch fold format=csv\r\n".utf8)
        for split in 1..<request.count {
            let client = try daemon.connect()
            try client.send(request[..<split])
            try daemon.catchUp()
            try client.send(request[split...])
            let answer = try client.next { !$0.hasPrefix(#"{"seq":"#) }
            #expect(answer == Self.header, "split after \(split) bytes")
        }
    }

    @Test func requestsMayComeByteByByte() throws {
        let client = try daemon.connect()
        for byte in Array("watch fold rate=30 format=csv\n".utf8) { try client.send([byte]) }
        #expect(try client.next { !$0.hasPrefix(#"{"seq":"#) } == Self.header)
    }

    @Test func requestsMayBeJoinedAndTheLastOneHolds() throws {
        let client = try daemon.connect()
        try client.send("watch off\nwatch samples\r\nwatch fold format=plain\nwatch fold format=csv rate=max\n")
        #expect(try client.next { $0 == Self.header } == Self.header)
        for _ in 0..<5 {
            let row = try #require(try client.next())
            #expect(row.split(separator: ",").count == 6, "\(row)")
        }
    }

    @Test func aRequestOf1024BytesIsTheLongest() throws {
        let request = "watch fold format=csv"
        let longest = request + String(repeating: " ", count: 1024 - request.utf8.count)
        for end in ["\n", "\r\n"] {
            let client = try daemon.connect()
            try client.send(longest + end)
            let answer = try client.next { !$0.hasPrefix(#"{"seq":"#) }
            #expect(answer == Self.header, "ended by \(end.utf8.count) bytes")
        }
    }

    @Test func aRequestOf1024BytesMayBeSplitBeforeItsEnd() throws {
        let request = "watch fold format=csv"
        let longest = request + String(repeating: " ", count: 1024 - request.utf8.count)
        let bytes = Array((longest + "\r\n").utf8)
        for split in 1023...1025 {
            let client = try daemon.connect()
            try client.send(bytes[..<split])
            try daemon.catchUp()
            // Refused where the connection has been ended.
            try? client.send(bytes[split...])
            let answer = try client.next { !$0.hasPrefix(#"{"seq":"#) }
            #expect(answer == Self.header, "split after \(split) bytes")
        }
    }

    @Test(arguments: [
        String(repeating: "x", count: 1025) + "\n", String(repeating: "x", count: 1025),
        String(repeating: "x", count: 100_000), "watch fold" + String(repeating: " ", count: 1015) + "\n",
    ])
    func anOverLongLineEndsTheConnection(_ text: String) throws {
        let client = try daemon.connect()
        let other = try daemon.connect()
        // It may be over before all of it is sent.
        try? client.send(text)
        let lines = try client.rest()
        #expect(lines.last?.hasPrefix(#"{"error":""#) == true, "\(lines.last ?? "nothing")")
        #expect(lines.last?.contains("1024") == true)
        try expectServed(other)
    }

    @Test func aFloodEndsTheConnection() throws {
        let client = try daemon.connect()
        let other = try daemon.connect()
        try? client.send(String(repeating: "watch off\n", count: 20_000))
        let lines = try client.rest()
        #expect(lines.last?.hasPrefix(#"{"error":""#) == true, "\(lines.last ?? "nothing")")
        try expectServed(other)
    }

    @Test func aHundredRequestsAtOnceAreNoFlood() throws {
        let client = try daemon.connect()
        try client.send(String(repeating: "watch off\n", count: 99) + "watch fold format=csv\n")
        #expect(try client.next { $0 == Self.header } == Self.header)
        try expectServed(client)
    }

    @Test func theEndOfAClientsInputIsNoGoodbye() throws {
        let silent = try daemon.connect()
        silent.endInput()
        let asking = try daemon.connect(saying: "watch fold rate=max format=csv")
        asking.endInput()
        for _ in 0..<100 { #expect(try silent.next()?.hasPrefix(#"{"seq":"#) == true) }
        _ = try asking.next { $0 == Self.header }
        try expectServed(asking)
        #expect(try daemon.end() == 0)
        #expect(try endsWithShutdown(silent.rest()))
        #expect(try asking.rest().suffix(2).contains(#"# event: {"event":"shutdown"}"#))
    }

    @Test func aRequestCutByTheEndOfTheInputIsNone() throws {
        let client = try daemon.connect()
        try client.send("watch off")
        client.endInput()
        try expectServed(client)
    }

    /// Expects that `client` is served on.
    private func expectServed(_ client: StreamClient, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for _ in 0..<10 { #expect(try client.next() != nil, sourceLocation: sourceLocation) }
    }
}
