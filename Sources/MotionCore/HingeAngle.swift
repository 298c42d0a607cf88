/// The angle between the halves of a machine with a hinge: 0° is closed, 180° flat, 360° folded over.
///
/// A type of its own: a driver's 500, which means that it does not know, taken for an angle would be wrong silently.
public struct HingeAngle: Hashable, Sendable {
    /// Degrees, 0…360.
    public let degrees: Double

    /// The angle of `degrees`; nil where that is none of 0…360, as the 500 of a sensor that does not know.
    public init?(degrees: Double) {
        guard Self.range.contains(degrees) else { return nil }
        self.degrees = degrees
    }

    /// The angles that there are, in degrees.
    static let range = 0.0...360.0

    /// How far it is closed, as the fold counts it: 1 at 0°, 0 at 180°, −1 at 360°.
    var closing: Double { (180 - degrees) / 180 }
}
