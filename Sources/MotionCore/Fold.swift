/// Step 6: from roll to fold.
enum Fold {
    /// `clamp(roll × gain − deadzone, 0, 1)`: exactly 0 on a level tablet, 1 at most.
    static func value(roll: Double, tuning: Tuning) -> Double {
        let fold = roll * tuning.gain - tuning.deadzone
        // Written so that −0 (and what is no number, were there one) becomes 0.
        return fold > 0 ? min(fold, 1) : 0
    }
}
