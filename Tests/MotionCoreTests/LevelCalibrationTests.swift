import Foundation
import TestSupport
import Testing

@testable import MotionCore

@Suite("the level of a pose")
struct LevelCalibrationTests {
    @Test(
        "is its tilts, and makes it neutral",
        arguments: [
            // degrees about each axis, the tilts: 90° is 1
            (0.0, 0.0, 0.0, 0.0), (4.5, 0.0, 0.05, 0.0), (0.0, -9.0, 0.0, -0.1), (13.41, -13.41, 0.149, -0.149),
            (-2.0, 5.0, -0.022222, 0.055556),
        ])
    func level(_ x: Double, _ y: Double, _ tiltX: Double, _ tiltY: Double) throws {
        for faces in [-1.0, 1] {
            let gravity = pose(x, y, faces)
            let level = try Tilt(levelOf: try RestingVector([gravity * 9.6]))
            #expect(abs(level.x - tiltX) < 6e-7)
            #expect(abs(level.y - tiltY) < 6e-7)
            let neutral = Tilt(of: Gravity(acceleration: gravity, length: 1), level: level)
            #expect(abs(neutral.x) < 6e-7 && abs(neutral.y) < 6e-7)
        }
    }

    @Test(
        "of one that leans too far is refused",
        arguments: [
            (13.6, 0.0, "13.60°"), (0.0, -20.0, "20.00°"), (0.0, 90.0, "90.00°"),
        ])
    func refusal(_ x: Double, _ y: Double, _ words: String) throws {
        let resting = try RestingVector([pose(x, y, -1) * 9.80665])
        let problem = thrown(CalibrationProblem.self) { try Tilt(levelOf: resting) }
        #expect(problem?.sentence.contains(words) == true, "\(problem?.sentence ?? "")")
    }

    /// The gravity whose components along x and y are the sines of these angles (degrees); z toward `faces`.
    private func pose(_ x: Double, _ y: Double, _ faces: Double) -> Vector3 {
        let (x, y) = (sin(x * .pi / 180), sin(y * .pi / 180))
        return Vector3(x, y, faces * max(1 - x * x - y * y, 0).squareRoot())
    }
}
