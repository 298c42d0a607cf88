import FoldWire
import MotionCore

/// The newest update as a line of one form, written once for all watchers that asked for it.
final class SharedLine {
    private let key: Key
    private weak var owner: SharedLines?
    private var text: [UInt8] = []
    private var sequence: UInt64 = 0
    private var view: FoldState?

    /// What makes two watchers' lines the same.
    struct Key: Hashable {
        let form: FoldForm
        /// The orientation that the watchers said their screen has; nil for the service's.
        let orientation: Orientation?
    }

    fileprivate init(_ key: Key, _ owner: SharedLines) {
        self.key = key
        self.owner = owner
    }

    deinit {
        owner?.forget(key)
    }

    var form: FoldForm { key.form }

    /// `state`, the newest update, as these watchers see it.
    func seen(_ state: FoldState) -> FoldState {
        guard let orientation = key.orientation, let owner else { return state }
        if let view, view.sequence == state.sequence { return view }
        let seen = owner.views.state(state, in: orientation)
        view = seen
        return seen
    }

    /// The line of `state`, the newest update.
    func line(of state: FoldState) -> [UInt8] {
        if sequence != state.sequence {
            sequence = state.sequence
            text.removeAll(keepingCapacity: true)
            key.form.append(seen(state), to: &text)
        }
        return text
    }
}

/// The lines that are wanted at present, each as long as somebody watches it.
final class SharedLines {
    private struct Weak {
        weak var line: SharedLine?
    }

    /// The updates as each orientation sees them.
    var views = OrientedFolds()
    private var lines: [SharedLine.Key: Weak] = [:]

    /// The lines that `request` asks for.
    func line(_ request: FoldRequest) -> SharedLine {
        let key = SharedLine.Key(form: request.form, orientation: request.orientation)
        if let line = lines[key]?.line { return line }
        let line = SharedLine(key, self)
        lines[key] = Weak(line: line)
        return line
    }

    fileprivate func forget(_ key: SharedLine.Key) {
        // Another may have been made since the last watcher of this one began to go.
        if lines[key]?.line == nil { lines[key] = nil }
    }
}
