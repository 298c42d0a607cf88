import TestSupport
import Foundation
import MotionCore

@testable import Recordings

/// A pipeline that runs live, and is recorded: rows as a watcher of samples receives them, what changed written before
/// the row from which it applied, and what was published meanwhile.
struct RecordedRun {
    var pipeline: FoldPipeline
    private(set) var published: [FoldState] = []
    private(set) var text: [UInt8] = []
    private var writer = RecordingWriter()
    private var isRecording = false

    init(_ settings: Settings) {
        pipeline = FoldPipeline(settings: settings)
    }

    var origin: Nanoseconds { writer.origin ?? .zero }

    /// From here on rows are written.
    mutating func record() {
        isRecording = true
        let tuning = pipeline.memory == nil ? pipeline.settings.tuning : pipeline.tuning
        text += writer.header(
            sensor: "accel_3d", tuning: tuning, orientation: pipeline.orientation, memory: pipeline.memory)
    }

    /// The timer of ticks rings at `time`.
    mutating func tick(upTo time: Nanoseconds) {
        while let tick = pipeline.nextTick(upTo: time) { publish(tick) }
    }

    mutating func take(_ sample: Sample) {
        tick(upTo: sample.time)
        let (orientation, tuning) = (pipeline.orientation, pipeline.tuning)
        let taken: Nanoseconds
        switch pipeline.update(sample) {
        case .noGravity: return
        case .late(let time): taken = time
        case .update(let state):
            taken = state.time
            publish(state)
        }
        guard isRecording else { return }
        if pipeline.orientation != orientation {
            text += RecordingWriter.entry(.orientation, pipeline.orientation.rawValue)
        }
        for key in Tuning.Key.allCases where pipeline.tuning.text(key) != tuning.text(key) {
            text += Array("# \(key.rawValue): \(pipeline.tuning.text(key))\n".utf8)
        }
        writer.appendRow(time: taken, acceleration: sample.acceleration, to: &text)
    }

    private mutating func publish(_ state: FoldState) {
        if isRecording { published.append(state) }
    }
}

/// How a random tablet is sampled.
struct Sampling: Sendable {
    /// From one sample to the next, in nanoseconds.
    var period: Int64
    /// A sample arrives up to this late, in nanoseconds: the live timer of ticks may ring before it.
    var delay: UInt64
    /// One of so many samples has an older time than its place.
    var late: UInt64

    static let steady = Sampling(period: 16_666_667, delay: 0, late: 1 << 40)
    static let slow = Sampling(period: 80_000_000, delay: 0, late: 1 << 40)
    static let slowAndDelayed = Sampling(period: 80_000_000, delay: 45_000_000, late: 1 << 40)
    static let disordered = Sampling(period: 16_666_667, delay: 40_000_000, late: 7)

    static let all = [steady, slow, slowAndDelayed, disordered]

    /// Feeds 200 samples of a hand that walks, shakes and turns the tablet into `run`; recording begins at the one
    /// numbered `recorded`.
    func feed(_ run: inout RecordedRun, recorded: Int, random: inout SplitMix64) {
        let start = Int64(random.next() % 1_000_000_000_000_000)
        var (x, y) = (0.0, 0.0)
        for number in 0..<200 {
            if number == recorded { run.record() }
            if random.oneIn(40) { run.pipeline.settings.tuning.gain = [-1.6, -0.8, 2.5, 0][Int(random.next() % 4)] }
            if random.oneIn(60) { run.pipeline.sensorReopened() }
            x += random.gaussian(deviation: 0.15)
            y += random.gaussian(deviation: 0.15)
            let isShaken = number % 50 > 10 && number % 50 < 30
            let length = 9.80665 * (isShaken ? random.uniform(0.1...2.5) : 1)
            var reading = Vector3(sin(x), cos(x) * sin(y), -cos(x) * cos(y)) * length
            if random.oneIn(30) { reading.y = .nan }
            // The last is an update, at which a replay ends.
            if number == 199 { reading = Vector3(0, -3, -9) }
            var time = start + Int64(number) * period
            if random.oneIn(late) && number < 199 { time -= Int64(random.next() % 60_000_000) }
            if delay > 0 && number < 199 { run.tick(upTo: Nanoseconds(time + Int64(random.next() % delay))) }
            run.take(Sample(time: Nanoseconds(time), acceleration: reading))
        }
    }
}
