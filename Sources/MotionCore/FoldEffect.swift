import Glibc

/// What a fold looks like, for those who draw with it: the left half of the screen folding about a crease in its middle.
///
/// Lengths are points of a design canvas of 1194 × 834 points; a screen of another size scales them.
public struct FoldEffect: Hashable, Sendable {
    /// Radius of the frost's blur at the outer edge, in points, 0…90. Toward the crease it falls off as
    /// `(1 − u/front)^falloff`, where u is the distance from the outer edge as a fraction of the half.
    public let blur: Double
    /// Black over the outer edge, 0…0.6 of opacity; 0.55 of it at 0.55 of the front, none at the front.
    public let scrim: Double
    /// How far the frost has swept from the outer edge (0) to the crease (1).
    public let front: Double
    /// How far the half leans back about the crease, in degrees, 0…68.
    public let angle: Double
    /// How far the flat half's content slides off the crease, in points, 0…20.4.
    public let nudge: Double

    /// Whether there is anything to draw: under this much blur a layer would cost without being seen.
    public var isVisible: Bool { blur >= Self.leastBlur }

    /// The effect of `fold` (0…1). What is over the cap looks as the cap does: the effect holds its best pose.
    public init(fold: Double) {
        let capped = min(max(fold, 0), Self.cap)
        // The frost arrives early, the hinge follows: at a fold of 0.5 one has reached the crease, the other stands at 40°.
        let bite = pow(capped, Self.biteExponent)
        blur = Self.mostBlur * bite
        scrim = Self.mostScrim * bite
        front = min(capped / Self.frontFold, 1)
        angle = Self.anglePerFold * capped
        nudge = Self.nudgePerFold * capped
    }

    /// The effect with these values, as somebody else worked them out.
    public init(blur: Double, scrim: Double, front: Double, angle: Double, nudge: Double) {
        self.blur = blur
        self.scrim = scrim
        self.front = front
        self.angle = angle
        self.nudge = nudge
    }

    /// A fold beyond this looks no different.
    public static let cap = 0.85
    /// The frost's bite is the fold to this power.
    static let biteExponent = 0.4
    /// The fold at which the frost has reached the crease.
    static let frontFold = 0.5
    /// Points of blur at a bite of 1.
    static let mostBlur = 90.0
    /// The power by which the blur falls off toward the front.
    public static let falloff = 1.6
    /// Opacity of the black at a bite of 1.
    static let mostScrim = 0.6
    /// Degrees that the half leans back at a fold of 1, were it not capped.
    static let anglePerFold = 80.0
    /// Strength of the perspective in which it leans. No unit; 0 is none.
    public static let perspective = 0.55
    /// Points that the flat half's content slides at a fold of 1, were it not capped.
    static let nudgePerFold = 24.0
    /// Under this blur, in points, there is no layer.
    static let leastBlur = 0.5
}
