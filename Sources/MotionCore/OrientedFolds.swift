/// Each update as all four orientations see it, since a program may know better than the service how its screen is turned.
///
/// The status has a past, so every orientation keeps its own, for the process's life: two watchers that ask for the same
/// orientation are told the same.
public struct OrientedFolds: Sendable {
    private var tuning = Tuning()
    private var statuses = [Status](repeating: .fullyOpen, count: Orientation.allCases.count)

    /// As before the first update.
    public init() {}

    /// An update was made under `tuning`.
    public mutating func take(_ state: FoldState, tuning: Tuning) {
        self.tuning = tuning
        guard let filtered = state.lean?.filtered else { return }
        for (index, orientation) in Orientation.allCases.enumerated() {
            let fold = Fold.value(roll: orientation.roll(filtered), tuning: tuning)
            statuses[index] = statuses[index].next(fold: fold)
        }
    }

    /// The pipeline goes on from `memory`: what it remembers of the status holds for its own orientation.
    public mutating func restore(_ memory: PipelineMemory) {
        statuses[memory.orientation.index] = memory.status
    }

    /// The update that was taken last, `state`, on a screen that is turned to `orientation`. A hinge folds it whichever way
    /// that is.
    public func state(_ state: FoldState, in orientation: Orientation) -> FoldState {
        guard let filtered = state.lean?.filtered else { return state }
        var seen = state
        seen.fold = Fold.value(roll: orientation.roll(filtered), tuning: tuning)
        seen.status = statuses[orientation.index]
        seen.orientation = orientation
        return seen
    }
}

extension Orientation {
    /// The place among all of them.
    fileprivate var index: Int {
        switch self {
        case .rightUp: 0
        case .leftUp: 1
        case .normal: 2
        case .bottomUp: 3
        }
    }
}
