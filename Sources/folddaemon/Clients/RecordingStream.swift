import FoldWire
import MotionCore
import Recordings

/// A recording as a watcher of samples receives it. Nothing is skipped: what a slow reader has not taken yet waits, up to
/// a limit; beyond it rows are lost, and the recording says so.
struct RecordingStream {
    private var writer = RecordingWriter()
    private var queue: [UInt8] = []
    private var waitingLines = 0
    private var lostRows = 0
    private var namedSensor: String?

    /// Lines that could not be queued and must not be missed, by key: what applies from the next row.
    private var owed: [(key: RecordingFormat.Key, value: String)] = []

    /// What waits to be sent.
    var waiting: [UInt8] { queue }

    /// Begins with the header of a recording under `pipeline`, of `sensor` if one is open.
    init(_ pipeline: FoldPipeline, sensor: String?) {
        let tuning = pipeline.memory == nil ? pipeline.settings.tuning : pipeline.tuning
        let header = writer.header(
            sensor: sensor, tuning: tuning, orientation: pipeline.orientation, memory: pipeline.memory)
        namedSensor = sensor
        enqueue(header)
    }

    /// The first `count` bytes of what waits were sent; the end of a line whose beginning is among them, which goes before
    /// anything else.
    mutating func sent(_ count: Int) -> [UInt8] {
        let isUnfinished = count > 0 && queue[count - 1] != UInt8(ascii: "\n")
        let end = isUnfinished ? queue[count...].firstIndex(of: UInt8(ascii: "\n")) : nil
        let rest = end.map { Array(queue[count...$0]) } ?? []
        let gone = count + rest.count
        for byte in queue[..<gone] where byte == UInt8(ascii: "\n") { waitingLines -= 1 }
        queue.removeFirst(gone)
        return rest
    }

    /// The sensor called `name` was opened.
    mutating func opened(_ name: String) {
        if namedSensor == name { return }
        namedSensor = name
        set(.sensor, name)
    }

    /// From the next row on, `key` is `value`.
    mutating func set(_ key: RecordingFormat.Key, _ value: String) {
        if isFull || lostRows > 0 || !owed.isEmpty {
            owed.removeAll { $0.key == key }
            owed.append((key, value))
        } else {
            enqueue(RecordingWriter.entry(key, value))
        }
    }

    /// From the next row on, the tuning's `key` is `value`.
    mutating func set(_ key: Tuning.Key, _ value: String) {
        if let key = RecordingFormat.Key(rawValue: key.rawValue) { set(key, value) }
    }

    /// The pipeline's memory was replaced by `memory`.
    mutating func restored(_ memory: PipelineMemory) {
        set(.state, writer.text(of: memory))
    }

    /// What the watcher is told beside the rows.
    mutating func tell(_ event: WireEvent) {
        if isFull { return }
        enqueue(Array("# event: ".utf8) + event.json + [UInt8(ascii: "\n")])
    }

    /// A row was taken at `time`.
    mutating func row(time: Nanoseconds, acceleration: Vector3) {
        if isFull {
            lostRows += 1
            return
        }
        if lostRows > 0 {
            enqueue(Array("# lost \(lostRows) rows\n".utf8))
            lostRows = 0
        }
        for (key, value) in owed { enqueue(RecordingWriter.entry(key, value)) }
        owed.removeAll()
        writer.appendRow(time: time, acceleration: acceleration, to: &queue)
        waitingLines += 1
    }

    /// Whether the next row will be lost.
    var isFull: Bool { waitingLines >= WireProtocol.waitingRows }

    private mutating func enqueue(_ lines: [UInt8]) {
        queue.append(contentsOf: lines)
        for byte in lines where byte == UInt8(ascii: "\n") { waitingLines += 1 }
    }
}
