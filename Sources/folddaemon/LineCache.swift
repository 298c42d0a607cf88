import FoldWire
import MotionCore

/// The newest update as a line, written once for all watchers of a format.
struct LineCache {
    private var lines = [[UInt8]](repeating: [], count: FoldFormat.allCases.count)
    private var sequences = [UInt64](repeating: 0, count: FoldFormat.allCases.count)

    /// The line of `state` in `format`.
    mutating func line(_ state: FoldState, _ format: FoldFormat) -> [UInt8] {
        let index = format.index
        if sequences[index] != state.sequence {
            sequences[index] = state.sequence
            lines[index].removeAll(keepingCapacity: true)
            format.append(state, to: &lines[index])
        }
        return lines[index]
    }
}

extension FoldFormat {
    fileprivate var index: Int {
        switch self {
        case .json: 0
        case .csv: 1
        case .plain: 2
        }
    }
}
