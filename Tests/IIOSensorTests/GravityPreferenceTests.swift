import MotionCore
import Testing

@testable import IIOSensor

@Suite struct GravityPreferenceTests {
    private let flat = Vector3(0, 0, -9.80665)

    @Test func oneThatAgreesAtRestIsPreferred() {
        // 4.9° and 5.1° of lean.
        #expect(GravityPreference.agrees(before: flat, gravity: Vector3(0, -0.837634, -9.770811), after: flat))
        #expect(!GravityPreference.agrees(before: flat, gravity: Vector3(0, -0.871744, -9.767827), after: flat))
    }

    @Test func onlyAtRest() {
        #expect(!GravityPreference.agrees(before: flat, gravity: flat, after: Vector3(0.5, 0, -9.8)))
        #expect(!GravityPreference.agrees(before: Vector3(0, 0, -12), gravity: flat, after: Vector3(0, 0, -12)))
    }

    @Test func oneThatShowsNothingOrTheOppositeIsNot() {
        #expect(!GravityPreference.agrees(before: flat, gravity: Vector3(0, 0, 0), after: flat))
        #expect(!GravityPreference.agrees(before: flat, gravity: -flat, after: flat))
    }
}
