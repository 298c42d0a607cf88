import Foundation
import TestSupport
import UnixProgram

/// A tablet that is turned by a test, with a sensor that is polled fast and sits in it however it is said.
final class TurnedTablet {
    let tablet: FakeTablet
    /// What the sensor's raw attributes are for each component of the device's gravity, in counts of 0.009806 m/s².
    private var mounting: [[Double]]

    /// One `in` a directory whose sensor sits so that its x, y and z read these rows times the device's gravity.
    init(in directory: TemporaryDirectory, mounting: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) throws {
        tablet = try FakeTablet(in: directory, "--rates", "", "--matrix", "")
        self.mounting = mounting
    }

    /// What a daemon needs to read it fast.
    static let configuration = "[sensor]\nrate = 400\nmode = polled\n[fold]\norientation = landscape-right\n"

    /// A daemon that reads it.
    func start(in directory: TemporaryDirectory, _ configuration: String = "") throws -> RunningDaemon {
        try RunningDaemon(
            in: directory, source: "auto", configuration: Self.configuration + configuration,
            environment: tablet.environment)
    }

    /// Puts the sensor in another way.
    func mount(_ mounting: [[Double]]) { self.mounting = mounting }

    /// Holds it so that gravity, in the device frame, is `x`, `y`, `z` g.
    func hold(_ x: Double, _ y: Double, _ z: Double) throws {
        for (axis, row) in zip(["x", "y", "z"], mounting) {
            let counts = (row[0] * x + row[1] * y + row[2] * z) * 1000.06
            try tablet.set("in_accel_\(axis)_raw", "\(Int(counts.rounded()))")
        }
    }

    /// Lays it flat, or stands it so that an edge is up.
    func pose(_ name: String) throws {
        switch name {
        case "flat": try hold(0, 0, -1)
        case "top-up": try hold(0, -1, 0)
        default: try hold(1, 0, 0)
        }
    }

    /// A way in which a sensor's axes lie along the device's.
    struct Mounting {
        /// As `mount` takes it.
        let rows: [[Double]]
        /// The mount matrix that leads back, as text.
        let matrix: String
        /// Whether it is no rotation: its determinant is −1.
        let isMirrored: Bool
    }

    /// All 48 of them.
    static let mountings: [Mounting] = {
        // An even permutation of the axes and an odd one, three of each.
        let orders = [
            ([0, 1, 2], 1), ([1, 2, 0], 1), ([2, 0, 1], 1), ([0, 2, 1], -1), ([1, 0, 2], -1), ([2, 1, 0], -1),
        ]
        return orders.flatMap { order, parity in
            (0..<8).map { signs in
                var rows = [[0.0, 0, 0], [0, 0, 0], [0, 0, 0]]
                var back = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
                var determinant = parity
                for (axis, device) in order.enumerated() {
                    let sign = signs >> axis & 1 == 0 ? 1 : -1
                    rows[axis][device] = Double(sign)
                    // What the sensor's axis shows of the device's, the device's is of the sensor's.
                    back[device][axis] = sign
                    determinant *= sign
                }
                let text = back.map { $0.map { "\($0)" }.joined(separator: ", ") }.joined(separator: "; ")
                return Mounting(rows: rows, matrix: text, isMirrored: determinant < 0)
            }
        }
    }()
}
