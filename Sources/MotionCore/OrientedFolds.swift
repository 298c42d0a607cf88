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
        for (index, orientation) in Orientation.allCases.enumerated() {
            let fold = Fold.value(roll: orientation.roll(state.filtered), tuning: tuning)
            statuses[index] = statuses[index].next(fold: fold)
        }
    }

    /// The pipeline goes on from `memory`: what it remembers of the status holds for its own orientation.
    public mutating func restore(_ memory: PipelineMemory) {
        statuses[memory.orientation.index] = memory.status
    }

    /// The update that was taken last, `state`, on a screen that is turned to `orientation`.
    public func state(_ state: FoldState, in orientation: Orientation) -> FoldState {
        let roll = orientation.roll(state.filtered)
        return FoldState(
            sequence: state.sequence, time: state.time, fold: Fold.value(roll: roll, tuning: tuning), roll: roll,
            pitch: orientation.pitch(state.filtered), status: statuses[orientation.index], tilt: state.tilt,
            filtered: state.filtered, gravity: state.gravity, orientation: orientation, sampleTime: state.sampleTime)
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
