import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("RecordedSettings: the command line, then the recording, then the fallback")
struct RecordedSettingsTests {
    static let state =
        "u=1 x=0 y=-0.25 tx=0 ty=-0.5 status=partially-open orientation=left-up hold=none next=1.025"

    struct Row: CustomTestStringConvertible {
        var name: String
        var fallback = OrientationSetting.fixed(.rightUp)
        var forced: OrientationSetting?
        var lines: [(key: String, value: String)]
        var expected: OrientationSetting
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "nothing said: the fallback", fallback: .fixed(.normal), lines: [], expected: .fixed(.normal)),
        Row(
            name: "the recording before the fallback", fallback: .fixed(.normal),
            lines: [("orientation", "landscape-left")], expected: .fixed(.leftUp)),
        Row(
            name: "the command line before the recording", forced: .fixed(.bottomUp),
            lines: [("orientation", "left-up")], expected: .fixed(.bottomUp)),
        Row(
            name: "the command line before the recording's state", forced: .fixed(.bottomUp),
            lines: [("state", state)], expected: .fixed(.bottomUp)),
        Row(name: "auto on a portrait panel", lines: [("orientation", "auto")], expected: .auto(.portrait)),
        Row(
            name: "auto on the recording's panel", lines: [("orientation", "auto"), ("panel", "landscape")],
            expected: .auto(.landscape)),
        Row(
            name: "the panel may come first", lines: [("panel", "landscape"), ("orientation", "auto")],
            expected: .auto(.landscape)),
        Row(
            name: "auto on the fallback's panel", fallback: .auto(.landscape), lines: [("orientation", "auto")],
            expected: .auto(.landscape)),
        Row(
            name: "the recording's panel before the fallback's", fallback: .auto(.landscape),
            lines: [("panel", "portrait")], expected: .auto(.portrait)),
        Row(
            name: "a forced auto goes by the recording's panel", forced: .auto(.portrait),
            lines: [("panel", "landscape"), ("orientation", "left-up")], expected: .auto(.landscape)),
        Row(
            name: "a state without an orientation line: the state's", lines: [("state", state)],
            expected: .fixed(.leftUp)),
        Row(
            name: "an orientation line before a state's", lines: [("orientation", "auto"), ("state", state)],
            expected: .auto(.portrait)),
        Row(
            name: "the last line of a key holds", lines: [("orientation", "normal"), ("orientation", "bottom-up")],
            expected: .fixed(.bottomUp)),
        Row(name: "unknown keys change nothing", lines: [("weather", "rain")], expected: .fixed(.rightUp)),
    ]

    @Test("the orientation", arguments: rows)
    func orientation(_ row: Row) throws {
        var recorded = RecordedSettings(fallback: Settings(orientation: row.fallback), orientation: row.forced)
        for line in row.lines { try recorded.read(key: line.key, value: line.value) }
        #expect(recorded.settings.orientation == row.expected)
        #expect(recorded.settings.tuning == Tuning())
    }

    @Test("each tuning is the recording's, else the fallback's")
    func tunings() throws {
        var fallback = Tuning()
        fallback.gain = 2
        fallback.deadzone = 0.1
        var recorded = RecordedSettings(fallback: Settings(tuning: fallback))
        try recorded.read(key: "gain", value: "-1.2")
        try recorded.read(key: "level", value: "0.01,-0.02")
        try recorded.read(key: "smoothing", value: "0.5")
        let tuning = recorded.settings.tuning
        #expect(tuning.gain == -1.2)
        #expect(tuning.deadzone == 0.1)
        #expect(tuning.smoothing == 0.5)
        #expect(tuning.level == Tilt(x: 0.01, y: -0.02))
    }

    @Test(
        "what is none is refused, and says what would be right",
        arguments: zip(
            ["orientation", "orientation", "panel", "gain", "smoothing", "level", "state"],
            [
                ("portrait", "landscape-right"), ("", "auto"), ("unknown", "portrait or landscape"), ("much", "-10…10"),
                ("0", "0.01…1"), ("0.5", "0.01,-0.02"), ("u=1", "the state has no"),
            ]))
    func refused(_ key: String, _ line: (value: String, words: String)) {
        var recorded = RecordedSettings()
        let problem = thrown(SettingProblem.self) { try recorded.read(key: key, value: line.value) }
        #expect(problem?.problem.contains(line.words) == true)
        #expect(recorded.settings == Settings())
    }

    @Test("a state is given to the pipeline once")
    func preparation() throws {
        var recorded = RecordedSettings()
        var pipeline = FoldPipeline()
        try recorded.read(key: "gain", value: "-1")
        try recorded.read(key: "state", value: Self.state)
        recorded.prepare(&pipeline)
        #expect(try pipeline.memory == PipelineMemory(text: Self.state))
        #expect(pipeline.settings.tuning.gain == -1)
        #expect(pipeline.orientation == .leftUp)
        let tick = try #require(pipeline.memory?.nextTick)
        _ = pipeline.nextTick(upTo: tick)
        let moved = pipeline.memory
        recorded.prepare(&pipeline)
        #expect(pipeline.memory == moved)
        #expect(pipeline.settings.orientation == .fixed(.leftUp))
    }

    @Test("a state that was forgotten changes nothing")
    func forgotten() throws {
        var recorded = RecordedSettings()
        var pipeline = FoldPipeline()
        try recorded.read(key: "state", value: Self.state)
        recorded.forgetState()
        recorded.prepare(&pipeline)
        #expect(pipeline.memory == nil)
    }
}
