import FoldWire
import MotionCore
import Recordings
import UnixProgram

/// Where the samples come in and the updates go out: the pipeline, and those who watch it.
final class FoldHub: SampleSink, WatcherOwner {
    private var pipeline: FoldPipeline
    private(set) var current: FoldState?
    private(set) var sensorState = SensorState.searching
    private(set) var sensorDetail = "not looked for yet"
    /// What was opened last.
    private(set) var opening: Opening?
    private var rate = SampleRate()
    /// When the last sample came, on CLOCK_BOOTTIME in nanoseconds; nil while the sensor is off.
    private(set) var lastArrival: Int64?
    /// What was set while the service runs: it holds against whatever a recording says.
    private var overrides: [String: (inout Settings) -> Void] = [:]
    /// Whether the source reads accelerations at all.
    var hasSamples = true
    /// The hinge that is told beside them; nil where something else folds.
    var hingeBeside: HingeBeside?
    private let lines = SharedLines()
    private var watchers: [Watcher] = []
    /// Updates and rows that slow watchers lost.
    private(set) var drops: UInt64 = 0

    /// Whether the present pose should be taken as level.
    private(set) var levelAdvice = LevelAdvice()

    /// Called at each sample, whatever becomes of it.
    var onSample: () -> Void = {}
    /// Called before a watcher begins to read.
    var onReaderComes: () -> Void = {}
    /// Called when a watcher came, left, or wants something else.
    var onWatchersChanged: () -> Void = {}
    /// Called when the sensor's state changed.
    var onSensorChanged: (SensorState, String) -> Void = { _, _ in }
    /// Called when there will be no more samples.
    var onEnded: (Failure?) -> Void = { _ in }

    init(settings: Settings) {
        pipeline = FoldPipeline(settings: settings)
    }

    // MARK: Watchers

    /// All watchers that are served.
    var clientCount: Int { watchers.count }

    /// The watchers that need the sensor.
    private(set) var readerCount = 0
    /// The watchers that ask for the hinge.
    private var hingeReaderCount = 0

    /// Whether anything still waits to be read.
    var isAnyoneBehind: Bool { watchers.contains { $0.isBehind } }

    func add(_ watcher: Watcher) {
        watcher.place = watchers.count
        watchers.append(watcher)
        watcher.begin()
    }

    func readerComes() {
        onReaderComes()
    }

    func changed(_ watcher: Watcher) {
        if watcher.isReading != watcher.isCounted {
            watcher.isCounted.toggle()
            readerCount += watcher.isCounted ? 1 : -1
        }
        if watcher.asksForHinge != watcher.isCountedForHinge {
            watcher.isCountedForHinge.toggle()
            hingeReaderCount += watcher.isCountedForHinge ? 1 : -1
            hingeBeside?.readers(hingeReaderCount)
        }
        if !watcher.isOpen { remove(watcher) }
        onWatchersChanged()
    }

    /// Takes `watcher` out, if it is in; the last one takes its place.
    private func remove(_ watcher: Watcher) {
        let place = watcher.place
        guard place < watchers.count, watchers[place] === watcher, let last = watchers.popLast() else { return }
        if last !== watcher {
            watchers[place] = last
            last.place = place
        }
    }

    func sharedLine(_ request: FoldRequest) -> SharedLine { lines.line(request) }

    func watcherLost() {
        drops += 1
    }

    func makeRecordingStream() -> RecordingStream {
        RecordingStream(pipeline, sensor: opening?.name)
    }

    /// Whether it is a hinge that folds.
    var isFoldedByHinge: Bool { !hasSamples || opening?.hinge != nil }

    var samplesRefusal: String? {
        guard isFoldedByHinge else { return nil }
        return "a hinge has no samples to record, only an angle; say 'watch fold' with fields=hinge among others"
    }

    /// Ends the watchers of those whom `refusal` gives a reason not to read any more.
    func revoke(_ refusal: (AccessPolicy.Caller) -> String?) {
        for watcher in watchers {
            if let reason = refusal(watcher.caller) { watcher.revoke(reason) }
        }
    }

    /// Whether somebody who may read no longer has not read so far yet.
    var isAnyoneLeaving: Bool { watchers.contains { $0.isLeaving } }

    /// Closes them.
    func closeLeaving() {
        for watcher in watchers where watcher.isLeaving { watcher.close() }
    }

    var trouble: WireEvent? {
        sensorState == .ok ? nil : .sensor(sensorState, detail: sensorDetail)
    }

    func tell(_ event: WireEvent) {
        for watcher in watchers { watcher.tell(event) }
    }

    // MARK: Settings

    /// Samples a second, as they come; nil while none do.
    var sampleRate: Double? { rate.hertz }
    /// The screen's orientation.
    var orientation: Orientation { pipeline.orientation }
    /// How it is known.
    var orientationSetting: OrientationSetting { pipeline.settings.orientation }

