import MotionCore

@testable import Recordings

/// A recording that was replayed and recorded anew from its midst on. It must replay to the same updates.
struct Rerecording {
    private var text: [UInt8] = []
    private var published: [FoldState] = []
    private var origin = Nanoseconds.zero

    /// Nil where `recording` is none, or changes its settings on the way, which is another recorder's to write.
    init?(_ recording: [UInt8]) {
        guard let samples = try? Self.samples(recording), samples.count > 1 else { return nil }
        // Counted from a new origin, times beyond a recording's would come out: nobody records for a century.
        guard (samples[samples.count - 1].time - samples[0].time).count < 3_000_000_000_000_000_000 else { return nil }
        var pipeline = FoldPipeline()
        var feed = RecordingFeed(file: "input")
        feed.append(recording[...])
        feed.endInput()
        var writer = RecordingWriter()
        var settings: Settings?
        var number = 0
        var isRecording: Bool { number > samples.count / 2 }
        while let sample = (try? feed.next()) ?? nil {
            number += 1
            feed.prepare(&pipeline)
            if let settings, settings != pipeline.settings { return nil }
            settings = pipeline.settings
            if number == samples.count / 2 + 1 {
                // Before the first update nothing is applied yet.
                let tuning = pipeline.memory == nil ? pipeline.settings.tuning : pipeline.tuning
                text = writer.header(
                    sensor: nil, tuning: tuning, orientation: pipeline.orientation, memory: pipeline.memory)
            }
            while let tick = pipeline.nextTick(upTo: sample.time) { if isRecording { published.append(tick) } }
            let (orientation, taken) = (pipeline.orientation, pipeline.update(sample))
            if pipeline.orientation != orientation, isRecording {
                text += RecordingWriter.entry(.orientation, pipeline.orientation.rawValue)
            }
            guard isRecording else { continue }
            switch taken {
            case .noGravity: continue
            case .late(let time): writer.appendRow(time: time, acceleration: sample.acceleration, to: &text)
            case .update(let state):
                published.append(state)
                writer.appendRow(time: state.time, acceleration: sample.acceleration, to: &text)
            }
        }
        origin = writer.origin ?? .zero
    }

    private static func samples(_ recording: [UInt8]) throws -> [Sample] {
        var feed = RecordingFeed(file: "input")
        feed.append(recording[...])
        feed.endInput()
        var samples: [Sample] = []
        while let sample = try feed.next() { samples.append(sample) }
        return samples
    }

    /// Claims that it replays to what was published.
    func check() {
        var replay = RecordingReplay(file: "rerecorded")
        replay.append(text[...])
        replay.endInput()
        var states: [FoldState] = []
        do {
            while let state = try replay.next() { states.append(state) }
        } catch { claim(false, "written, and not read: \(error)") }
        // A replay ends with its last row; ticks before a row that left no trace are not in it.
        claim(states.count <= published.count, "\(states.count) updates instead of \(published.count)")
        for (state, live) in zip(states, published) {
            claim(state.time == live.time - origin, "the time \(state.time) instead of \(live.time) − \(origin)")
            let numbers = [state.fold, state.roll, state.pitch].map { $0?.bitPattern }
            claim(numbers == [live.fold, live.roll, live.pitch].map { $0?.bitPattern }, "\(state) instead of \(live)")
            claim(state.status == live.status && state.orientation == live.orientation, "\(state) instead of \(live)")
        }
        claim(states.count == published.count, "\(states.count) updates instead of \(published.count)")
    }
}
