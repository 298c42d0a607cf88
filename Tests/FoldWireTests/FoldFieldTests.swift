import Testing

@testable import FoldWire
@testable import MotionCore

@Suite("FoldField: what a line tells")
struct FoldFieldTests {
    /// At a fold of 0.5: bite is 0.5^0.4 = 0.757858, so blur 90 × and scrim 0.6 × that; front 1; 80° and 24 points × 0.5.
    private static let update = state(
        sequence: 7, time: 2_000_000_000, fold: 0.5, roll: -0.33125, pitch: 0.25, status: .partiallyOpen,
        tilt: Tilt(x: -0.25, y: -0.5), gravity: Gravity(acceleration: Vector3(-0.375, -0.625, 0.6875), length: 1),
        sampleTime: 1_975_000_000)

    static let values: [(FoldField, String, String)] = [
        (.sequence, #""seq":7"#, "7"),
        (.time, #""t":2.000000"#, "2.000000"),
        (.fold, #""fold":0.500000"#, "0.500000"),
        (.roll, #""roll":-0.331250"#, "-0.331250"),
        (.pitch, #""pitch":0.250000"#, "0.250000"),
        (.status, #""status":"partially-open""#, "partially-open"),
        (.tilt, #""tilt":[-0.250000,-0.500000]"#, "-0.250000,-0.500000"),
        (.gravity, #""gravity":[-0.375000,-0.625000,0.687500]"#, "-0.375000,-0.625000,0.687500"),
        (.orientation, #""orientation":"right-up""#, "right-up"),
        (.age, #""age":0.025000"#, "0.025000"),
        (
            .effect,
            #""effect":{"blur":68.207245,"scrim":0.454715,"front":1.000000,"angle":40.000000,"nudge":12.000000}"#,
            "68.207245,0.454715,1.000000,40.000000,12.000000"
        ),
        (.hinge, #""hinge":null"#, ","),
    ]

    @Test("each alone", arguments: values)
    func alone(_ field: FoldField, _ member: String, _ cells: String) {
        #expect(Self.line(.json, [field]) == "{" + member + "}\n")
        #expect(Self.line(.csv, [field]) == cells + "\n")
    }

    /// (180 − 112.5)/180 is 0.375; a lean is what a hinge does not tell.
    @Test("from a hinge", arguments: [false, true])
    func hinge(isStale: Bool) throws {
        let angle = try #require(HingeAngle(degrees: 112.5))
        let hinge = Hinge(angle: angle, status: .partiallyOpen, isStale: isStale)
        let update = hingeState(fold: 0.375, status: .partiallyOpen, hinge: hinge)
        let fields: [FoldField] = [.fold, .roll, .pitch, .tilt, .gravity, .status, .hinge]
        let stale = isStale ? #","stale":true"# : ""
        #expect(
            Self.line(.json, fields, of: update)
                == #"{"fold":0.375000,"roll":null,"pitch":null,"tilt":null,"gravity":null,"status":"partially-open","#
                + #""hinge":{"angle":112.500000,"status":"partially-open"\#(stale)}}"# + "\n")
        // csv has no place to say that an angle is held.
        let cells = isStale ? "," : "112.500000,partially-open"
        #expect(Self.line(.csv, fields, of: update) == "0.375000,,,,,,,,partially-open,\(cells)\n")
    }

    @Test("a hinge beside an accelerometer")
    func beside() throws {
        let angle = try #require(HingeAngle(degrees: 8))
        let update = state(hinge: Hinge(angle))
        #expect(
            Self.line(.json, [.status, .hinge], of: update)
                == #"{"status":"partially-open","hinge":{"angle":8.000000,"status":"closed"}}"# + "\n")
        #expect(Self.line(.csv, [.hinge, .roll], of: update) == "8.000000,closed,-0.095911\n")
    }

    @Test("every field there is has its row")
    func complete() {
        #expect(Self.values.map(\.0) == FoldField.allCases)
    }

    @Test("in the order in which they are asked for")
    func order() {
        #expect(
            Self.line(.json, [.status, .gravity, .sequence])
                == #"{"status":"partially-open","gravity":[-0.375000,-0.625000,0.687500],"seq":7}"# + "\n")
        #expect(Self.line(.csv, [.age, .tilt, .fold]) == "0.025000,-0.250000,-0.500000,0.500000\n")
    }

    @Test("csv's header names each cell")
    func header() {
        #expect(
            text(FoldForm(.csv, fields: FoldField.allCases).header)
                == "seq,t,fold,roll,pitch,status,tilt.x,tilt.y,gravity.x,gravity.y,gravity.z,orientation,age,"
                + "effect.blur,effect.scrim,effect.front,effect.angle,effect.nudge,hinge.angle,hinge.status\n")
        let row = Self.line(.csv, FoldField.allCases)
        #expect(row.split(separator: ",", omittingEmptySubsequences: false).count == 20)
    }

    private static func line(
        _ format: FoldFormat, _ fields: [FoldField], of update: FoldState = update
    ) -> String {
        var bytes: [UInt8] = []
        FoldForm(format, fields: fields).append(update, to: &bytes)
        return text(bytes)
    }
}
