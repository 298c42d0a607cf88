import MotionCore

/// Which updates a watcher gets that asked for N lines a second, in the updates' own time.
///
/// Due starts at the first update. An update at or after it is sent, and then due moves on by 1/N; a gap that left it
/// behind moves it to 1/N after the update, so that nothing is made up for in a burst.
public struct RateGate: Sendable {
    /// Whole nanoseconds, rounded down: at N = 60 a sensor that runs at exactly 60 Hz loses no update to rounding.
    private let interval: Nanoseconds
    private var due: Nanoseconds?

    /// A gate for `rate` lines a second (0.1…1000).
    public init(rate: Double) {
        interval = Nanoseconds(Int64(1e9 / rate))
    }

    /// Whether an update at `time` is sent.
    public mutating func passes(_ time: Nanoseconds) -> Bool {
        let due = self.due ?? time
        guard time >= due else { return false }
        let next = due + interval
        self.due = next < time ? time + interval : next
        return true
    }
}
