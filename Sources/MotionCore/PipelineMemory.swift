/// All that a pipeline remembers between two samples, so that a recording can begin in mid-motion.
public struct PipelineMemory: Hashable, Sendable {
    /// Time of the last update.
    public var lastUpdate: Nanoseconds
    /// Time taken for the last sample.
    public var lastSample: Nanoseconds
    /// Time of the next tick.
    public var nextTick: Nanoseconds
    /// The filter.
    public var filter: Tilt
    /// The tilt that the filter moves toward.
    public var target: Tilt
    /// The status.
    public var status: Status
    /// The orientation.
    public var orientation: Orientation
    /// The first reading of the present run of implausible ones.
    public var runStart: Nanoseconds?

    /// A memory of these parts.
    public init(
        lastUpdate: Nanoseconds, lastSample: Nanoseconds, nextTick: Nanoseconds, filter: Tilt, target: Tilt,
        status: Status, orientation: Orientation, runStart: Nanoseconds?
    ) {
        self.lastUpdate = lastUpdate
        self.lastSample = lastSample
        self.nextTick = nextTick
        self.filter = filter
        self.target = target
        self.status = status
        self.orientation = orientation
        self.runStart = runStart
    }
}
