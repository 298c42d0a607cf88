/// Which folds are news to a watcher that asked for changes of D: those that differ by D or more from the last one it
/// was sent, and 0 and 1 when they have just been reached.
///
/// What was sent has six decimals, and it is these that are compared: whoever reads the stream can tell what is left out.
public struct ChangeGate: Sendable {
    /// In millionths.
    private let change: Double
    private var sent: Double?

    /// A gate for changes of `change` (0…1).
    public init(change: Double) {
        // A decimal like 0.07 has no exact form; the margin is far below the last decimal that is sent.
        self.change = change * 1e6 - 1e-6
    }

    /// Whether `fold` is news.
    public func passes(_ fold: Double) -> Bool {
        guard let sent else { return true }
        let fold = Self.millionths(fold)
        let isEnd = fold == 0 || fold == 1e6
        return abs(fold - sent) >= change || (isEnd && fold != sent)
    }

    /// `fold` was sent.
    public mutating func sent(_ fold: Double) {
        sent = Self.millionths(fold)
    }

    private static func millionths(_ fold: Double) -> Double { (fold * 1e6).rounded(.toNearestOrEven) }
}
