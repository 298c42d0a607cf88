import Foundation
import TestSupport
import Testing

@testable import MotionCore

/// The vectors are built from directions in the world, not from the formula that is tested: the machine is seen from its
/// right side, in a plane with *forward* (from the hinge to the base's front edge) and *up*.
@Suite("GravityHinge: the hinge's angle from two accelerometers")
struct GravityHingeTests {
    /// What lid and base read with the hinge opened by `degrees` on a base whose front edge is `incline` degrees higher
    /// than its hinge, and whose right edge is `roll` degrees higher than its left one.
    private static func machine(_ degrees: Double, incline: Double = 0, roll: Double = 0) -> (
        lid: Vector3, base: Vector3
    ) {
        let (along, across) = (sin(roll * .pi / 180), cos(roll * .pi / 180))
        // A direction in the plane, by its elevation over forward; the ground is at −90°.
        let down = { (elevation: Double) in -sin(elevation * .pi / 180) * across * 9.80665 }
        let x = -along * 9.80665
        // Shut, the lid's y is forward as the base's, and its z out of the screen is down through the base: 90° less.
        let base = Vector3(x, down(incline), down(incline - 90))
        // Opening lifts the lid's top edge.
        let lid = Vector3(x, down(incline + degrees), down(incline + degrees - 90))
        return (lid, base)
    }

    @Test("the poses that everybody knows: shut, upright, flat on a table")
    func poses() {
        let flat = Vector3(0, 0, 9.80665)
        var hinge = GravityHinge()
        // The screen upright: its top edge up.
        #expect(hinge.angle(lid: Vector3(0, -9.80665, 0), base: flat).map { abs($0.degrees - 90) < 1e-12 } == true)
        // Face up beside the base.
        #expect(hinge.angle(lid: Vector3(0, 0, -9.80665), base: flat).map { abs($0.degrees - 180) < 1e-12 } == true)
        // A tent that stands on the screen's top edge and the base's front edge, at a right angle, the screen outside: that
        // looks upward, and the bottom downward.
        let down = 9.80665 * 0.5.squareRoot()
        let tent = hinge.angle(lid: Vector3(0, down, -down), base: Vector3(0, down, down))
        #expect(tent.map { abs($0.degrees - 270) < 1e-12 } == true)
        let (lid, base) = Self.machine(90)
        #expect(abs(lid.y + 9.80665) < 1e-12 && abs(lid.z) < 1e-12 && abs(base.z - 9.80665) < 1e-12)
    }

    @Test(
        "20° to 340° on any base, within a hundredth", arguments: [-75, -40, -10, 0, 5, 30, 60, 90, 135, 180],
        [0, 20, -55])
    func table(incline: Double, roll: Double) {
        for degrees in stride(from: 20.0, through: 340, by: 20) {
            let (lid, base) = Self.machine(degrees, incline: incline, roll: roll)
            var hinge = GravityHinge()
            let angle = hinge.angle(lid: lid, base: base)
            #expect(abs((angle?.degrees ?? .nan) - degrees) < 0.01, "\(degrees)°")
        }
    }

    @Test("lengths do not matter, as long as they are gravity's")
    func lengths() {
        let (lid, base) = Self.machine(110)
        for (a, b) in [(0.6, 1.4), (1.4, 0.6), (1.0, 1.0)] {
            var hinge = GravityHinge()
            #expect(hinge.angle(lid: lid * a, base: base * b).map { abs($0.degrees - 110) < 0.01 } == true)
        }
        for (a, b) in [(0.4, 1.0), (1.0, 1.6), (.nan, 1), (1, .infinity)] {
            var hinge = GravityHinge()
            #expect(hinge.angle(lid: lid * a, base: base * b) == nil)
        }
    }

    @Test(
        "with less than half of gravity across the hinge it says nothing",
        arguments: [(59, true), (61, false), (90, false)])
    func upright(roll: Double, tells: Bool) {
        // cos 60° is a half.
        let (lid, base) = Self.machine(100, roll: roll)
        var hinge = GravityHinge()
        #expect((hinge.angle(lid: lid, base: base) != nil) == tells)
        #expect((hinge.angle(lid: lid, base: Self.machine(100).base) != nil) == tells)
        #expect((hinge.angle(lid: Self.machine(100).lid, base: base) != nil) == tells)
    }

    @Test("within 15° of an end the first angle is not believed", arguments: [0, 3, 14.9, 345.1, 357, 360])
    func notBelieved(degrees: Double) {
        let (lid, base) = Self.machine(degrees)
        var hinge = GravityHinge()
        #expect(hinge.angle(lid: lid, base: base) == nil)
    }

    @Test(
        "there the last one decides",
        arguments: [
            // the last angle, what gravity shows, what it is
            (20.0, 14.0, 14.0), (20, 2, 2), (20, 358, 0), (90, 350, 0), (340, 346, 346), (340, 358, 358), (340, 3, 360),
            (271, 5, 360),
        ])
    func continuity(last: Double, shown: Double, found: Double) {
        var hinge = GravityHinge()
        let before = Self.machine(last)
        #expect(hinge.angle(lid: before.lid, base: before.base) != nil)
        let (lid, base) = Self.machine(shown)
        #expect(hinge.angle(lid: lid, base: base).map { abs($0.degrees - found) < 0.01 } == true)
    }

    @Test("a last angle from far away decides nothing", arguments: [(100.0, 2.0), (180, 358), (260, 1)])
    func farAway(last: Double, shown: Double) {
        var hinge = GravityHinge()
        let before = Self.machine(last)
        #expect(hinge.angle(lid: before.lid, base: before.base) != nil)
        let (lid, base) = Self.machine(shown)
        #expect(hinge.angle(lid: lid, base: base) == nil)
    }

    @Test("noise on a shut lid stays near 0", arguments: 1...5 as ClosedRange<UInt64>)
    func noise(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var hinge = GravityHinge()
        var largest = 0.0
        let begin = Self.machine(30)
        #expect(hinge.angle(lid: begin.lid, base: begin.base) != nil)
        for _ in 0..<500 {
            var (lid, base) = Self.machine(0, incline: 4)
            lid.y += random.uniform(-0.3...0.3)
            base.y += random.uniform(-0.3...0.3)
            largest = max(largest, hinge.angle(lid: lid, base: base)?.degrees ?? .infinity)
        }
        // 0.6 of 9.8 m/s² are 3.5°.
        #expect(largest < 4)
        #expect(largest > 0.5)
    }
}
