import MotionCore

/// Whether a sensor is frozen: it gives the same counts over and over, though it never did before.
///
/// A noise-free or coarse sensor on a table gives the same counts for hours, and is not frozen. Only one is whose counts
/// changed from reading to reading until they stopped, or which gives the same ever since the system slept.
public struct FreezeWatch: Sendable {
    /// So long (5 s) the same counts.
    static let span = Nanoseconds(5_000_000_000)
    /// The seconds before that are looked back on.
    static let memory = 10
    /// Of the readings before, at least this share was another one than the reading before: a hand that moves a
    /// noise-free sensor for a moment changes fewer.
    static let restless = 0.5
    /// Fewer readings than this say nothing.
    static let fewest = 20

    /// Readings and changes of one second each, the newest last.
    private var seconds: [(second: Int64, readings: Int, changes: Int)] = []
    private var held: (raw: Vector3, since: Nanoseconds)?
    private var wasRestless = false
    private var hasSlept = false
    private var isJudged = false

    /// A watch that knows nothing of the sensor yet.
    public init() {
        seconds.reserveCapacity(Self.memory + 1)
    }

    /// The system has slept: the sensor has to show that it woke.
    public mutating func systemSlept() {
        hasSlept = true
        held = nil
    }

    /// Whether the counts `raw` at `time` show that the sensor is frozen; said once a freeze.
    public mutating func take(_ raw: Vector3, at time: Nanoseconds) -> Bool {
        let isChange = held.map { !SensorReading.isSame(raw, $0.raw) } ?? false
        count(isChange, at: time.count / 1_000_000_000)
        guard let held, !isChange else {
            if isChange { hasSlept = false }
            self.held = (raw, time)
            wasRestless = isRestless
            isJudged = false
            return false
        }
        if isJudged || time - held.since < Self.span { return false }
        isJudged = true
        return wasRestless || hasSlept
    }

    private mutating func count(_ isChange: Bool, at second: Int64) {
        if seconds.last?.second != second {
            seconds.removeAll { $0.second <= second - Int64(Self.memory) }
            if seconds.count >= Self.memory { seconds.removeFirst() }
            seconds.append((second, 0, 0))
        }
        seconds[seconds.count - 1].readings += 1
        if isChange { seconds[seconds.count - 1].changes += 1 }
    }

    private var isRestless: Bool {
        let readings = seconds.reduce(0) { $0 + $1.readings }
        let changes = seconds.reduce(0) { $0 + $1.changes }
        return readings >= Self.fewest && Double(changes) >= Self.restless * Double(readings)
    }
}
