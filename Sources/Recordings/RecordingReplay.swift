import MotionCore

/// A recording through the pipeline: bytes in, updates out, in constant memory.
///
///     replay.append(bytes)
///     while let state = try replay.next() { … }
///     try replay.finish()      // after `endInput()` and the last `next()`
public struct RecordingReplay: Sendable {
    private var feed: RecordingFeed
    private var pipeline = FoldPipeline()
    /// The sample before which ticks are still being made.
    private var sample: Sample?

    /// A replay of the recording that errors call `file`, in `orientation` whatever the recording says, if given.
    public init(file: String, orientation: OrientationSetting? = nil) {
        feed = RecordingFeed(file: file, orientation: orientation)
    }

    /// Takes what was read.
    public mutating func append(_ bytes: ArraySlice<UInt8>) { feed.append(bytes) }

    /// No more bytes follow.
    public mutating func endInput() { feed.endInput() }

    /// The next update; nil where more bytes are needed, or none is left.
    public mutating func next() throws(RecordingError) -> FoldState? {
        while true {
            if let sample {
                if let tick = pipeline.nextTick(upTo: sample.time) { return tick }
                self.sample = nil
                if case .update(let state) = pipeline.update(sample) { return state }
            }
            guard let sample = try feed.next() else { return nil }
            feed.prepare(&pipeline)
            self.sample = sample
        }
    }

    /// Checks that what ended was a recording.
    public func finish() throws(RecordingError) { try feed.finish() }
}
