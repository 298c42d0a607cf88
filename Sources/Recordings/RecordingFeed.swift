import MotionCore

/// A recording on its way into a pipeline: samples come out one by one, and what its lines say between them is kept for
/// the pipeline, which is to be prepared before each sample.
public struct RecordingFeed: Sendable {
    /// The sensor that was recorded, once its line has been read.
    public private(set) var sensor: String?

    private var reader: RecordingReader
    private var recorded: RecordedSettings
    private var isPrepared = false
    private var hasHeaderEnded = false
    private var hasRows = false

    /// The recording that errors call `file`. Its settings come before `fallback`, and an orientation that was `forced`
    /// before its own.
    public init(file: String, fallback: Settings = Settings(), orientation forced: OrientationSetting? = nil) {
        reader = RecordingReader(file: file)
        recorded = RecordedSettings(fallback: fallback, orientation: forced)
    }

    /// Takes what was read.
    public mutating func append(_ bytes: ArraySlice<UInt8>) { reader.append(bytes) }

    /// No more bytes follow.
    public mutating func endInput() { reader.endInput() }

    /// The next sample; nil where more bytes are needed, or none is left.
    public mutating func next() throws(RecordingError) -> Sample? {
        while let item = try reader.next() {
            switch item {
            case .sample(let sample):
                noteHeader()
                if let start = recorded.stateTime, sample.time < start {
                    throw reader.error("the row is before its state's last update; a state is made before the rows")
                }
                hasRows = true
                return sample
            case .entry(let key, let value):
                noteHeader()
                if hasRows, key == RecordingFormat.Key.state.rawValue {
                    throw reader.error("a state between rows; it belongs above the first")
                }
                do { try recorded.read(key: key, value: value) } catch { throw reader.error(error.problem) }
                if key == RecordingFormat.Key.sensor.rawValue { sensor = value }
                isPrepared = false
            case .lost, .event: break
            }
        }
        return nil
    }

    /// Tells the settings where the header ends: at the first thing that comes after it.
    private mutating func noteHeader() {
        if hasHeaderEnded || !reader.isPastHeader { return }
        hasHeaderEnded = true
        recorded.headerEnded()
    }

    /// Makes `pipeline` ready for the sample that came last.
    public mutating func prepare(_ pipeline: inout FoldPipeline) {
        if isPrepared { return }
        recorded.prepare(&pipeline)
        isPrepared = true
    }

    /// The recording is played once more: what it remembered as it began no longer holds.
    public mutating func forgetState() { recorded.forgetState() }

    /// Checks that what ended was a recording.
    public func finish() throws(RecordingError) { try reader.finish() }
}
