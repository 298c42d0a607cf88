import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("RecordingReader")
struct RecordingReaderTests {
    /// A bit of everything that a recording may hold.
    static let text = """
        # folddaemon recording 1
        # sensor: accel_3d
        # unit: g
        # sign: reaction
        # orientation: landscape-left
        #gain:-1.2
        # notes: laid flat: rolled to the right
        # a remark, and no key

        t,x,y,z,temperature
        -0.000000001,0,0,1
        0.016666667,0.5,-1,0.25,21.5,more

        # event: {"event":"orientation","orientation":"left-up"}
        # lost 3 rows
        # unit: m/s^2
        # weather: rain
        5E-1,1e-3,-9.81E0,+9
        0.5,1,2,-0.5
        # sign: gravity
        12.2666665,1,2,-0.5

        """

    static let expected: [RecordingItem] = [
        .entry(key: "sensor", value: "accel_3d"),
        .entry(key: "unit", value: "g"),
        .entry(key: "sign", value: "reaction"),
        .entry(key: "orientation", value: "landscape-left"),
        .entry(key: "gain", value: "-1.2"),
        .entry(key: "notes", value: "laid flat: rolled to the right"),
        row(-1, 0, 0, -9.80665),
        row(16_666_667, -4.903325, 9.80665, -2.4516625),
        .event(#"{"event":"orientation","orientation":"left-up"}"#),
        .lost(rows: 3),
        .entry(key: "unit", value: "m/s^2"),
        .entry(key: "weather", value: "rain"),
        row(500_000_000, -0.001, 9.81, -9),
        row(500_000_000, -1, -2, 0.5),
        .entry(key: "sign", value: "gravity"),
        row(12_266_666_500, 1, 2, -0.5),
    ]

    @Test("yields entries, rows, events and holes in their order")
    func everything() throws {
        #expect(try items(Self.text) == Self.expected)
    }

    @Test("lines may end with CR LF")
    func carriageReturns() throws {
        let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(text.utf8.count > Self.text.utf8.count + 20)
        #expect(try items(text) == Self.expected)
    }

    @Test("the last newline may be missing")
    func missingFinalNewline() throws {
        #expect(try items(String(Self.text.dropLast())) == Self.expected)
        #expect(try items(String(Self.text.dropLast()) + "\r") == Self.expected)
    }

    @Test("split at any byte it is the same", arguments: [text, text.split(separator: "\n").joined(separator: "\r\n")])
    func splitAnywhere(_ text: String) throws {
        let bytes = Array(text.utf8)
        for at in bytes.indices {
            let found = try items([bytes[..<at], bytes[at...]])
            try #require(found == Self.expected, "split before byte \(at)")
        }
        #expect(try items(bytes.indices.map { bytes[$0...$0] }) == Self.expected)
    }

    @Test("items come as soon as their line is there, and no sooner")
    func asTheyCome() throws {
        var reader = RecordingReader(file: "hand.csv")
        reader.append(Array((head + "0,1,2,3\n1,4,5,6").utf8)[...])
        #expect(try reader.next() == row(0, 1, 2, 3))
        #expect(try reader.next() == nil)
        reader.append(Array("5\n".utf8)[...])
        #expect(try reader.next() == row(1_000_000_000, 4, 5, 65))
        #expect(try reader.next() == nil)
        try reader.finish()
    }

    @Test(
        "unit and sign in any order",
        arguments: zip(
            [
                "", "# unit: g\n", "# sign: reaction\n", "# unit: g\n# sign: reaction\n",
                "# sign: reaction\n# unit: g\n",
            ],
            [1, 9.80665, -1, -9.80665, -9.80665]))
    func unitAndSign(_ lines: String, _ factor: Double) throws {
        let found = try items("# folddaemon recording 1\n\(lines)t,x,y,z\n0,1,-2,0.5\n")
        #expect(found.last == row(0, factor, -2 * factor, 0.5 * factor))
    }

    @Test("times may be equal, and may begin anywhere")
    func equalTimes() throws {
        let rows = "-3999999999.5,1,2,3\n-3999999999.5,1,2,3\n0,1,2,3\n4000000000,1,2,3\n"
        #expect(
            try items(head + rows) == [
                row(-3_999_999_999_500_000_000, 1, 2, 3), row(-3_999_999_999_500_000_000, 1, 2, 3), row(0, 1, 2, 3),
                row(4_000_000_000_000_000_000, 1, 2, 3),
            ])
    }

    @Test("a row's numbers are the nearest doubles", arguments: ["0.1", "-9.80665", "123456789012345678", "1e-320"])
    func nearestDoubles(_ number: String) throws {
        let value = try #require(Double(number))
        #expect(try items(head + "0,\(number),\(number),\(number)\n") == [row(0, value, value, value)])
    }

    @Test("a header without a key is passed over, and so is a blank line between rows")
    func remarks() throws {
        let text = "# folddaemon recording 1\n#\n# \n##\n# no key\n\nt,x,y,z\n\n# still none\n0,1,2,3\n\n"
        #expect(try items(text) == [row(0, 1, 2, 3)])
    }

    @Test(
        "a line of 65,536 bytes is read, one byte more is refused, in whatever pieces",
        arguments: [1 << 20, 4096, 1000])
    func longLines(piece: Int) throws {
        func pieces(_ length: Int) -> [ArraySlice<UInt8>] {
            let notes = "# notes: " + String(repeating: "x", count: length - 9)
            let text = Array("# folddaemon recording 1\n\(notes)\nt,x,y,z\n0,1,2,3\n".utf8)
            return stride(from: 0, to: text.count, by: piece).map { text[$0..<min($0 + piece, text.count)] }
        }
        #expect(try items(pieces(65_536)).last == row(0, 1, 2, 3))
        let error = thrown(RecordingError.self) { _ = try items(pieces(65_537)) }
        #expect(error?.line == 2)
    }
}
