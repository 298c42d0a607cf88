import Testing

@testable import MotionCore

@Suite("Hinge: an angle as a switch")
struct HingeTests {
    @Test("angles are 0…360 degrees", arguments: [0, 0.5, 180, 359.999, 360])
    func angles(degrees: Double) {
        #expect(HingeAngle(degrees: degrees)?.degrees == degrees)
    }

    @Test(
        "what is no angle is none: 500 is a cros-ec that does not know",
        arguments: [500, 360.001, -0.001, -90, .nan, .infinity, -.infinity])
    func noAngles(degrees: Double) {
        #expect(HingeAngle(degrees: degrees) == nil)
    }

    @Test("closed is 1, flat 0, folded over −1", arguments: [(0, 1), (45, 0.75), (90, 0.5), (180, 0), (360, -1)])
    func closing(degrees: Double, closing: Double) {
        #expect(HingeAngle(degrees: degrees)?.closing == closing)
    }

    struct Row: CustomTestStringConvertible {
        var from: Status
        var degrees: Double
        var to: Status
        var testDescription: String { "\(from) at \(degrees)°" }
    }

    @Test(
        "closed under 10° and left over 15°, fully-open over 170° and left under 165°",
        arguments: [
            Row(from: .closed, degrees: 0, to: .closed), Row(from: .closed, degrees: 9.999, to: .closed),
            Row(from: .closed, degrees: 10, to: .closed), Row(from: .closed, degrees: 15, to: .closed),
            Row(from: .closed, degrees: 15.001, to: .partiallyOpen),
            Row(from: .closed, degrees: 170, to: .partiallyOpen), Row(from: .closed, degrees: 170.001, to: .fullyOpen),
            Row(from: .partiallyOpen, degrees: 9.999, to: .closed),
            Row(from: .partiallyOpen, degrees: 10, to: .partiallyOpen),
            Row(from: .partiallyOpen, degrees: 170, to: .partiallyOpen),
            Row(from: .partiallyOpen, degrees: 170.001, to: .fullyOpen),
            Row(from: .fullyOpen, degrees: 360, to: .fullyOpen), Row(from: .fullyOpen, degrees: 170, to: .fullyOpen),
            Row(from: .fullyOpen, degrees: 165, to: .fullyOpen),
            Row(from: .fullyOpen, degrees: 164.999, to: .partiallyOpen),
            Row(from: .fullyOpen, degrees: 10, to: .partiallyOpen), Row(from: .fullyOpen, degrees: 9.999, to: .closed),
        ])
    func next(_ row: Row) throws {
        let angle = try #require(HingeAngle(degrees: row.degrees))
        #expect(row.from.next(angle: angle) == row.to)
        var hinge = Hinge(angle: angle, status: row.from, isStale: true)
        hinge.take(angle)
        #expect(hinge.status == row.to)
        #expect(hinge.angle == angle && !hinge.isStale)
    }

    @Test("it begins as fully-open, and keeps angle and status while it is held")
    func beginning() throws {
        var hinge = Hinge(try #require(HingeAngle(degrees: 167)))
        #expect(hinge.status == .fullyOpen)
        hinge.hold()
        #expect(hinge.isStale && hinge.status == .fullyOpen && hinge.angle.degrees == 167)
        #expect(Hinge(try #require(HingeAngle(degrees: 5))).status == .closed)
    }
}
