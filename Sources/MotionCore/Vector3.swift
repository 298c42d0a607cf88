/// Three components along the device frame's axes.
///
/// The frame is that of the panel's native scan-out mode: x to the right edge, y to the top edge, z out of the
/// screen toward the viewer. The unit is the owner's to say.
public struct Vector3: Hashable, Sendable {
    /// Toward the right edge.
    public var x: Double
    /// Toward the top edge.
    public var y: Double
    /// Out of the screen. On real machines it comes in either sign: nothing in the fold depends on it.
    public var z: Double

    /// The vector (x, y, z).
    public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Whether every component is a number.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The Euclidean length, in the components' unit, without overflow or underflow on the way; infinite only where
    /// the length itself is beyond a double.
    public var length: Double {
        let squares = x * x + y * y + z * z
        if squares > 1e-200 && squares < 1e200 { return squares.squareRoot() }
        let largest = max(abs(x), abs(y), abs(z))
        if largest == 0 || !largest.isFinite { return largest }
        let (a, b, c) = (x / largest, y / largest, z / largest)
        return largest * (a * a + b * b + c * c).squareRoot()
    }

    /// The way from `b` to `a`.
    public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }

    /// The vector that points the other way.
    public static prefix func - (v: Vector3) -> Vector3 { Vector3(-v.x, -v.y, -v.z) }

    /// Each component times `factor`.
    public static func * (v: Vector3, factor: Double) -> Vector3 {
        Vector3(v.x * factor, v.y * factor, v.z * factor)
    }

    /// Each component divided by `divisor`.
    public static func / (v: Vector3, divisor: Double) -> Vector3 {
        Vector3(v.x / divisor, v.y / divisor, v.z / divisor)
    }

    /// The scalar product with `other`.
    public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The vector product with `other`.
    public func cross(_ other: Vector3) -> Vector3 {
        Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}
