import FoldWire
import IIOSensor
import MotionCore
import UnixProgram

/// Measures poses for those who calibrate. It changes nothing: what is found is told, and for its asker to use.
final class CalibrationDesk {
    /// What is measured for a client, and how it ends.
    private struct Measurement {
        var collector: ReadingCollector
        /// When to give up, on CLOCK_BOOTTIME in nanoseconds.
        var due: Int64
        let finish: (Result<[SensorReading], Refusal>) -> Void
    }

    private let loop: EventLoop
    private let hub: FoldHub
    private let source: any SampleSource
    private var measurements: [ObjectIdentifier: Measurement] = [:]
    /// Those who calibrate, with the poses measured for each.
    private var poses: [ObjectIdentifier: [CalibrationPose: RestingVector]] = [:]
    private var deadline: TimerSource?

    /// Called when somebody begins to calibrate, or leaves: as long as they are there, the sensor is to run.
    var onChanged: () -> Void = {}

    /// How long the first reading is waited for, and then all of them, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    init(_ loop: EventLoop, _ hub: FoldHub, _ source: any SampleSource) {
        self.loop = loop
        self.hub = hub
        self.source = source
        hub.onSample = { [unowned self] in if !measurements.isEmpty { take() } }
    }

    /// How many calibrate.
    var count: Int { poses.count }

    /// Does `step` for `client`, and calls `reply` with the answer, now or later.
    func answer(
        _ step: CalibrationStep, of client: ObjectIdentifier, _ configuration: Configuration,
        reply: @escaping ([UInt8]) -> Void
    ) throws {
        if configuration.isRecording {
            throw Refusal(
                problem: "what is read is a recording, which no calibration changes; ask a daemon that reads a sensor")
        }
        if let hingeRefusal { throw hingeRefusal }
        switch step {
        case .matrix: reply(ControlRequest.answer(try matrix(poses[client] ?? [:], configuration)))
        case .level:
            try measure(client, reply) { readings throws(CalibrationProblem) in
                let resting = try RestingVector(readings.map(\.sample.acceleration))
                return CalibrationAnswer.level(try Tilt(levelOf: resting), resting)
            }
        case .pose(let pose):
            try measure(client, reply) { [unowned self] readings throws(CalibrationProblem) in
                let resting = try RestingVector(readings.map(\.scaled))
                try MountCalibration.check(resting, as: pose, against: poses[client] ?? [:])
                poses[client]?[pose] = resting
                return CalibrationAnswer.pose(pose, resting)
            }
        }
    }

    /// Why nothing can be calibrated where a hinge is what folds; nil where none is, as far as is known.
    private var hingeRefusal: Refusal? {
        if hub.hasSamples && hub.opening?.hinge == nil { return nil }
        return Refusal(
            problem:
                "what folds is a hinge, which has neither matrix nor level; ask a daemon that reads an accelerometer")
    }

    /// `client` is gone, or asks no more.
    func left(_ client: ObjectIdentifier) {
        measurements[client] = nil
        if poses.removeValue(forKey: client) != nil { onChanged() }
    }

    private func matrix(
        _ poses: [CalibrationPose: RestingVector], _ configuration: Configuration
    ) throws -> [WireMember] {
        do {
            let isReaction = configuration.sensor.sign == .reaction
            let found = try MountCalibration(poses, isReaction: isReaction)
            let entry = HwdbEntry(
                device: hub.opening?.facts?.id,
                matrix: isReaction
                    ? MountMatrix(x: -found.matrix.x, y: -found.matrix.y, z: -found.matrix.z) : found.matrix)
            return CalibrationAnswer.matrix(found, entry)
        } catch {
            throw Refusal(problem: error.sentence)
        }
    }

    // MARK: Measuring

    /// Collects readings for `client`, and replies with what `evaluate` makes of them.
    private func measure(
        _ client: ObjectIdentifier, _ reply: @escaping ([UInt8]) -> Void,
        _ evaluate: @escaping ([SensorReading]) throws(CalibrationProblem) -> [WireMember]
    ) throws(SystemError) {
        if deadline == nil { deadline = try loop.timer { [unowned self] in giveUp() } }
        let now = BootClock.now()
        measurements[client] = Measurement(
            collector: ReadingCollector(start: now), due: now + Self.patience,
            finish: { result in
                switch result {
                case .failure(let refusal): reply(WireEvent.errorLine(refusal.problem))
                case .success(let readings):
                    do throws(CalibrationProblem) {
                        reply(ControlRequest.answer(try evaluate(readings)))
                    } catch {
                        reply(WireEvent.errorLine(error.sentence))
                    }
                }
            })
        if poses[client] == nil {
            poses[client] = [:]
            onChanged()
        }
        arm()
    }

    private func take() {
        guard let reading = source.lastReading else { return }
        let now = BootClock.now()
        for client in Array(measurements.keys) {
            let wasEmpty = measurements[client]?.collector.first == nil
            let isEnough = measurements[client]?.collector.take(reading, now: now) ?? false
            if wasEmpty, measurements[client]?.collector.first != nil {
                measurements[client]?.due = now + Self.patience
                arm()
            }
            guard isEnough, let done = measurements.removeValue(forKey: client) else { continue }
            done.finish(.success(done.collector.readings))
        }
    }

    private func arm() {
        if let due = measurements.values.map(\.due).min() { deadline?.set(due) }
    }

    private func giveUp() {
        let now = BootClock.now()
        for (client, late) in measurements where late.due <= now {
            measurements[client] = nil
            let count = late.collector.readings.count
            let what = count == 0 ? "nothing was read in 10 s" : "only \(count) readings came in 10 s"
            let refusal = Refusal(
                problem:
                    "\(what), the sensor is \(hub.sensorState.rawValue): \(hub.sensorDetail); once it reads, measure again"
            )
            late.finish(.failure(hingeRefusal ?? refusal))
        }
        arm()
    }
}
