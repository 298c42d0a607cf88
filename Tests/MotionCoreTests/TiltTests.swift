import Testing

@testable import MotionCore

@Suite("Tilt: linear in the angle, 90° is 1")
struct TiltTests {
    @Test(
        "by the arc sine, true to 90° and held there",
        arguments: zip(
            [0, 0.1, -0.25, 0.5, -0.5, 0.707106781186547, -0.9, 0.999, 1, -1, 1.0000001, -1.0000001],
            [
                0, 0.063768560859, -0.160861246510, 1.0 / 3, -1.0 / 3, 0.5, -0.712867413743, 0.971527125188, 1, -1, 1,
                -1,
            ]))
    func angle(_ component: Double, _ expected: Double) {
        let level = Tilt(x: 0, y: 0)
        let alongX = Tilt(of: Gravity(acceleration: Vector3(component, 0, -1), length: 1), level: level)
        let alongY = Tilt(of: Gravity(acceleration: Vector3(0, component, 1), length: 1), level: level)
        #expect(abs(alongX.x - expected) < 1e-11)
        #expect(alongX.y == 0)
        #expect(abs(alongY.y - expected) < 1e-11)
        #expect(alongY.x == 0)
    }

    @Test("the level is subtracted, from each of its own")
    func level() {
        let gravity = Gravity(acceleration: Vector3(0.5, -1, 0), length: 1)
        let tilt = Tilt(of: gravity, level: Tilt(x: 0.25, y: -0.125))
        #expect(abs(tilt.x - 1.0 / 12) < 1e-12)
        #expect(tilt.y == -0.875)
    }
}
