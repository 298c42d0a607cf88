import MotionCore
import Testing

@testable import Recordings

@Suite("RecordingWriter")
struct RecordingWriterTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("the header of a recording from the start")
    func header() {
        var writer = RecordingWriter()
        let header = writer.header(sensor: "accel_3d", tuning: Tuning(), orientation: .rightUp, memory: nil)
        #expect(
            Self.text(header) == """
                # folddaemon recording 1
                # sensor: accel_3d
                # unit: m/s^2
                # sign: gravity
                # orientation: right-up
                t,x,y,z

                """)
        #expect(writer.origin == nil)
    }

    @Test("the header in mid-motion has what is not the default, and the state, from a whole microsecond")
    func headerInMidMotion() {
        var tuning = Tuning()
        tuning.gain = -1.2
        tuning.deadzone = 0
        tuning.smoothing = 0.125
        tuning.level = Tilt(x: 0.01, y: -0.00001)
        let memory = PipelineMemory(
            lastUpdate: Nanoseconds(12_345_678_901_234), lastSample: Nanoseconds(12_345_658_901_234),
            nextTick: Nanoseconds(12_345_695_567_901), filter: Tilt(x: 0, y: -0.25), target: Tilt(x: -1e-7, y: -0.5),
            status: .partiallyOpen, orientation: .bottomUp, runStart: Nanoseconds(12_345_500_000_000))
        var writer = RecordingWriter()
        let header = writer.header(sensor: nil, tuning: tuning, orientation: .bottomUp, memory: memory)
        let state =
            "# state: u=0.000000234 x=0 y=-0.25 tx=-0.0000001 ty=-0.5 status=partially-open orientation=bottom-up "
            + "hold=-0.178901000 next=0.016666901 last=-0.019999766\n"
        #expect(
            Self.text(header)
                == "# folddaemon recording 1\n# unit: m/s^2\n# sign: gravity\n# orientation: bottom-up\n"
                + "# gain: -1.2\n# deadzone: 0\n# smoothing: 0.125\n# level: 0.01,-0.00001\n" + state + "t,x,y,z\n")
        #expect(writer.origin == Nanoseconds(12_345_678_901_000))

        var rows: [UInt8] = []
        writer.appendRow(time: Nanoseconds(12_345_695_567_901), acceleration: Vector3(1, 2, 3), to: &rows)
        #expect(Self.text(rows) == "0.016666901,1,2,3\n")
    }

    @Test("only the tunings that differ are written", arguments: Tuning.Key.allCases)
    func oneTuning(_ key: Tuning.Key) throws {
        var tuning = Tuning()
        try tuning.set(key, to: key == .level ? "0,0.5" : "0.5")
        var writer = RecordingWriter()
        let header = Self.text(writer.header(sensor: nil, tuning: tuning, orientation: .normal, memory: nil))
        #expect(header.split(separator: "\n").count == 6)
        #expect(header.contains("\n# \(key.rawValue): \(key == .level ? "0,0.5" : "0.5")\n"))
    }

    @Test(
        "rows count from the first time's whole microsecond",
        arguments: zip(
            [0, 999, 1_000, 86_400_000_000_001, -1, -1_000, -1_001, -1_500] as [Int64],
            [
                "0.000000000", "0.000000999", "0.000000000", "0.000000001", "0.000000999", "0.000000000", "0.000000999",
                "0.000000500",
            ]))
    func origin(time: Int64, expected: String) {
        var writer = RecordingWriter()
        var rows: [UInt8] = []
        writer.appendRow(time: Nanoseconds(time), acceleration: Vector3(0, 0, 9), to: &rows)
        writer.appendRow(time: Nanoseconds(time + 1_000_000_000), acceleration: Vector3(0, 0, 9), to: &rows)
        #expect(Self.text(rows) == "\(expected),0,0,9\n1\(expected.dropFirst()),0,0,9\n")
    }

    @Test(
        "the earliest of times are written too",
        arguments: [.min, .min + 998] as [Int64])
    func earliestOrigin(time: Int64) {
        var writer = RecordingWriter()
        var rows: [UInt8] = []
        writer.appendRow(time: Nanoseconds(time), acceleration: Vector3(0, 0, 9), to: &rows)
        #expect(Self.text(rows).hasSuffix(",0,0,9\n"))
    }

    @Test(
        "shortest decimals; what is no number becomes a reading as unusable",
        arguments: zip(
            [
                Vector3(0.021, 0.112, -9.801), Vector3(-0.0, 1e-7, 1e16), Vector3(0.1 + 0.2, -100, 9.80665),
                Vector3(.nan, 1, 2), Vector3(1, -.infinity, 2), Vector3(1, 2, .nan),
            ],
            [
                "0.021,0.112,-9.801", "0,0.0000001,10000000000000000", "0.30000000000000004,-100,9.80665", "0,0,0",
                "0,0,0", "0,0,0",
            ]))
    func components(_ acceleration: Vector3, _ expected: String) {
        var writer = RecordingWriter()
        var rows: [UInt8] = []
        writer.appendRow(time: .zero, acceleration: acceleration, to: &rows)
        #expect(Self.text(rows) == "0.000000000,\(expected)\n")
    }

    @Test("a sensor's name forges no line")
    func forgedLines() {
        var writer = RecordingWriter()
        let header = Self.text(
            writer.header(sensor: "a\n0,0,0,9\r\t\u{0}b°", tuning: Tuning(), orientation: .rightUp, memory: nil))
        #expect(header.contains("\n# sensor: a 0,0,0,9   b°\n"))
        #expect(header.split(separator: "\n").count == 6)
        #expect(Self.text(RecordingWriter.entry(.orientation, "left-up")) == "# orientation: left-up\n")
    }
}
