import Testing

@testable import MotionCore

@Suite("FoldPipeline: what its owner may change")
struct FoldPipelineSettingsTests {
    @Test("a change applies from the next sample; the ticks before it go by what was")
    func changesApplyFromTheNextSample() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        pipeline.settings.tuning.gain = 0
        pipeline.settings.orientation = .fixed(.leftUp)
        #expect(pipeline.tuning.gain == -1.6)
        #expect(pipeline.orientation == .rightUp)
        let states = pipeline.drive(Sample(time: ms(30), acceleration: rolled(30)))
        try #require(states.count == 2)
        // 1 − 0.88^2.5 of a third.
        #expect(abs((states[0].roll ?? .nan) + 0.091182802373) < 1e-9)
        #expect(abs(states[0].fold - 0.115892483799) < 1e-9)
        #expect(states[0].orientation == .rightUp)
        #expect(states[1].fold == 0)
        // 1 − 0.88^2.8 of a third, seen from the other side.
        #expect(abs((states[1].roll ?? .nan) - 0.100293463434) < 1e-9)
        #expect(states[1].orientation == .leftUp)
        #expect(pipeline.tuning.gain == 0)
        #expect(pipeline.orientation == .leftUp)
    }

    @Test("a change applies to the first sample of all")
    func changesBeforeTheFirstSample() throws {
        var pipeline = FoldPipeline()
        pipeline.settings.tuning.smoothing = 0.5
        pipeline.settings.orientation = .fixed(.leftUp)
        let state = try pipeline.taken(rolled(-30), at: .zero)
        #expect(abs((state.roll ?? .nan) + 1.0 / 6) < 1e-12)
    }

    @Test("a changed level moves the tilt of the next sample; the filter is not reset")
    func levelChanges() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        pipeline.settings.tuning.level = Tilt(x: 0.25, y: -0.3)
        let state = try pipeline.taken(rolled(30), at: sixtieth(1))
        #expect(state.tilt?.x == -0.25)
        #expect(abs((state.tilt?.y ?? .nan) + 1.0 / 30) < 1e-12)
        // −0.04 + (−1/30 + 0.04) × 0.12.
        #expect(abs((state.roll ?? .nan) + 0.0392) < 1e-8)
    }

    @Test("a late sample takes a change too, and shows it in the next update")
    func lateSampleTakesAChange() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        pipeline.settings.tuning.gain = 1.6
        #expect(pipeline.update(Sample(time: .zero, acceleration: rolled(30))) == .late(at: .zero))
        let tick = try pipeline.tick(upTo: ms(25))
        #expect(tick.fold == 0)
        #expect(pipeline.tuning.gain == 1.6)
    }

    struct Turn: CustomTestStringConvertible {
        var name: String
        var from: OrientationSetting
        var reading: Vector3
        var to: OrientationSetting
        var expected: Orientation
        var testDescription: String { name }
    }

    @Test(
        "a changed orientation setting",
        arguments: [
            Turn(
                name: "fixed to another", from: .fixed(.rightUp), reading: rolled(0), to: .fixed(.bottomUp),
                expected: .bottomUp),
            Turn(
                name: "auto begins with the first of the pair", from: .fixed(.normal), reading: rolled(0),
                to: .auto(.portrait), expected: .rightUp),
            Turn(
                name: "auto keeps the one of its pair that was so far", from: .fixed(.leftUp), reading: rolled(0),
                to: .auto(.portrait), expected: .leftUp),
            Turn(
                name: "another panel begins with the first of its pair", from: .auto(.portrait),
                reading: Vector3(9, 0, -1), to: .auto(.landscape), expected: .normal),
            Turn(
                name: "auto is left for what is said", from: .auto(.portrait), reading: Vector3(9, 0, -1),
                to: .fixed(.rightUp), expected: .rightUp),
        ])
    func orientationSettingChanges(_ turn: Turn) throws {
        var pipeline = FoldPipeline(settings: Settings(orientation: turn.from))
        _ = pipeline.state(turn.reading, at: .zero)
        pipeline.settings.orientation = turn.to
        let state = try pipeline.taken(rolled(0), at: sixtieth(1))
        #expect(state.orientation == turn.expected)
    }

    @Test(
        "auto turns by gravity's x on a portrait panel and by y on a landscape one, over 0.5 only",
        arguments: [Panel.portrait, .landscape])
    func autoTurns(_ panel: Panel) {
        var pipeline = FoldPipeline(settings: Settings(orientation: .auto(panel)))
        let (first, second): (Orientation, Orientation) =
            panel == .portrait ? (.rightUp, .leftUp) : (.normal, .bottomUp)
        // The components along the one axis, in g, and the other axis beside it, which must not count.
        let rows: [(component: Double, expected: Orientation)] = [
            (0, first), (0.4999, first), (0.5001, second), (0.4999, second), (0, second), (-0.4999, second),
            (-0.5001, first), (-0.4999, first), (0.4999, first), (0.9, second), (-0.9, first),
        ]
        for (number, row) in rows.enumerated() {
            let other = (1 - row.component * row.component).squareRoot()
            let reading =
                panel == .portrait ? Vector3(row.component, other, 0) : Vector3(other, row.component, 0)
            let state = pipeline.state(reading * 9.80665, at: sixtieth(Int64(number)))
            #expect(state?.orientation == row.expected, "row \(number)")
            #expect(pipeline.orientation == row.expected, "row \(number)")
        }
    }

    @Test("auto turns before the sample's own update, and the filter is not reset")
    func autoTurnsBeforeTheUpdate() throws {
        var pipeline = FoldPipeline(settings: Settings(orientation: .auto(.portrait)))
        _ = pipeline.state(rolled(30), at: .zero)
        // 60° about the other axis: x is 0.866 g, y stays at asin(−0.5), a third.
        let state = try pipeline.taken(Vector3(8.492808026023, -4.903325, 0), at: sixtieth(1))
        #expect(state.orientation == .leftUp)
        #expect(abs((state.roll ?? .nan) - 0.0752) < 1e-8)
        #expect(state.fold == 0)
    }

    @Test("what is held back turns nothing", arguments: [rolled(0) * 0.3, unusable])
    func heldReadingsTurnNothing(_ reading: Vector3) {
        var pipeline = FoldPipeline(settings: Settings(orientation: .auto(.portrait)))
        _ = pipeline.state(rolled(0), at: .zero)
        let state = pipeline.state(Vector3(reading.y + 2, 0, reading.z), at: sixtieth(1))
        #expect(state?.orientation == .rightUp)
    }
}
