import Testing

@testable import MotionCore

@Suite("MountMatrix")
struct MountMatrixTests {
    @Test("each row yields one component")
    func rows() {
        let matrix = MountMatrix(x: Vector3(0, -1, 0), y: Vector3(1, 0, 0), z: Vector3(0, 0, 1))
        #expect(matrix.apply(Vector3(1, 2, 3)) == Vector3(-2, 1, 3))
        let full = MountMatrix(x: Vector3(1, 2, 3), y: Vector3(4, 5, 6), z: Vector3(7, 8, 9))
        #expect(full.apply(Vector3(1, 10, 100)) == Vector3(321, 654, 987))
        #expect(MountMatrix.identity.apply(Vector3(1, 2, 3)) == Vector3(1, 2, 3))
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        var x: Vector3
        var y: Vector3
        var z: Vector3
        /// The z row of what may be used; nil where nothing may.
        var usableZ: Vector3?
        var testDescription: String { name }
    }

    @Test(
        "sound x and y rows are used as they are, a wrong z row is mended",
        arguments: [
            Row(
                name: "identity", x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1),
                usableZ: Vector3(0, 0, 1)),
            Row(
                name: "a determinant of −1 stays", x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, -1),
                usableZ: Vector3(0, 0, -1)),
            Row(
                name: "axes exchanged, a determinant of −1", x: Vector3(0, 1, 0), y: Vector3(1, 0, 0),
                z: Vector3(0, 0, 1), usableZ: Vector3(0, 0, 1)),
            Row(
                name: "a turn by 30°", x: Vector3(0.866, 0.5, 0), y: Vector3(-0.5, 0.866, 0), z: Vector3(0, 0, 1),
                usableZ: Vector3(0, 0, 1)),
            Row(
                name: "a z row of zeros becomes x × y", x: Vector3(1, 0, 0), y: Vector3(0, 1, 0),
                z: Vector3(0, 0, 0), usableZ: Vector3(0, 0, 1)),
            Row(
                name: "a z row like y becomes x × y", x: Vector3(0, 1, 0), y: Vector3(1, 0, 0), z: Vector3(1, 0, 0),
                usableZ: Vector3(0, 0, -1)),
            Row(
                name: "a long z row becomes x × y", x: Vector3(0, 0, 1), y: Vector3(1, 0, 0), z: Vector3(0, 9.8, 0),
                usableZ: Vector3(0, 1, 0)),
            Row(
                name: "a z row of no numbers becomes x × y", x: Vector3(1, 0, 0), y: Vector3(0, 0, 1),
                z: Vector3(.nan, 0, 0), usableZ: Vector3(0, -1, 0)),
            Row(name: "all zeros", x: Vector3(0, 0, 0), y: Vector3(0, 0, 0), z: Vector3(0, 0, 0), usableZ: nil),
            Row(name: "an x row of zeros", x: Vector3(0, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1), usableZ: nil),
            Row(name: "a y row of zeros", x: Vector3(1, 0, 0), y: Vector3(0, 0, 0), z: Vector3(0, 0, 1), usableZ: nil),
            Row(name: "parallel rows", x: Vector3(1, 0, 0), y: Vector3(1, 0, 0), z: Vector3(0, 0, 1), usableZ: nil),
            Row(name: "opposite rows", x: Vector3(0, 1, 0), y: Vector3(0, -1, 0), z: Vector3(0, 0, 1), usableZ: nil),
            Row(
                name: "rows that are nearly parallel", x: Vector3(1, 0, 0), y: Vector3(0.8, 0.6, 0),
                z: Vector3(0, 0, 1), usableZ: nil),
            Row(name: "a long x row", x: Vector3(2, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1), usableZ: nil),
            Row(
                name: "a row of no number", x: Vector3(.nan, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1),
                usableZ: nil),
            Row(
                name: "an infinite row", x: Vector3(1, 0, 0), y: Vector3(0, .infinity, 0), z: Vector3(0, 0, 1),
                usableZ: nil),
        ])
    func usable(_ row: Row) {
        let matrix = MountMatrix(x: row.x, y: row.y, z: row.z)
        #expect(matrix.usable == row.usableZ.map { MountMatrix(x: row.x, y: row.y, z: $0) })
    }
}
