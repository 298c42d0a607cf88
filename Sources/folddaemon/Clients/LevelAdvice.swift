import MotionCore
import PlainText

/// Tells when a tablet seems to lie on what its owner takes for level, and folds a little: a pure judgement of updates.
struct LevelAdvice {
    /// How long it must have rested, in nanoseconds.
    static let rest = Nanoseconds(10_000_000_000)
    /// A fold up to this may be meant to be none; beyond it somebody holds a fold.
    static let mostFold = 0.1
    /// Two folds at rest differ by no more than this: the filter leaves of the worst sensors' noise (±50 mg) ±0.013.
    static let steadiness = 0.04
    /// Gravity along x and y up to this, the sine of 13.5°, is taken as level by `calibrate level`.
    static let mostComponent = 0.2334

    private var since: Nanoseconds?
    private var newest: (time: Nanoseconds, fold: Double)?
    private var folds = 0.0...0.0

    /// Takes an update.
    mutating func take(_ state: FoldState) {
        // A hinge has no level.
        guard let gravity = state.gravity?.direction else { return }
        let isNearLevel = max(abs(gravity.x), abs(gravity.y)) <= Self.mostComponent
        take(fold: state.fold, isNearLevel: isNearLevel, at: state.time)
    }

    /// Takes a fold, of a tablet whose tilts could be a level's.
    mutating func take(fold: Double, isNearLevel: Bool, at time: Nanoseconds) {
        newest = (time, fold)
        guard fold > 0, fold <= Self.mostFold, isNearLevel else {
            since = nil
            return
        }
        let range = min(folds.lowerBound, fold)...max(folds.upperBound, fold)
        if since == nil || range.upperBound - range.lowerBound > Self.steadiness {
            since = time
            folds = fold...fold
        } else {
            folds = range
        }
    }

    /// The advice there is to give; nil where there is none.
    var sentence: String? {
        guard let since, let newest, newest.time - since >= Self.rest else { return nil }
        let parts = (newest.fold * 100).rounded()
        var text = Array("the tablet has rested for 10 s with a fold \(parts < 1 ? "under" : "of about") ".utf8)
        text.append(shortest: max(parts, 1) / 100)
        text.append(text: "; if it lies level, foldctl calibrate --level takes this pose as level")
        return String(decoding: text, as: UTF8.self)
    }
}
