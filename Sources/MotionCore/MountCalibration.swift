import Glibc

/// The mount matrix that three poses show.
///
/// The rows of the least-squares solution are nearly the readings themselves: in the pose with the left edge up gravity is
/// the device's x, so that the x row is what the sensor reads then. What a hand and noise leave of skew is taken away by
/// the polar decomposition: the nearest orthogonal matrix, of whichever determinant the poses have (Higham, "Computing
/// the polar decomposition", 1986; this is Newton's iteration, without scaling). A determinant of −1 is no fault.
public struct MountCalibration: Hashable, Sendable {
    /// The matrix; a rotation's entries are rounded to 10⁻⁶.
    public let matrix: MountMatrix
    /// Whether it is a signed permutation, as where a chip sits on its board at a right angle.
    public let isPermutation: Bool
    /// How far the pose's reading is off by the matrix, in degrees.
    public let deviations: [CalibrationPose: Double]

    /// Up to this angle (degrees) between each row and an axis it is the permutation. A chip is soldered at a right angle to
    /// its board; seen from one, three poses are askew by the hand (3° or so) and by the sensor's offset (±100 mg are 6°),
    /// together by less than this. A sensor that really sits askew by less cannot be told from that.
    static let permutationAngle = 15.0
    /// Poses that differ by less than this (degrees), or by 180° less that, are one pose, or one and its opposite.
    static let samePose = 30.0
    /// How far two poses may be from a right angle, in degrees: twice what is within reach of hand and offset.
    static let mostSkew = 20.0

    /// The matrix by which all of `poses` read as they should, for a source whose readings are negated after the matrix
    /// where `isReaction`.
    ///
    /// - Throws: Where a pose is missing, or two are not perpendicular.
    public init(_ poses: [CalibrationPose: RestingVector], isReaction: Bool) throws(CalibrationProblem) {
        let missing = CalibrationPose.allCases.filter { poses[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty, let flat = poses[.flat], let topUp = poses[.topUp], let leftUp = poses[.leftUp] else {
            throw CalibrationProblem(
                "no matrix without the poses \(missing.joined(separator: " and ")); measure them first")
        }
        for (first, second) in [(CalibrationPose.flat, CalibrationPose.topUp), (.flat, .leftUp), (.topUp, .leftUp)] {
            guard let a = poses[first], let b = poses[second] else { continue }
            let angle = degrees(a.vector, b.vector)
            guard abs(angle - 90) <= Self.mostSkew else {
                throw CalibrationProblem(
                    "\(first.rawValue) and \(second.rawValue) are \(hundredths(angle))° apart instead of 90°; measure the one again that was held less exactly"
                )
            }
        }
        let sign = isReaction ? -1.0 : 1.0
        let rotation = MountMatrix(
            x: leftUp.unit * sign, y: topUp.unit * -sign, z: flat.unit * -sign
        ).nearestOrthogonal
        let permutation = rotation.nearestPermutation(within: Self.permutationAngle)
        let matrix = permutation ?? rotation.rounded
        self.matrix = matrix
        isPermutation = permutation != nil
        deviations = poses.reduce(into: [:]) {
            $0[$1.key] = degrees(matrix.apply($1.value.unit) * sign, $1.key.gravity)
        }
    }

    /// Refuses `new`, measured as `pose`, where it is one of the others in `poses` or its opposite.
    public static func check(
        _ new: RestingVector, as pose: CalibrationPose, against poses: [CalibrationPose: RestingVector]
    ) throws(CalibrationProblem) {
        for other in CalibrationPose.allCases where other != pose {
            guard let earlier = poses[other] else { continue }
            let angle = degrees(new.vector, earlier.vector)
            let likeness =
                angle < samePose ? "the same as" : angle > 180 - samePose ? "the opposite of" : nil
            guard let likeness else { continue }
            throw CalibrationProblem(
                "\(pose.rawValue) reads nearly \(likeness) \(other.rawValue); \(pose.instruction), and measure again")
        }
    }
}

extension RestingVector {
    fileprivate var unit: Vector3 { vector / vector.length }
}

/// The angle between `a` and `b`, neither of length 0, in degrees.
public func degrees(_ a: Vector3, _ b: Vector3) -> Double {
    // By the arc tangent: the arc cosine loses half of the digits near 0.
    atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
}

extension MountMatrix {
    /// The orthogonal matrix nearest to this one, which must be regular: its polar factor.
    var nearestOrthogonal: MountMatrix {
        var matrix = self
        // Quadratic: from singular values of 0.5…1.5, five rounds reach a double's last digits.
        for _ in 0..<10 {
            let cofactors = MountMatrix(
                x: matrix.y.cross(matrix.z), y: matrix.z.cross(matrix.x), z: matrix.x.cross(matrix.y))
            let determinant = matrix.x.dot(cofactors.x)
            matrix = matrix.mean(with: cofactors, times: 1 / determinant)
        }
        return matrix
    }

    private func mean(with other: MountMatrix, times factor: Double) -> MountMatrix {
        let mean = { (a: Vector3, b: Vector3) in
            Vector3((a.x + b.x * factor) / 2, (a.y + b.y * factor) / 2, (a.z + b.z * factor) / 2)
        }
        return MountMatrix(x: mean(x, other.x), y: mean(y, other.y), z: mean(z, other.z))
    }

    /// The signed permutation of whose rows each of this one's is within `angle` (degrees, under 45).
    func nearestPermutation(within angle: Double) -> MountMatrix? {
        let least = cos(angle * .pi / 180)
        let axis = { (row: Vector3) -> Vector3? in
            if abs(row.x) >= least { return Vector3(row.x < 0 ? -1 : 1, 0, 0) }
            if abs(row.y) >= least { return Vector3(0, row.y < 0 ? -1 : 1, 0) }
            return abs(row.z) >= least ? Vector3(0, 0, row.z < 0 ? -1 : 1) : nil
        }
        guard let x = axis(x), let y = axis(y), let z = axis(z) else { return nil }
        return MountMatrix(x: x, y: y, z: z)
    }

    /// Six decimals are a fifth of a second of arc, and nine of them stay within a configuration's line.
    fileprivate var rounded: MountMatrix {
        let round = { (row: Vector3) in
            Vector3((row.x * 1e6).rounded() / 1e6, (row.y * 1e6).rounded() / 1e6, (row.z * 1e6).rounded() / 1e6)
        }
        return MountMatrix(x: round(x), y: round(y), z: round(z))
    }
}
