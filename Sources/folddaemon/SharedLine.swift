import FoldWire
import MotionCore

/// The newest update as a line of one form, written once for all watchers that asked for it.
final class SharedLine {
    let form: FoldForm
    /// The orientation that these watchers said their screen has; nil for the service's.
    let orientation: Orientation?
    private let see: (FoldState, Orientation) -> FoldState
    private var text: [UInt8] = []
    private var sequence: UInt64 = 0
    private var view: FoldState?

    /// Lines of `form` on a screen turned to `orientation`, where `see` says how that one sees an update.
    init(_ form: FoldForm, _ orientation: Orientation?, see: @escaping (FoldState, Orientation) -> FoldState) {
        self.form = form
        self.orientation = orientation
        self.see = see
    }

    /// `state`, the newest update, as these watchers see it.
    func seen(_ state: FoldState) -> FoldState {
        guard let orientation else { return state }
        if let view, view.sequence == state.sequence { return view }
        let seen = see(state, orientation)
        view = seen
        return seen
    }

    /// The line of `state`, the newest update.
    func line(of state: FoldState) -> [UInt8] {
        if sequence != state.sequence {
            sequence = state.sequence
            text.removeAll(keepingCapacity: true)
            form.append(seen(state), to: &text)
        }
        return text
    }
}
