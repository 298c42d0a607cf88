/// What is known of a hinge.
public struct Hinge: Hashable, Sendable {
    /// The last angle that was found, unfiltered.
    public private(set) var angle: HingeAngle
    /// The angle as a switch with three positions, which does not flicker. It starts as `fully-open`.
    public private(set) var status: Status
    /// Whether the angle is held: it was so, and is not known now.
    public private(set) var isStale: Bool

    /// A hinge that was found at `angle`.
    public init(_ angle: HingeAngle) {
        self.init(angle: angle, status: Status.fullyOpen.next(angle: angle))
    }

    /// A hinge as somebody else knows it.
    public init(angle: HingeAngle, status: Status, isStale: Bool = false) {
        self.angle = angle
        self.status = status
        self.isStale = isStale
    }

    /// It is found at `angle`.
    public mutating func take(_ angle: HingeAngle) {
        self.angle = angle
        status = status.next(angle: angle)
        isStale = false
    }

    /// The angle is not known any more, and the last one is held.
    public mutating func hold() {
        isStale = true
    }
}

extension Status {
    /// The status that follows this one at a hinge's `angle`.
    func next(angle: HingeAngle) -> Status {
        if angle.degrees < Tuning.hingeClosedUnder { return .closed }
        if angle.degrees > Tuning.hingeOpenOver { return .fullyOpen }
        switch self {
        case .fullyOpen: return angle.degrees < Tuning.hingeOpenUntil ? .partiallyOpen : .fullyOpen
        case .partiallyOpen: return .partiallyOpen
        case .closed: return angle.degrees > Tuning.hingeClosedUntil ? .partiallyOpen : .closed
        }
    }
}
