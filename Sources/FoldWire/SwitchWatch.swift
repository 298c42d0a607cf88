import MotionCore
import PlainText

/// `watch status`: told at once, and whenever the status is another than the one that was told.
public struct StatusWatch: Sendable {
    private var toldStatus: Status?

    /// Nothing has been told yet.
    public init() {}

    /// Whether `state` is news.
    public func isNews(_ state: FoldState) -> Bool { state.status != toldStatus }

    /// The line of `state`, its end included.
    public func line(of state: FoldState) -> [UInt8] {
        var text = stamp(of: state)
        text.append(text: ",\"status\":\"\(state.status.rawValue)\"}\n")
        return text
    }

    /// The line of `state` was sent.
    public mutating func told(_ state: FoldState) { toldStatus = state.status }
}

/// `watch threshold`: whether the fold is lifted over one limit, until it falls under a lower one. Told at once, and at
/// each change.
public struct ThresholdWatch: Sendable {
    private let limits: Threshold
    private var isLifted = false
    private var toldLifted: Bool?

    /// A watch with `limits`, that has told nothing yet.
    public init(_ limits: Threshold) {
        self.limits = limits
    }

    /// An update was made, whether it is told or not.
    public mutating func take(_ state: FoldState) {
        if state.fold > limits.above { isLifted = true } else if state.fold < limits.below { isLifted = false }
    }

    /// Whether what the updates have come to is news.
    public var isNews: Bool { isLifted != toldLifted }

    /// The line of `state`, the newest update, its end included.
    public func line(of state: FoldState) -> [UInt8] {
        var text = stamp(of: state)
        text.append(text: ",\"lifted\":\(isLifted),\"fold\":")
        text.append(fixed: state.fold)
        text.append(text: "}\n")
        return text
    }

    /// What the updates have come to was sent.
    public mutating func told() { toldLifted = isLifted }
}

/// Two limits of the fold with a gap between, so that a hand that trembles at one does not flicker.
public struct Threshold: Hashable, Sendable {
    /// Under this fold it is no longer lifted.
    public let below: Double
    /// Over this fold it is lifted.
    public let above: Double

    /// The two limits, each 0…1; nil unless `below` is less than `above`.
    public init?(below: Double, above: Double) {
        guard WireProtocol.folds.contains(below), WireProtocol.folds.contains(above), below < above else { return nil }
        self.below = below
        self.above = above
    }
}

/// The beginning of a line, up to its time.
private func stamp(of state: FoldState) -> [UInt8] {
    var text = Array("{\"seq\":".utf8)
    text.append(integer: state.sequence)
    text.append(text: ",\"t\":")
    text.append(seconds: state.time.count)
    return text
}
