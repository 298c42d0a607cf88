/// Step 7: the fold as a switch with three positions, which does not flicker.
public enum Status: String, Sendable {
    /// The fold is 0, or has not yet left its neighbourhood; of a hinge: over 170°.
    case fullyOpen = "fully-open"
    /// Between the two.
    case partiallyOpen = "partially-open"
    /// The fold is 0.85 or more, or has not yet left its neighbourhood; of a hinge: under 10°.
    case closed = "closed"

    /// The status that follows this one at a `fold` of 0…1.
    func next(fold: Double) -> Status {
        if fold >= Tuning.closedFrom { return .closed }
        if fold == 0 { return .fullyOpen }
        switch self {
        case .fullyOpen: return fold > Tuning.openUntil ? .partiallyOpen : .fullyOpen
        case .partiallyOpen: return .partiallyOpen
        case .closed: return fold < Tuning.closedUntil ? .partiallyOpen : .closed
        }
    }
}
