/// When the sensor runs: while somebody reads, and a while longer, so that a reader who comes back finds it warm.
///
/// A pure state machine: it says what to do, and the service does it.
struct SensorSwitch {
    /// How long the sensor runs on without readers, in nanoseconds.
    static let linger: Int64 = 5_000_000_000

    enum Action: Equatable {
        case start
        case stop
        /// Call `lingerEnded` after `linger`.
        case armTimer
        case disarmTimer
    }

    private enum State { case off, on, lingering }

    /// Whether it runs without readers too; `readers` says what a change comes to.
    var isAlwaysOn: Bool
    /// Whether readers count for nothing at present, and the sensor stops at once; `readers` says what a change comes to.
    var isPaused = false
    private let neverStops: Bool
    private var state = State.off

    /// A switch for a sensor that runs without readers too (`isAlwaysOn`), or for a source that, once begun, goes on to
    /// its end (`neverStops`), as a recording does.
    init(isAlwaysOn: Bool, neverStops: Bool = false) {
        self.isAlwaysOn = isAlwaysOn
        self.neverStops = neverStops
    }

    /// Whether the sensor is meant to run.
    var isOn: Bool { state != .off }

    /// The number of readers is `count`, or the service has just begun.
    mutating func readers(_ count: Int) -> Action? {
        switch (state, count > 0 && !isPaused || isAlwaysOn) {
        case (.off, true):
            state = .on
            return .start
        case (.lingering, true):
            state = .on
            return .disarmTimer
        // Nobody comes back to a sensor that is let go.
        case (.on, false) where isPaused && !neverStops, (.lingering, false) where isPaused:
            state = .off
            return .stop
        case (.on, false) where !neverStops:
            state = .lingering
            return .armTimer
        default: return nil
        }
    }

    mutating func lingerEnded() -> Action? {
        guard state == .lingering else { return nil }
        state = .off
        return .stop
    }
}
