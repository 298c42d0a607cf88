import MotionCore
import Testing

@testable import FoldWire

@Suite("FoldForm: an update as a line")
struct FoldFormTests {
    private static func line(_ state: FoldState, _ format: FoldFormat) -> String {
        var bytes: [UInt8] = []
        FoldForm(format).append(state, to: &bytes)
        return text(bytes)
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var state: FoldState
        var json: String
        var csv: String
        var plain: String
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "the protocol's example", state: state(),
            json: #"{"seq":17,"t":12.266667,"fold":0.123457,"roll":-0.095911,"#
                + #""pitch":0.012000,"status":"partially-open"}"#,
            csv: "17,12.266667,0.123457,-0.095911,0.012000,partially-open", plain: "0.123457"),
        Row(
            name: "what rounds to zero has no sign",
            state: state(sequence: 1, time: 0, fold: 0, roll: -0.0, pitch: -0.0000004, status: .fullyOpen),
            json: #"{"seq":1,"t":0.000000,"fold":0.000000,"roll":0.000000,"pitch":0.000000,"status":"fully-open"}"#,
            csv: "1,0.000000,0.000000,0.000000,0.000000,fully-open", plain: "0.000000"),
        Row(
            name: "a long life, a full fold",
            state: state(
                sequence: .max, time: 86_400_000_000_499, fold: 1, roll: -1, pitch: 0.9999996, status: .closed),
            json: #"{"seq":18446744073709551615,"t":86400.000000,"fold":1.000000,"roll":-1.000000,"#
                + #""pitch":1.000000,"status":"closed"}"#,
            csv: "18446744073709551615,86400.000000,1.000000,-1.000000,1.000000,closed", plain: "1.000000"),
        Row(
            name: "times half up, before zero too",
            state: state(sequence: 2, time: -1_500, fold: 0.0078125, roll: 0.0234375, pitch: 0, status: .fullyOpen),
            json: #"{"seq":2,"t":-0.000001,"fold":0.007812,"roll":0.023438,"pitch":0.000000,"status":"fully-open"}"#,
            csv: "2,-0.000001,0.007812,0.023438,0.000000,fully-open", plain: "0.007812"),
    ]

    @Test("byte for byte", arguments: rows)
    func lines(_ row: Row) {
        #expect(Self.line(row.state, .json) == row.json + "\n")
        #expect(Self.line(row.state, .csv) == row.csv + "\n")
        #expect(Self.line(row.state, .plain) == row.plain + "\n")
    }

    @Test("from a hinge there is no roll and no pitch")
    func hinge() throws {
        let angle = try #require(HingeAngle(degrees: 0))
        let update = hingeState(fold: 1, status: .closed, hinge: Hinge(angle))
        #expect(
            Self.line(update, .json)
                == #"{"seq":17,"t":12.266667,"fold":1.000000,"roll":null,"pitch":null,"status":"closed"}"# + "\n")
        #expect(Self.line(update, .csv) == "17,12.266667,1.000000,,,closed\n")
        #expect(Self.line(update, .plain) == "1.000000\n")
    }

    /// 30° at 60 Hz: roll −(1/3)(1 − 0.88ⁿ) is −0.04, −0.0752, −0.106176; fold is −1.6 × roll − 0.03.
    @Test("what a pipeline makes of the worked values")
    func workedValues() {
        var pipeline = FoldPipeline()
        var bytes: [UInt8] = []
        for time in [0, 16_666_667, 33_333_333] as [Int64] {
            let sample = Sample(time: Nanoseconds(time), acceleration: Vector3(0, -4.903325, -8.492808026))
            if case .update(let state) = pipeline.update(sample) { FoldForm().append(state, to: &bytes) }
        }
        #expect(
            text(bytes) == """
                {"seq":1,"t":0.000000,"fold":0.034000,"roll":-0.040000,"pitch":0.000000,"status":"partially-open"}
                {"seq":2,"t":0.016667,"fold":0.090320,"roll":-0.075200,"pitch":0.000000,"status":"partially-open"}
                {"seq":3,"t":0.033333,"fold":0.139882,"roll":-0.106176,"pitch":0.000000,"status":"partially-open"}

                """)
    }

    @Test("only csv has a header, of the names")
    func headers() {
        #expect(text(FoldForm(.json).header) == "")
        #expect(text(FoldForm(.csv).header) == "seq,t,fold,roll,pitch,status\n")
        #expect(text(FoldForm(.plain).header) == "")
    }
}
