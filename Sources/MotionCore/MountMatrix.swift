/// How a sensor sits in its tablet: a matrix that turns the sensor's axes into the device frame.
///
/// Each row yields one component: device x = row `x` · reading, as iio-sensor-proxy and the kernel's
/// `mount_matrix` have it. A determinant of −1 is no fault: most matrices of systemd's list have it.
public struct MountMatrix: Hashable, Sendable {
    /// The row that yields the device's x.
    public var x: Vector3
    /// The row that yields the device's y.
    public var y: Vector3
    /// The row that yields the device's z.
    public var z: Vector3

    /// The matrix of rows `x`, `y`, `z`.
    public init(x: Vector3, y: Vector3, z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// A sensor whose axes are the device's.
    public static let identity = MountMatrix(x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1))

    /// `reading` in the device frame.
    public func apply(_ reading: Vector3) -> Vector3 {
        Vector3(x.dot(reading), y.dot(reading), z.dot(reading))
    }

    /// Whether `row` has a length within 10 % of 1, as every row of a rotation or a mirroring has.
    static func isUnit(_ row: Vector3) -> Bool {
        row.isFinite && abs(row.length - 1) <= 0.1
    }

    /// This matrix where it can be used, mended where only its z row is unsound, nil where it cannot be.
    ///
    /// Only x and y shape the fold, so their rows must be sound: near unit length and not parallel. Two matrices of
    /// systemd's list have a wrong z row and rotate a desktop correctly; such a row becomes x × y.
    public var usable: MountMatrix? {
        guard Self.isUnit(x), Self.isUnit(y), abs(x.dot(y)) <= 0.5 * x.length * y.length else { return nil }
        let normal = x.cross(y)
        let zIsSound = Self.isUnit(z) && abs(z.dot(normal)) >= 0.5 * z.length * normal.length
        return zIsSound ? self : MountMatrix(x: x, y: y, z: normal / normal.length)
    }
}
