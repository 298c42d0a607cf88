import Testing

@testable import MotionCore

@Suite("Orientation")
struct OrientationTests {
    @Test(
        "names",
        arguments: zip(
            [
                "right-up", "landscape-right", "left-up", "landscape-left", "normal", "bottom-up", "auto", "Normal",
                "left_up", " normal", "",
            ],
            [.rightUp, .rightUp, .leftUp, .leftUp, .normal, .bottomUp, nil, nil, nil, nil, nil] as [Orientation?]))
    func names(_ name: String, _ expected: Orientation?) {
        #expect(Orientation(name: name) == expected)
    }

    @Test(
        "roll and pitch of a filtered tilt of (0.25, −0.75)",
        arguments: zip(
            [Orientation.rightUp, .leftUp, .normal, .bottomUp],
            [(-0.75, -0.25), (0.75, 0.25), (-0.25, 0.75), (0.25, -0.75)]))
    func rollAndPitch(_ orientation: Orientation, _ expected: (roll: Double, pitch: Double)) {
        let tilt = Tilt(x: 0.25, y: -0.75)
        #expect(orientation.roll(tilt) == expected.roll)
        #expect(orientation.pitch(tilt) == expected.pitch)
    }

    @Test("there are four, spelled as the protocol has them")
    func spelling() {
        #expect(Orientation.allCases.map(\.rawValue) == ["right-up", "left-up", "normal", "bottom-up"])
    }
}
