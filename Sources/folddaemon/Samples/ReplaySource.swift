import Glibc
import MotionCore
import Recordings
import UnixProgram

/// A recording, replayed from its first row: in its own time, so many times as fast, or as fast as it goes.
final class ReplaySource: SampleSource {
    private unowned let sink: any SampleSink
    private let path: String
    private let descriptor: Int32
    private let speed: ReplaySpeed
    private let isLooping: Bool
    private let makeFeed: () -> RecordingFeed

    private var feed: RecordingFeed
    private var next: Sample?
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var timer: TimerSource?
    /// Where the recording's time and CLOCK_BOOTTIME met; nil before the start.
    private var meeting: (recorded: Nanoseconds, boot: Int64)?
    /// Added to the rows' times, so that a second round goes on after the first.
    private var shift = Nanoseconds.zero
    private var last = Nanoseconds.zero

    /// From the first reader to the first row, in nanoseconds: time for the reader to say what it wants.
    private static let patience: Int64 = 50_000_000
    /// Rows taken before the loop turns: a replay that cannot keep up leaves nobody waiting.
    private static let burst = 64
    /// In a loop the first row follows the last by a 60th of a second.
    private static let seam = Nanoseconds(16_666_667)

    /// The recording at `path`, checked up to its first row.
    init(
        _ loop: EventLoop, _ sink: any SampleSink, path: String, speed: ReplaySpeed, isLooping: Bool,
        settings: Settings, forced: OrientationSetting?
    ) throws {
        self.sink = sink
        self.path = path
        self.speed = speed
        self.isLooping = isLooping
        makeFeed = { RecordingFeed(file: path, fallback: settings, orientation: forced) }
        feed = makeFeed()
        descriptor = try FileDescriptor.openInput(path)
        guard FileDescriptor.isRegularFile(descriptor) else {
            throw Failure(
                .noInput, "cannot replay \(path): it is no regular file; read it live with --source pipe:\(path)")
        }
        do {
            next = try read()
            if next == nil { try feed.finish() }
        } catch let error as RecordingError {
            throw Failure(.dataError, error.description)
        }
        timer = try loop.timer { [unowned self] in step() }
    }

    /// Starts with the first reader; from then on it plays to its end.
    func start() {
        guard meeting == nil, let next else { return }
        let start = BootClock.now() + Self.patience
        meeting = (next.time, start)
        sink.opened(Opening(name: feed.sensor ?? path, detail: "replaying \(path)"))
        sink.sensor(is: .ok, "replaying \(path)")
        timer?.set(start)
    }

    func stop() {}

    func end() {
        timer?.cancel()
        FileDescriptor.close(descriptor)
    }

    /// Takes the rows that are due, and the ticks between them.
    private func step() {
        do {
            var taken = 0
            while let sample = next, isDue(sample.time) {
                if taken == Self.burst { break }
                taken += 1
                sink.configure { feed.prepare(&$0) }
                sink.take(sample)
                last = sample.time
                next = try read() ?? rewind()
            }
        } catch let error as RecordingError {
            return sink.ended(Failure(.dataError, error.description))
        } catch {
            return sink.ended(error as? Failure)
        }
        // No tick follows the last row.
        guard let next else { return sink.ended(nil) }
        if case .times = speed, !isDue(next.time) {
            // Never past the next row, however late it has become since the line above.
            sink.tick(upTo: min(recordedTime(BootClock.now()), next.time))
        }
        timer?.set(min(bootTime(next.time), sink.tickTime.map { bootTime($0) } ?? .max))
    }

    // MARK: Rows

    /// The next row; nil at the end of the file.
    private func read() throws -> Sample? {
        while true {
            if let sample = try feed.next() {
                return Sample(time: sample.time + shift, acceleration: sample.acceleration)
            }
            switch FileDescriptor.read(descriptor, into: &chunk) {
            case .value(0):
                feed.endInput()
                if let sample = try feed.next() {
                    return Sample(time: sample.time + shift, acceleration: sample.acceleration)
                }
                try feed.finish()
                return nil
            case .value(let count): feed.append(chunk[..<count])
            case .wouldBlock: return nil
            case .failed(let error):
                throw Failure(
                    error.status(otherwise: .noInput), "cannot read \(path): \(error); replay a readable file")
            }
        }
    }

    /// The first row once more, if the recording is to be played in a loop.
    private func rewind() throws -> Sample? {
        guard isLooping else { return nil }
        lseek(descriptor, 0, SEEK_SET)
        feed = makeFeed()
        shift = .zero
        guard let first = try read() else { return nil }
        feed.forgetState()
        shift = last + Self.seam - first.time
        return Sample(time: first.time + shift, acceleration: first.acceleration)
    }

    // MARK: Time

    private func isDue(_ time: Nanoseconds) -> Bool {
        speed == .max || bootTime(time) <= BootClock.now()
    }

    /// When on CLOCK_BOOTTIME the recording's `time` comes.
    private func bootTime(_ time: Nanoseconds) -> Int64 {
        guard let meeting, case .times(let factor) = speed else { return 0 }
        return (Nanoseconds(meeting.boot) + (time - meeting.recorded) * (1 / factor)).count
    }

    /// The recording's time at `boot` on CLOCK_BOOTTIME.
    private func recordedTime(_ boot: Int64) -> Nanoseconds {
        guard let meeting, case .times(let factor) = speed else { return .zero }
        return meeting.recorded + (Nanoseconds(boot) - Nanoseconds(meeting.boot)) * factor
    }
}
