import Foundation
import Testing
import TestSupport

@Suite(.serialized) struct SlowReaderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func whoReadsOnGetsTheNewestAfterEightLinesAtMost() throws {
        let daemon = try looping("slow-roll")
        let stalled = try daemon.paused {
            let clients = try (0..<10).map { _ in try daemon.connect() }
            for client in clients { try client.send("watch fold rate=max\n") }
            return clients
        }
        let newest = try follow(daemon, until: 1000)
        for client in stalled {
            let lines = try lines(of: client, upTo: newest)
            let old = lines.dropLast().compactMap { sequence(of: $0) }
            #expect(old.count == lines.count - 1)
            #expect(old.count <= 8)
            // The old ones are from before it stalled, and what it missed does not come.
            #expect((old.last ?? 0) < 100)
            #expect(zip(old, old.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func ofEventsOnlyTheNewestOfAKindWaits() throws {
        let daemon = try looping("auto-turn")
        let stalled = try daemon.connect(saying: "watch fold rate=max")
        let reader = try daemon.connect(saying: "watch fold rate=max")
        var turns = 0
        var newest = 0
        while turns < 4, let line = try reader.next() {
            if line.hasPrefix(#"{"event":"orientation""#) { turns += 1 }
            newest = sequence(of: line) ?? newest
        }
        let lines = try lines(of: stalled, upTo: newest)
        #expect(lines.count <= 9)
        #expect(lines.filter { $0.hasPrefix(#"{"event":"orientation""#) }.count == 1)
        // Events go first.
        #expect(lines.dropLast().last?.hasPrefix(#"{"event":"orientation""#) == true)
    }

    @Test func aStalledReaderCostsNoMemory() throws {
        let daemon = try looping("slow-roll")
        let stalled = try (0..<50).map { _ in try daemon.connect(saying: "watch fold rate=max") }
        _ = try follow(daemon, until: 400)
        let before = daemon.residentBytes
        _ = try follow(daemon, until: 2000)
        #expect(daemon.residentBytes - before < 1 << 20)
        #expect(before > 0)
        withExtendedLifetime(stalled) {}
    }

    @Test func whoSendsWithoutEndAndDoesNotReadCostsNoMemory() throws {
        let daemon = try looping("slow-roll")
        let client = try daemon.connect(saying: "watch fold rate=max")
        _ = try follow(daemon, until: 200)
        let before = daemon.residentBytes
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        // The daemon may end the connection, or not; it may not keep all this.
        for _ in 0..<64 where (try? client.send(block[...])) != nil {}
        _ = try follow(daemon, until: 400)
        #expect(daemon.residentBytes - before < 16 << 20)
    }

    @Test func anOverLongLineEndsTheConnectionOfAReaderThatIsBehind() throws {
        let daemon = try looping("slow-roll")
        let client = try daemon.connect(saying: "watch fold rate=max")
        _ = try follow(daemon, until: 200)
        try client.send(String(repeating: "x", count: 2000))
        try daemon.catchUp()
        let lines = try client.rest()
        #expect(lines.count <= 10)
        #expect(lines.contains { $0.hasPrefix(#"{"error":""#) })
    }

    @Test func offSilencesAndOnAgainGivesTheCurrentStateOnce() throws {
        let daemon = try looping("slow-roll")
        let client = try daemon.connect(saying: "watch fold rate=max")
        #expect(try client.next() != nil)
        try client.send("watch off\n")
        try daemon.catchUp()
        _ = try client.waiting()
        let newest = try follow(daemon, until: 500)
        #expect(try client.waiting() == [])
        try client.send("watch fold rate=max\n")
        let first = try #require(try client.next().flatMap { sequence(of: $0) })
        #expect(first >= newest)
        #expect(try client.next().flatMap { sequence(of: $0) } == first + 1)
    }

    @Test func ofSamplesNothingIsSkipped() throws {
        let daemon = try looping("slow-roll")
        let client = try daemon.connect(saying: "watch samples")
        _ = try follow(daemon, until: 1500)
        var rows: [String] = []
        while rows.count < 1500, let line = try client.next() {
            if line.first?.isNumber == true { rows.append(line) }
        }
        let times = rows.map { nanoseconds(ofRow: $0) }
        #expect(times.first == 0)
        #expect(zip(times, times.dropFirst()).allSatisfy { (16_666_666...16_666_668).contains($1 - $0) })
    }

    @Test func aRefusalComesBetweenRowsAndNotIntoOne() throws {
        let daemon = try looping("slow-roll", speed: "30")
        let client = try daemon.connect(saying: "watch samples")
        _ = try follow(daemon, until: 4000, "watch fold rate=10")
        // Read in pieces, so that the row that did not fit is in all states of being sent.
        var (refusals, read) = (0, 0)
        while refusals < 5 && read < 50_000 {
            if read % 500 == 0 { try client.send("bogus\n") }
            read += 1
            let line = try #require(try client.next())
            if line.hasPrefix("{\"error\":\"'bogus'") && line.hasSuffix("}") {
                refusals += 1
            } else {
                #expect(line.first == "#" || line == "t,x,y,z" || line.split(separator: ",").count == 4, "\(line)")
            }
        }
        #expect(refusals == 5)
    }

    @Test func withAllKindsOfEventsEightLinesStandBeforeTheNewestAtMost() throws {
        let daemon = try looping("slow-roll", speed: "4")
        let stalled = try daemon.connect(saying: "watch fold rate=max")
        _ = try follow(daemon, until: 200)
        try stalled.send("bogus\n")
        for setting in ["orientation=left-up", "gain=-1", "orientation=right-up", "gain=-2"] {
            #expect(try daemon.ask("set \(setting)")?.hasPrefix("{\"ok\"") == true)
        }
        let newest = try follow(daemon, until: 400)
        let lines = try lines(of: stalled, upTo: newest - 50)
        #expect(lines.count <= 9, "\(lines)")
        let isTold = lines.contains { $0.contains("\"set\"") }
        let rest = isTold ? lines : lines + [try #require(try stalled.next { $0.contains("\"set\"") })]
        #expect(rest.contains { $0.contains("'bogus'") })
        #expect(rest.contains { $0.contains("\"value\":-2.000000") })
    }

    @Test func beyond4096RowsTheSamplesSayWhatIsLost() throws {
        let daemon = try looping("slow-roll", speed: "100")
        let client = try daemon.connect(saying: "watch samples")
        _ = try follow(daemon, until: 8000, "watch fold rate=10")
        var before: [String] = []
        var lost: Int?
        while lost == nil, let line = try client.next() {
            if line.first?.isNumber == true { before.append(line) }
            if line.hasPrefix("# lost ") { lost = Int(line.split(separator: " ")[2]) }
        }
        let hole = try #require(lost)
        let after = try #require(try client.next { $0.first?.isNumber == true })
        #expect(before.count >= 4090)
        #expect(hole > 0)
        // Rows are a sixtieth of a second apart.
        let index = Double(nanoseconds(ofRow: after)) * 60 / 1e9
        #expect(Int(index.rounded()) == before.count + hole)
    }

    private func looping(_ name: String, speed: String = "16") throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "replay:\(Recordings.path(name))", ["--loop", "--speed", speed])
    }

    /// Reads as a client of its own up to the update `number` or one after it; which one that is.
    private func follow(_ daemon: RunningDaemon, until number: Int, _ request: String = "watch fold") throws -> Int {
        let reader = try daemon.connect(saying: request)
        let line = try reader.next { (sequence(of: $0) ?? 0) >= number }
        return try #require(line.flatMap { sequence(of: $0) })
    }

    /// What `client` reads up to the first update that is `number` or after it.
    private func lines(of client: StreamClient, upTo number: Int) throws -> [String] {
        var lines: [String] = []
        while let line = try client.next() {
            lines.append(line)
            if (sequence(of: line) ?? 0) >= number { return lines }
        }
        Issue.record("the connection ended before \(number)")
        return lines
    }

    private func nanoseconds(ofRow row: String) -> Int {
        Int(row.prefix { $0 != "," }.replacingOccurrences(of: ".", with: "")) ?? -1
    }
}
