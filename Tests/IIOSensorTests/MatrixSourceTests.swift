import MotionCore
import Testing

@testable import IIOSensor

@Suite struct MatrixSourceTests {
    private static let turned = MountMatrix(x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))

    @Test func theFirstSourceIsUsedAndNeverTheProductOfTwo() {
        let found = FoundMatrix.first(of: [
            ("first", "0, 1, 0; -1, 0, 0; 0, 0, 1"), ("second", "-1, 0, 0; 0, -1, 0; 0, 0, 1"),
        ])
        #expect(found.matrix == Self.turned)
        #expect(found.source == "first")
        #expect(found.warnings.isEmpty)
    }

    @Test func sourcesThatHaveNoneArePassedOverInSilence() {
        let found = FoundMatrix.first(of: [("first", nil), ("second", ""), ("third", "0,1,0;-1,0,0;0,0,1")])
        #expect(found.matrix == Self.turned)
        #expect(found.source == "third")
        #expect(found.warnings.isEmpty)
    }

    @Test func withoutAnySourceItIsTheIdentity() {
        let found = FoundMatrix.first(of: [("first", nil)])
        #expect(found.matrix == MountMatrix(x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1)))
        #expect(found.source == nil)
        #expect(found.warnings.isEmpty)
    }

    @Test(arguments: [
        "0, 0, 0; 0, 1, 0; 0, 0, 1",
        "1, 0, 0; 0, 0, 0; 0, 0, 1",
        "1, 0, 0; 1, 0, 0; 0, 0, 1",
        "1, 0, 0; -1, 0, 0; 0, 0, 1",
        "2, 0, 0; 0, 1, 0; 0, 0, 1",
        "1, 0, 0; 0, 0.5, 0; 0, 0, 1",
        "1, 0, 0; 0.9, 0.436, 0; 0, 0, 1",
        "1, 0, 0; 0, 1e400, 0; 0, 0, 1",
        "1, 0, 0",
        "none",
    ])
    func anUnsoundOneIsRefusedWithItsTextAndTheNextIsUsed(_ text: String) {
        let found = FoundMatrix.first(of: [("the first", text), ("the second", "0, 1, 0; -1, 0, 0; 0, 0, 1")])
        #expect(found.matrix == Self.turned)
        #expect(found.source == "the second")
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.contains("'\(text)'") == true)
        #expect(found.warnings.first?.contains("the first") == true)
    }

    @Test func everyRefusalIsTold() {
        let found = FoundMatrix.first(of: [("a", "0,0,0;0,0,0;0,0,0"), ("b", "x"), ("c", nil)])
        #expect(found.matrix == .identity)
        #expect(found.warnings.count == 2)
    }

    @Test(arguments: [
        // the text, the z row that x × y makes
        ("1, 0, 0; 0, 1, 0; 0, 0, 0", Vector3(0, 0, 1)),
        ("0, 1, 0; 1, 0, 0; 0, 0, 0", Vector3(0, 0, -1)),
        ("1, 0, 0; 0, 1, 0; 1, 0, 0", Vector3(0, 0, 1)),
        ("1, 0, 0; 0, 1, 0; 0, 0, 5", Vector3(0, 0, 1)),
        ("0, 0, 1; 1, 0, 0; 0, 0, 1", Vector3(0, 1, 0)),
    ])
    func aWrongZRowAloneIsMendedWithAWarning(_ text: String, z: Vector3) throws {
        let found = FoundMatrix.first(of: [("the driver", text)])
        let given = try #require(MountMatrix(text: text))
        #expect(found.matrix == MountMatrix(x: given.x, y: given.y, z: z))
        #expect(found.source == "the driver")
        #expect(found.warnings.count == 1)
        #expect(found.warnings.first?.contains("'\(text)'") == true)
        #expect(found.warnings.first?.contains("z row") == true)
    }

    @Test(arguments: [
        "1, 0, 0; 0, 1, 0; 0, 0, -1",
        "0, 1, 0; 1, 0, 0; 0, 0, 1",
        "0.5, -0.866, 0; 0.866, 0.5, 0; 0, 0, 1",
        "1.05, 0, 0; 0, 0.95, 0; 0, 0, 1",
    ])
    func aMirroringOrARoundedRotationIsTakenAsItIs(_ text: String) {
        let found = FoundMatrix.first(of: [("the driver", text)])
        #expect(found.matrix == MountMatrix(text: text))
        #expect(found.warnings.isEmpty)
    }
}
