/// Sample in, fold out: gravity → tilt → low-pass → roll → fold → status; or a hinge's angle → low-pass → fold.
///
/// Pure: it owns no clock, and time is data. A slow sensor's gaps are filled by *ticks*, whose times are computed, not
/// measured. Whoever drives the pipeline takes the ticks due before each sample, and then the sample:
///
///     while let tick = pipeline.nextTick(upTo: sample.time) { publish(tick) }
///     if case .update(let state) = pipeline.update(sample) { publish(state) }
///
/// docs/pipeline.md has the formulas with their sources.
public struct FoldPipeline: Sendable {
    /// What an owner may change. It applies from the next sample that is taken, so that a recording can say where: the
    /// ticks before that sample still go by the old ones. The filter is not reset.
    public var settings: Settings

    /// The settings that apply now.
    private var applied: Settings
    /// The screen's orientation at present.
    public private(set) var orientation: Orientation
    /// The feel that applies at present.
    public var tuning: Tuning { applied.tuning }
    /// The time taken for the last reading that showed gravity; nil before the first.
    public private(set) var gravityTime: Nanoseconds?
    /// Samples that were not later than the sample before them.
    public private(set) var outOfOrder: UInt64 = 0

    private var estimator = GravityEstimator()
    private var gravity = Gravity.level
    private var target = Tilt(x: 0, y: 0)
    private var filter = LowPass()
    private var status = Status.fullyOpen
    /// What folds since the last sample was an angle; nil while samples are accelerations.
    private var hinge: HingeFold?
    private var sequence: UInt64 = 0
    private var clock: Clock?
    private var lastArrival: Nanoseconds?

    /// Where the pipeline stands in time; there is none before the first update.
    private struct Clock {
        var lastUpdate: Nanoseconds
        /// The time taken for the last sample.
        var lastSample: Nanoseconds
        /// The next tick; made only up to `lastSample` + 2 s.
        var nextTick: Nanoseconds
    }

    /// A pipeline that lies flat and has seen nothing.
    public init(settings: Settings = Settings()) {
        self.settings = settings
        applied = settings
        orientation = settings.orientation.initial
    }

    /// The time of the next tick, nil where none is due any more.
    public var tickTime: Nanoseconds? {
        // Where time ends, the next tick would be the last update again.
        guard let clock, clock.nextTick > clock.lastUpdate, clock.nextTick <= clock.lastSample + Tuning.tickLimit else {
            return nil
        }
        return clock.nextTick
    }

    /// The next tick, if it is due by `time`: an update toward the latest tilt.
    public mutating func nextTick(upTo time: Nanoseconds) -> FoldState? {
        guard let tick = tickTime, tick <= time else { return nil }
        return advance(to: tick, sampleTime: nil)
    }

    /// Takes one sample. Ticks due before it that nobody asked for pass unseen, but are counted.
    public mutating func update(_ sample: Sample) -> Taking {
        let (time, isLate) = arrive(at: sample.time)
        let reading = estimator.read(sample.acceleration, at: time)
        if case .notFound = reading { return .noGravity }
        applySettings()
        hinge = nil
        if case .taken(let found) = reading {
            gravity = found
            gravityTime = time
            target = Tilt(of: found, level: applied.tuning.level)
            orientation = applied.orientation.orientation(for: found, current: orientation)
        }
        return take(at: time, isLate: isLate)
    }

    /// Takes a hinge's `angle` of the time `sampleTime`, as `update(_:)` takes a sample. The first one after another kind
    /// of sample is where the filter starts.
    public mutating func update(_ angle: HingeAngle, at sampleTime: Nanoseconds) -> Taking {
        let (time, isLate) = arrive(at: sampleTime)
        applySettings()
        if hinge == nil { hinge = HingeFold(angle) } else { hinge?.take(angle) }
        return take(at: time, isLate: isLate)
    }

    /// The hinge's angle is not known any more: the last one is held, and updates say so.
    public mutating func holdHinge() {
        hinge?.hold()
    }

