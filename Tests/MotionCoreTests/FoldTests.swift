import Testing

@testable import MotionCore

@Suite("Fold: roll × gain − deadzone, between 0 and 1")
struct FoldTests {
    struct Row: CustomTestStringConvertible {
        var roll: Double
        var gain = -1.6
        var deadzone = 0.03
        var fold: Double
        var testDescription: String { "\(roll) × \(gain) − \(deadzone)" }
    }

    @Test(
        "values",
        arguments: [
            Row(roll: 0, fold: 0),
            Row(roll: -0.0, fold: 0),
            Row(roll: -0.04, fold: 0.034),
            Row(roll: -0.018, fold: 0),
            Row(roll: -0.02, fold: 0.002),
            Row(roll: -0.5, fold: 0.77),
            Row(roll: -0.64375, fold: 1),
            Row(roll: -0.65, fold: 1),
            Row(roll: -1, fold: 1),
            Row(roll: 0.5, fold: 0),
            Row(roll: 1, fold: 0),
            Row(roll: 0.5, gain: 1.6, fold: 0.77),
            Row(roll: -0.5, gain: 1.6, fold: 0),
            Row(roll: -0.5, gain: 0, fold: 0),
            Row(roll: -0.5, gain: 0, deadzone: 0, fold: 0),
            Row(roll: 0, deadzone: 0, fold: 0),
            Row(roll: -0.25, gain: -10, deadzone: 0.5, fold: 1),
            Row(roll: -0.125, gain: -4, deadzone: 0.25, fold: 0.25),
        ])
    func values(_ row: Row) {
        var tuning = Tuning()
        tuning.gain = row.gain
        tuning.deadzone = row.deadzone
        let fold = Fold.value(roll: row.roll, tuning: tuning)
        #expect(abs(fold - row.fold) < 1e-15)
        #expect((0...1).contains(fold))
        if row.fold == 0 { #expect(fold == 0) }
        #expect(fold.sign == .plus)
    }
}
