import Testing

@testable import MotionCore

@Suite("FoldEffect")
struct FoldEffectTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let fold: Double
        let blur: Double
        let scrim: Double
        let front: Double
        let angle: Double
        let nudge: Double
        var testDescription: String { "a fold of \(fold)" }
    }

    /// By Python's decimal with 30 digits: bite is f^0.4, blur 90 × bite, scrim 0.6 × bite, front f ÷ 0.5, angle 80 × f, nudge 24 × f.
    static let rows = [
        Row(fold: 0, blur: 0, scrim: 0, front: 0, angle: 0, nudge: 0),
        Row(fold: 0.01, blur: 14.264039, scrim: 0.095094, front: 0.02, angle: 0.8, nudge: 0.24),
        Row(fold: 0.25, blur: 51.691426, scrim: 0.344610, front: 0.5, angle: 20, nudge: 6),
        Row(fold: 0.5, blur: 68.207245, scrim: 0.454715, front: 1, angle: 40, nudge: 12),
        Row(fold: 0.75, blur: 80.217111, scrim: 0.534781, front: 1, angle: 60, nudge: 18),
        Row(fold: 0.85, blur: 84.335433, scrim: 0.562236, front: 1, angle: 68, nudge: 20.4),
        Row(fold: 0.9, blur: 84.335433, scrim: 0.562236, front: 1, angle: 68, nudge: 20.4),
        Row(fold: 1, blur: 84.335433, scrim: 0.562236, front: 1, angle: 68, nudge: 20.4),
    ]

    @Test("worked values", arguments: rows)
    func values(_ row: Row) {
        let effect = FoldEffect(fold: row.fold)
        #expect(abs(effect.blur - row.blur) < 1e-6)
        #expect(abs(effect.scrim - row.scrim) < 1e-6)
        #expect(abs(effect.front - row.front) < 1e-12)
        #expect(abs(effect.angle - row.angle) < 1e-12)
        #expect(abs(effect.nudge - row.nudge) < 1e-12)
    }

    /// Blur is 0.5 at a bite of 1/180, a fold of (1/180)^2.5 = 0.0000023.
    @Test(
        "under half a point of blur there is nothing to draw", arguments: [(0, false), (2.2e-6, false), (2.4e-6, true)])
    func visibility(_ fold: Double, _ isVisible: Bool) {
        #expect(FoldEffect(fold: fold).isVisible == isVisible)
    }

    @Test("a fold that is none looks as the nearest one does", arguments: [(-1.0, 0.0), (2.0, 0.85)])
    func outside(_ fold: Double, _ same: Double) {
        #expect(FoldEffect(fold: fold) == FoldEffect(fold: same))
    }
}