    /// Sets `key` by `change`, from the next sample on and for this run.
    func set(_ key: String, _ change: @escaping (inout Settings) -> Void) {
        overrides[key] = change
        change(&pipeline.settings)
    }

    // MARK: Samples

    func opened(_ opening: Opening) {
        pipeline.sensorReopened()
        self.opening = opening
        rate = SampleRate()
        for watcher in watchers { watcher.stream { $0.opened(opening.name) } }
    }

    func sensor(is state: SensorState, _ detail: String) {
        if state == sensorState && detail == sensorDetail { return }
        sensorState = state
        sensorDetail = detail
        if state == .searching || state == .lost { opening = nil }
        onSensorChanged(state, detail)
        tell(.sensor(state, detail: detail))
    }

    /// The sensor is to be switched on: what was due while it was off passes unseen.
    func wake(at time: Nanoseconds) {
        while let state = pipeline.nextTick(upTo: time) { lines.views.take(state, tuning: pipeline.tuning) }
    }

    /// The sensor is off: there is no current state any more.
    func sleep() {
        current = nil
        opening = nil
        lastArrival = nil
        rate = SampleRate()
        levelAdvice = LevelAdvice()
        sensorState = .searching
        sensorDetail = "switched off"
    }

    func configure(_ change: (inout FoldPipeline) -> Void) {
        let before = pipeline.memory
        change(&pipeline)
        for change in overrides.values { change(&pipeline.settings) }
        if let memory = pipeline.memory, memory != before {
            lines.views.restore(memory)
            for watcher in watchers { watcher.stream { $0.restored(memory) } }
        }
    }

    var tickTime: Nanoseconds? { pipeline.tickTime }

    func tick(upTo time: Nanoseconds) {
        while let state = pipeline.nextTick(upTo: time) { publish(state) }
    }

    func take(_ sample: Sample) {
        lastArrival = BootClock.now()
        onSample()
        rate.take(sample.time)
        tick(upTo: sample.time)
        let (orientation, tuning) = (pipeline.orientation, pipeline.tuning)
        let taking = pipeline.update(sample)
        switch taking {
        case .noGravity:
            return sensor(is: .noGravity, "the readings of \(opening?.name ?? "the sensor") show no gravity yet")
        case .late(let time): record(sample, at: time, after: orientation, tuning)
        case .update(let state): record(sample, at: state.time, after: orientation, tuning)
        }
        if let hingeBeside, hingeBeside.isOn, opening?.facts?.location.place == .display { hingeBeside.show(sample) }
        judgeGravity(at: sample.time)
        if pipeline.orientation != orientation { tell(.orientation(pipeline.orientation)) }
        if case .update(let state) = taking { publish(state) }
    }

    func take(_ angle: HingeAngle, at time: Nanoseconds) {
        lastArrival = BootClock.now()
        rate.take(time)
        tick(upTo: time)
        let taking = pipeline.update(angle, at: time)
        if sensorState != .ok { sensor(is: .ok, opening?.detail ?? "") }
        if case .update(let state) = taking { publish(state) }
    }

    func holdHinge() {
        pipeline.holdHinge()
    }

    /// The hinge as it is known now, with what it is read from; nil where none is read.
    var hinge: (hinge: Hinge, origin: String)? {
        if let hinge = hingeBeside?.hinge, let origin = hingeBeside?.facts?.origin { return (hinge, origin) }
        guard let hinge = current?.hinge, let origin = opening?.hinge?.origin else { return nil }
        return (hinge, origin)
    }

    func ended(_ failure: Failure?) {
        onEnded(failure)
    }

    /// A sensor whose readings show no gravity for longer than a fall or a shake lasts is told of.
    private func judgeGravity(at time: Nanoseconds) {
        if let last = pipeline.gravityTime, time - last > Nanoseconds(500_000_000) {
            sensor(
                is: .noGravity,
                "the readings of \(opening?.name ?? "the sensor") show no gravity; the last tilt is held")
        } else if sensorState != .ok {
            sensor(is: .ok, opening?.detail ?? "")
        }
    }

    private func record(_ sample: Sample, at time: Nanoseconds, after orientation: Orientation, _ tuning: Tuning) {
        for watcher in watchers {
            watcher.stream { stream in
                if pipeline.orientation != orientation { stream.set(.orientation, pipeline.orientation.rawValue) }
                if pipeline.tuning != tuning {
                    for key in Tuning.Key.allCases where pipeline.tuning.text(key) != tuning.text(key) {
                        stream.set(key, pipeline.tuning.text(key))
                    }
                }
                if stream.isFull { drops += 1 }
                stream.row(time: time, acceleration: sample.acceleration)
            }
        }
    }

    private func publish(_ update: FoldState) {
        var state = update
        if hingeReaderCount > 0, state.lean != nil { state.hinge = hingeBeside?.hinge }
        current = state
        levelAdvice.take(state)
        lines.views.take(state, tuning: pipeline.tuning)
        for watcher in watchers { watcher.offer(state) }
    }
}
