import Foundation
import TestSupport
import Testing

@testable import MotionCore

@Suite("MountCalibration: the matrix that three poses show")
struct MountCalibrationTests {
    /// All the ways in which three axes can sit along three others: 24 rotations and 24 with a mirror in them.
    static let mountings: [MountMatrix] = {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        var all: [MountMatrix] = []
        for (first, second, third) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
            for signs in 0..<8 {
                let sign = { (bit: Int) in signs >> bit & 1 == 0 ? 1.0 : -1.0 }
                all.append(
                    MountMatrix(x: axes[first] * sign(0), y: axes[second] * sign(1), z: axes[third] * sign(2)))
            }
        }
        return all
    }()

    @Test("the mountings are 24 rotations and 24 with a mirror")
    func all() {
        let determinants = Self.mountings.map { $0.x.dot($0.y.cross($0.z)) }
        #expect(determinants.filter { $0 == 1 }.count == 24)
        #expect(determinants.filter { $0 == -1 }.count == 24)
        #expect(Set(Self.mountings).count == 48)
    }

    @Test("each is found exactly, with 3 % of noise and held 3° askew", arguments: mountings, [false, true])
    func permutation(_ mounting: MountMatrix, isReaction: Bool) throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<20 {
            var poses: [CalibrationPose: RestingVector] = [:]
            for pose in CalibrationPose.allCases {
                let held = askew(pose.gravity, by: 3, &random) * 9.80665
                var read = mounted(mounting, held) * (isReaction ? -1 : 1)
                for axis in [\Vector3.x, \Vector3.y, \Vector3.z] {
                    read[keyPath: axis] += 9.80665 * random.uniform(-0.03...0.03)
                }
                poses[pose] = try RestingVector([read])
            }
            let found = try MountCalibration(poses, isReaction: isReaction)
            #expect(found.matrix == mounting)
            #expect(found.isPermutation)
            // The hand's 3°, and 0.03 in each of two directions across, 2.4°.
            #expect(found.deviations.count == 3 && found.deviations.values.allSatisfy { $0 < 5.7 })
        }
    }

    /// Rotations by 20° about (1, 2, 3) and (1, 1, 1), by Rodrigues' formula; the second is the most that three rows can be
    /// alike, each 16° from an axis.
    static let skewed = [
        MountMatrix(
            x: Vector3(0.944000, -0.265611, 0.195740), y: Vector3(0.282842, 0.956923, -0.065563),
            z: Vector3(-0.169894, 0.117255, 0.978462)),
        MountMatrix(
            x: Vector3(0.959795, -0.177363, 0.217568), y: Vector3(0.217568, 0.959795, -0.177363),
            z: Vector3(-0.177363, 0.217568, 0.959795)),
    ]

    @Test("a sensor that sits askew is found askew, mirrored or not", arguments: skewed, [1.0, -1.0])
    func rotation(_ rotation: MountMatrix, mirror: Double) throws {
        let mounting = MountMatrix(x: rotation.x, y: rotation.y, z: rotation.z * mirror)
        for isReaction in [false, true] {
            let found = try MountCalibration(exact(mounting, isReaction: isReaction), isReaction: isReaction)
            #expect(!found.isPermutation)
            for row in [\MountMatrix.x, \MountMatrix.y, \MountMatrix.z] {
                #expect(degrees(found.matrix[keyPath: row], mounting[keyPath: row]) < 0.1)
                #expect(abs(found.matrix[keyPath: row].length - 1) < 2e-6)
            }
            #expect(found.deviations.values.allSatisfy { $0 < 0.001 })
        }
    }

    @Test("what is skew is shared out evenly")
    func skew() throws {
        // Poses 80° apart in the plane of x and y, askew by 5° each and all turned by 30°: so is the nearest rotation.
        let read = { (angle: Double) in
            Vector3(cos(angle * .pi / 180), sin(angle * .pi / 180), 0) * 9.80665
        }
        let poses: [CalibrationPose: RestingVector] = [
            .leftUp: try RestingVector([read(35)]), .topUp: try RestingVector([read(115) * -1]),
            .flat: try RestingVector([Vector3(0, 0, -9.80665)]),
        ]
        let found = try MountCalibration(poses, isReaction: false)
        #expect(degrees(found.matrix.x, read(30)) < 0.001)
        #expect(degrees(found.matrix.y, read(120)) < 0.001)
        #expect(found.matrix.z == Vector3(0, 0, 1))
        #expect(abs((found.deviations[.leftUp] ?? 0) - 5) < 0.001)
        #expect(abs((found.deviations[.topUp] ?? 0) - 5) < 0.001)
    }

    @Test(
        "a pose that is missing is named",
        arguments: [
            ([CalibrationPose](), "flat and top-up and left-up"), ([.flat, .leftUp], "poses top-up;"),
        ])
    func missing(_ measured: [CalibrationPose], _ words: String) throws {
        let poses = try exact(.identity, isReaction: false).filter { measured.contains($0.key) }
        let problem = thrown(CalibrationProblem.self) { try MountCalibration(poses, isReaction: false) }
        #expect(problem?.sentence.contains(words) == true, "\(problem?.sentence ?? "")")
    }

    @Test(
        "two poses that are not perpendicular are named",
        arguments: [
            // which reads otherwise, what it reads, whom with
            (CalibrationPose.topUp, Vector3(0, -0.9, -0.5), "flat and top-up are 60.95°"),
            (.leftUp, Vector3(0.8, 0.6, 0), "top-up and left-up are 126.87°"),
            (.leftUp, Vector3(0.8, 0, 0.6), "flat and left-up are 126.87°"),
        ])
    func skewPoses(_ pose: CalibrationPose, _ vector: Vector3, _ words: String) throws {
        var poses = try exact(.identity, isReaction: false)
        poses[pose] = try RestingVector([vector * 9.80665])
        let problem = thrown(CalibrationProblem.self) { try MountCalibration(poses, isReaction: false) }
        #expect(problem?.sentence.contains(words) == true, "\(problem?.sentence ?? "")")
    }

    @Test(
        "a pose that is another one or its opposite is refused at once",
        arguments: [
            // the earlier one, the new one, what that reads, words of the refusal
            (CalibrationPose.flat, CalibrationPose.topUp, Vector3(0, -0.4, -0.9), "the same as flat"),
            (.flat, .topUp, Vector3(0, -0.4, 0.9), "the opposite of flat"),
            (.topUp, .leftUp, Vector3(0.3, -0.9, 0), "left-up reads nearly the same as top-up"),
            (.topUp, .leftUp, Vector3(0.9, -0.4, 0), nil), (.flat, .flat, Vector3(0, 0, -1), nil),
        ] as [(CalibrationPose, CalibrationPose, Vector3, String?)])
    func samePose(
        _ earlier: CalibrationPose, _ pose: CalibrationPose, _ vector: Vector3, _ words: String?
    ) throws {
        let measured = [earlier: try RestingVector([earlier.gravity * 9.80665])]
        let new = try RestingVector([vector * 9.80665])
        let problem = thrown(CalibrationProblem.self) {
            try MountCalibration.check(new, as: pose, against: measured)
        }
        if let words {
            #expect(problem?.sentence.contains(words) == true, "\(problem?.sentence ?? "")")
        } else {
            #expect(problem == nil)
        }
    }

    /// What a sensor that is mounted by `mounting` reads of `gravity`: the matrix is orthogonal, so back by its columns.
    private func mounted(_ mounting: MountMatrix, _ gravity: Vector3) -> Vector3 {
        let (x, y, z) = (mounting.x * gravity.x, mounting.y * gravity.y, mounting.z * gravity.z)
        return Vector3(x.x + y.x + z.x, x.y + y.y + z.y, x.z + y.z + z.z)
    }

    private func exact(_ mounting: MountMatrix, isReaction: Bool) throws -> [CalibrationPose: RestingVector] {
        var poses: [CalibrationPose: RestingVector] = [:]
        for pose in CalibrationPose.allCases {
            poses[pose] = try RestingVector([mounted(mounting, pose.gravity) * (isReaction ? -9.80665 : 9.80665)])
        }
        return poses
    }

    /// `direction` turned by `angle` degrees toward anywhere.
    private func askew(_ direction: Vector3, by angle: Double, _ random: inout SplitMix64) -> Vector3 {
        let anywhere = Vector3(random.uniform(-1...1), random.uniform(-1...1), random.uniform(-1...1))
        let across = direction.cross(anywhere)
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180) / across.length)
        return Vector3(
            direction.x * c + across.x * s, direction.y * c + across.y * s, direction.z * c + across.z * s)
    }
}