    /// The sensor was opened again: nothing is taken until the first plausible reading. The filter lives on.
    public mutating func sensorReopened() {
        estimator.reopen()
    }

    /// Makes the ticks before a sample of `sampleTime`; the time that it takes, and whether it is late.
    private mutating func arrive(at sampleTime: Nanoseconds) -> (time: Nanoseconds, isLate: Bool) {
        while nextTick(upTo: sampleTime) != nil {}
        if let lastArrival, sampleTime <= lastArrival { outOfOrder += 1 }
        lastArrival = sampleTime
        guard let lastUpdate = clock?.lastUpdate, sampleTime <= lastUpdate else { return (sampleTime, false) }
        return (lastUpdate, true)
    }

    private mutating func take(at time: Nanoseconds, isLate: Bool) -> Taking {
        if isLate {
            clock?.lastSample = time
            return .late(at: time)
        }
        return .update(advance(to: time, sampleTime: time))
    }

    private mutating func applySettings() {
        if settings.orientation != applied.orientation {
            orientation = settings.orientation.first(from: orientation)
        }
        applied = settings
    }

    /// One update at `time`, by a sample taken then or (nil) by a tick.
    private mutating func advance(to time: Nanoseconds, sampleTime: Nanoseconds?) -> FoldState {
        let gap = clock.map { (time - $0.lastUpdate).seconds } ?? Tuning.firstStep
        let lastSample = sampleTime ?? clock?.lastSample ?? time
        clock = Clock(
            lastUpdate: time, lastSample: lastSample,
            nextTick: time + (sampleTime == nil ? Tuning.tickPeriod : Tuning.firstTick))
        sequence += 1
        if hinge != nil { return hinged(at: time, gap: gap, lastSample: lastSample) }
        return leaning(at: time, gap: gap, lastSample: lastSample)
    }

    /// The update of an accelerometer.
    private mutating func leaning(at time: Nanoseconds, gap: Double, lastSample: Nanoseconds) -> FoldState {
        filter.move(toward: target, gap: gap, smoothing: applied.tuning.smoothing)
        let fold = Fold.value(roll: orientation.roll(filter.value), tuning: applied.tuning)
        status = status.next(fold: fold)
        return FoldState(
            sequence: sequence, time: time, sampleTime: lastSample, fold: fold,
            lean: Lean(tilt: target, filtered: filter.value, gravity: gravity), hinge: nil, status: status,
            orientation: orientation)
    }

    /// The update of a hinge.
    private mutating func hinged(at time: Nanoseconds, gap: Double, lastSample: Nanoseconds) -> FoldState {
        hinge?.move(gap: gap, smoothing: applied.tuning.smoothing)
        return FoldState(
            sequence: sequence, time: time, sampleTime: lastSample, fold: hinge?.fold ?? 0, lean: nil,
            hinge: hinge?.hinge, status: hinge?.hinge.status ?? .fullyOpen, orientation: orientation)
    }
}

// MARK: - Beginning in mid-motion

extension FoldPipeline {
    /// What the pipeline remembers; nil before the first update. Setting it goes on from there.
    public var memory: PipelineMemory? {
        get {
            clock.map {
                PipelineMemory(
                    lastUpdate: $0.lastUpdate, lastSample: $0.lastSample, nextTick: $0.nextTick, filter: filter.value,
                    target: target, status: status, orientation: orientation, runStart: estimator.runStart)
            }
        }
        set {
            guard let memory = newValue else { return }
            clock = Clock(
                lastUpdate: memory.lastUpdate, lastSample: memory.lastSample, nextTick: memory.nextTick)
            filter = LowPass(value: memory.filter)
            target = memory.target
            status = memory.status
            orientation = settings.orientation.first(from: memory.orientation)
            applied = settings
            estimator = GravityEstimator(isFound: true, runStart: memory.runStart)
        }
    }
}
