import CLinux
import CSystemd
import Glibc
import MotionCore
import Recordings
import UnixProgram

/// A recording that is read live, as it is written: a sensor behind another program, a phone over ssh.
final class PipeSource: SampleSource {
    private let loop: EventLoop
    private unowned let sink: any SampleSink
    private let path: String
    private let settings: Settings
    private let forced: OrientationSetting?
    private let ticks: LiveTicks

    private var descriptor: Int32?
    private var source: DescriptorSource?
    private var pump: TimerSource?
    private var feed: RecordingFeed?
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    /// Added to the rows' times: a second recording on the pipe goes on where time stands.
    private var shift: Nanoseconds?
    private var lead = Nanoseconds.zero
    private var hasStarted = false
    private var isOpened = false

    private var isStandardInput: Bool { path == "-" }
    private var name: String { isStandardInput ? "standard input" : path }

    init(
        _ loop: EventLoop, _ sink: any SampleSink, path: String, settings: Settings, forced: OrientationSetting?
    ) throws {
        self.loop = loop
        self.sink = sink
        self.path = path
        self.settings = settings
        self.forced = forced
        ticks = try LiveTicks(loop, sink)
        // A name that is none is told at once, not to the first reader.
        descriptor = isStandardInput ? FileDescriptor.standardInput : try FileDescriptor.openInput(path)
    }

    /// Starts with the first reader; from then on the pipe is kept from filling.
    func start() {
        if hasStarted { return }
        hasStarted = true
        begin()
    }

    func stop() {}

    func end() {
        ticks.cancel()
        source?.end()
        pump?.end()
        if let descriptor { FileDescriptor.close(descriptor) }
        descriptor = nil
    }

    /// Waits for a recording on the pipe.
    private func begin() {
        feed = RecordingFeed(file: name, fallback: settings, orientation: forced)
        isOpened = false
        do {
            let input = try descriptor ?? FileDescriptor.openInput(path)
            descriptor = input
            try watch(input)
            sink.sensor(is: .starting, "waiting for a recording on \(name)")
        } catch let failure as Failure {
            sink.ended(failure)
        } catch {
            sink.ended(Failure(.noInput, "cannot read \(name): \(error); name a pipe or a file"))
        }
    }

    private func watch(_ input: Int32) throws(SystemError) {
        source = try? loop.watch(input, EPOLLIN) { [unowned self] _ in read() }
        if source != nil { return }
        // A plain file cannot be waited for: it always has its next bytes.
        pump = try loop.timer { [unowned self] in
            read()
            pump?.set(0)
        }
        pump?.set(0)
    }

    private func read() {
        guard let descriptor else { return }
        do {
            switch FileDescriptor.read(descriptor, into: &chunk) {
            case .value(0):
                feed?.endInput()
                try drain()
                try feed?.finish()
                finish(nil)
            case .value(let count):
                feed?.append(chunk[..<count])
                try drain()
            case .wouldBlock: break
            case .failed(let error):
                finish(
                    Failure(error.status(otherwise: .noInput), "cannot read \(name): \(error); name a readable pipe"))
            }
        } catch {
            finish(Failure(.dataError, error.description))
        }
    }

    private func drain() throws(RecordingError) {
        while let sample = try feed?.next() {
            let arrival = Nanoseconds(BootClock.now())
            if !isOpened {
                isOpened = true
                sink.opened(Opening(name: feed?.sensor ?? name, detail: "reading \(name)"))
                // On the first recording's axis it is now `arrival` less its lead.
                shift = shift == nil ? .zero : arrival - lead - sample.time
                // What a later recording remembers is not where this pipeline stands.
                if shift != .zero { feed?.forgetState() }
            }
            let time = sample.time + (shift ?? .zero)
            lead = arrival - time
            sink.configure { feed?.prepare(&$0) }
            sink.take(Sample(time: time, acceleration: sample.acceleration))
            ticks.follow(lead: lead)
        }
    }

    /// The writer is gone, or wrote what is no recording. A named pipe may have another one soon.
    private func finish(_ failure: Failure?) {
        source?.end()
        pump?.end()
        if let descriptor, FileDescriptor.isPipe(descriptor), !isStandardInput {
            // Closed before it is told: a writer who comes because of that finds nobody, and waits, instead of somebody
            // who is about to go.
            FileDescriptor.close(descriptor)
            self.descriptor = nil
            sink.sensor(is: .lost, failure?.message ?? "\(name) has ended")
            begin()
        } else {
            ticks.cancel()
            sink.ended(failure)
        }
    }
}
