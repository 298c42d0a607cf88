import Testing

@testable import MotionCore

@Suite("Tuning")
struct TuningTests {
    @Test("the defaults")
    func defaults() {
        let tuning = Tuning()
        #expect(tuning.gain == -1.6)
        #expect(tuning.deadzone == 0.03)
        #expect(tuning.smoothing == 0.12)
        #expect(tuning.level == Tilt(x: 0, y: 0))
    }

    @Test("the ranges that the control socket allows")
    func ranges() {
        #expect(Tuning.gainRange == -10...10)
        #expect(Tuning.deadzoneRange == 0...0.5)
        #expect(Tuning.smoothingRange == 0.01...1)
    }
}
