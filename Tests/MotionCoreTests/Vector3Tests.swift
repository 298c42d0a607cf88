import Testing

@testable import MotionCore

@Suite("Vector3")
struct Vector3Tests {
    @Test(
        "the length, without overflow or underflow on the way",
        arguments: zip(
            [
                Vector3(0, 0, 0), Vector3(3, -4, 0), Vector3(2, 3, 6), Vector3(-0.0, 0, -7), Vector3(3e-200, 0, 4e-200),
                Vector3(3e200, 4e200, 0), Vector3(1e308, 1e308, 0), Vector3(0, .leastNonzeroMagnitude, 0),
                Vector3(1e308, 1e308, 1e308),
                Vector3(0, -.infinity, 1), Vector3(1.7e308, 1.7e308, 1.7e308),
            ],
            [
                0, 5, 7, 7, 5e-200, 5e200, 1.4142135623730951e308, .leastNonzeroMagnitude, 1.7320508075688772e308,
                .infinity, .infinity,
            ]))
    func length(_ vector: Vector3, _ expected: Double) {
        let length = vector.length
        #expect(length == expected || abs(length / expected - 1) < 4e-16)
    }

    @Test("no number in any component is seen")
    func isFinite() {
        for wild in [Double.nan, .infinity, -.infinity] {
            #expect(!Vector3(wild, 0, 0).isFinite)
            #expect(!Vector3(0, wild, 0).isFinite)
            #expect(!Vector3(0, 0, wild).isFinite)
        }
        #expect(Vector3(1e308, -1e308, .leastNonzeroMagnitude).isFinite)
    }

    @Test("sums of products, worked by hand")
    func products() {
        let (a, b) = (Vector3(1, 2, 3), Vector3(4, -5, 6))
        #expect(a.dot(b) == 12)
        #expect(a.cross(b) == Vector3(27, 6, -13))
        #expect(Vector3(1, 0, 0).cross(Vector3(0, 1, 0)) == Vector3(0, 0, 1))
        #expect(-a == Vector3(-1, -2, -3))
        #expect(a * 2 == Vector3(2, 4, 6))
        #expect(b / 2 == Vector3(2, -2.5, 3))
    }
}
