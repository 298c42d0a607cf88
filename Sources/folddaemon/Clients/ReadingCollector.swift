import IIOSensor
import MotionCore

/// The readings of one pose, until there are enough of them: a fast sensor is done in a moment, a slow one gets its time.
struct ReadingCollector {
    /// So many readings are enough; their mean has an eighth of the noise.
    static let enough = 60
    /// After `span` these are enough too.
    static let fewest = 8
    /// In nanoseconds, from the first reading on.
    static let span: Int64 = 1_000_000_000

    /// When the pose was asked for, on CLOCK_BOOTTIME in nanoseconds.
    let start: Int64
    private var isAwaited = false
    /// What came since then.
    private(set) var readings: [SensorReading] = []
    /// When the first of them came.
    private(set) var first: Int64?

    /// A collector for what is read from `start` on.
    init(start: Int64) {
        self.start = start
    }

    /// Takes `reading`, which arrived at `now`; whether there are enough.
    mutating func take(_ reading: SensorReading, now: Int64) -> Bool {
        // A reading that was under way when the pose was asked for may be of the pose before.
        guard reading.sample.time.count > start else { return false }
        guard isAwaited else {
            isAwaited = true
            return false
        }
        readings.append(reading)
        let first = self.first ?? now
        self.first = first
        return readings.count >= Self.enough || (now - first >= Self.span && readings.count >= Self.fewest)
    }
}
