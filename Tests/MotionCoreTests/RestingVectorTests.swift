import TestSupport
import Testing

@testable import MotionCore

@Suite("RestingVector: what is read at rest")
struct RestingVectorTests {
    @Test("the mean, and the greatest distance from it")
    func mean() throws {
        let resting = try RestingVector([Vector3(0.3, 0, -9.8), Vector3(-0.3, 0, -9.8), Vector3(0, 0, -9.8)])
        #expect(resting.vector == Vector3(0, 0, -9.8))
        #expect(resting.spread == 0.3)
    }

    @Test("the noise of a bad sensor, ±50 mg on each axis, is still")
    func noise() throws {
        let noise = 0.05 * 9.80665
        var readings: [Vector3] = []
        for corner in 0..<8 {
            let sign = { (bit: Int) in corner >> bit & 1 == 0 ? noise : -noise }
            readings.append(Vector3(sign(0), sign(1), sign(2) - 9.80665))
        }
        let resting = try RestingVector(readings)
        #expect(abs(resting.spread - 0.849) < 0.001)
    }

    static let refused: [([Vector3], String)] = [
        // turned by 90° meanwhile; the mean is (0, −0.5, −0.5)
        ([Vector3(0, 0, -9.80665), Vector3(0, -9.80665, 0)], "not still: its readings differ by 0.71 g"),
        ([Vector3(0, 0, -4.9)], "0.50 g at rest"), ([Vector3(0, 0, -14.8)], "1.51 g at rest"),
        ([Vector3(0, 0, 0)], "0.00 g at rest"), ([Vector3(0, .nan, -9.8)], "no numbers"),
        ([Vector3(0, .infinity, -9.8)], "no numbers"), ([], "no numbers"), ([Vector3(0, 0, -1e300)], "not within"),
    ]

    @Test("what is not at rest, or not gravity, is refused", arguments: refused)
    func refusal(_ readings: [Vector3], _ words: String) {
        let problem = thrown(CalibrationProblem.self) { try RestingVector(readings) }
        #expect(problem?.sentence.contains(words) == true, "\(problem?.sentence ?? "")")
    }

    @Test("the bounds of what is gravity are plausible")
    func bounds() throws {
        for length in [0.5 * 9.80665, 1.5 * 9.80665] {
            #expect(try RestingVector([Vector3(0, length, 0)]).vector.y == length)
        }
    }
}
