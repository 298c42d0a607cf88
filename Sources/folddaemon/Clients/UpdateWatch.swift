import FoldWire
import MotionCore

/// What a watcher of updates is told of them, and when.
protocol UpdateWatch: AnyObject {
    /// What comes before the first line.
    var header: [UInt8] { get }
    /// How events are written.
    var eventFormat: FoldFormat { get }
    /// Whether its lines tell of the hinge, which is read only for those that do.
    var tellsHinge: Bool { get }
    /// An update was made: whether it is to be told.
    func take(_ state: FoldState) -> Bool
    /// Whether `state`, the newest update, still says something new to a watcher that was behind.
    func isNews(_ state: FoldState) -> Bool
    /// The line of `state`, which counts as told once the kernel has it.
    func line(of state: FoldState) -> [UInt8]
    /// The line of `state` was sent.
    func told(_ state: FoldState)
}

extension UpdateWatch {
    var header: [UInt8] { [] }
    var eventFormat: FoldFormat { .json }
    var tellsHinge: Bool { false }
}

/// `watch fold`: the dial.
final class FoldWatch: UpdateWatch {
    let shared: SharedLine
    let tellsHinge: Bool
    private var rate: RateGate?
    private var change: ChangeGate?

    init(_ request: FoldRequest, shared: SharedLine) {
        self.shared = shared
        tellsHinge = shared.form.fields.contains(.hinge)
        rate = request.rate.map { RateGate(rate: $0) }
        change = request.change.map { ChangeGate(change: $0) }
    }

    var header: [UInt8] { shared.form.header }
    var eventFormat: FoldFormat { shared.form.format }

    func take(_ state: FoldState) -> Bool {
        // What is no news leaves the rate's next line where it is due.
        isNews(state) && rate?.passes(state.time) ?? true
    }

    func isNews(_ state: FoldState) -> Bool { change?.passes(shared.seen(state).fold) ?? true }

    func line(of state: FoldState) -> [UInt8] { shared.line(of: state) }

    func told(_ state: FoldState) {
        if change != nil { change?.sent(shared.seen(state).fold) }
    }
}

/// `watch status`: the switch.
final class StatusTeller: UpdateWatch {
    private var watch = StatusWatch()

    func take(_ state: FoldState) -> Bool { isNews(state) }
    func isNews(_ state: FoldState) -> Bool { watch.isNews(state) }
    func line(of state: FoldState) -> [UInt8] { watch.line(of: state) }
    func told(_ state: FoldState) { watch.told(state) }
}

/// `watch threshold`: the switch with limits of the watcher's own.
final class ThresholdTeller: UpdateWatch {
    private var watch: ThresholdWatch

    init(_ limits: Threshold) {
        watch = ThresholdWatch(limits)
    }

    func take(_ state: FoldState) -> Bool {
        watch.take(state)
        return watch.isNews
    }

    func isNews(_ state: FoldState) -> Bool { watch.isNews }
    func line(of state: FoldState) -> [UInt8] { watch.line(of: state) }
    func told(_ state: FoldState) { watch.told() }
}
