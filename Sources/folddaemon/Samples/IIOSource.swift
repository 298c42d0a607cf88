import CSystemd
import Glibc
import IIOSensor
import MotionCore
import UnixProgram

/// The machine's accelerometer: its thread finds, opens and closes it; its buffer is read here, in the loop.
final class IIOSource: SampleSource {
    private let loop: EventLoop
    private unowned let sink: any SampleSink
    private var request: SensorRequest
    private var isRunning = false
    private let ticks: LiveTicks
    private var thread: SensorThread?
    private var outbox: DescriptorSource?
    private var monitor: DeviceMonitor?
    private var session = 0
    private var messages: [(session: Int, message: SensorMessage)] = []

    private(set) var lastReading: SensorReading?
    private var reading: BufferedReading?
    private var readingSource: DescriptorSource?
    private var watchdog: TimerSource?
    private var retry: TimerSource?
    private var lastArrival: Int64 = 0

    /// From a thread that could not be had to the next try, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000
    /// A buffer silent for this long, in nanoseconds, is opened anew.
    private static let silence: Int64 = 2_000_000_000

    init(_ loop: EventLoop, _ sink: any SampleSink, _ request: SensorRequest) throws(SystemError) {
        self.loop = loop
        self.sink = sink
        self.request = request
        ticks = try LiveTicks(loop, sink)
        watchdog = try loop.timer { [unowned self] in judgeSilence() }
        retry = try loop.timer { [unowned self] in if isRunning { start() } }
    }

    // MARK: On and off

    func start() {
        isRunning = true
        session += 1
        do {
            let thread = try self.thread ?? makeThread()
            sink.sensor(is: .searching, "looking for an accelerometer")
            thread.start(request, session: session)
        } catch {
            sink.sensor(is: .searching, "the sensor's thread cannot be started: \(error); trying again")
            retry?.set(BootClock.now() + Self.patience)
        }
    }

    func stop() {
        isRunning = false
        session += 1
        lastReading = nil
        dropReading()
        ticks.cancel()
        thread?.stop()
    }

    func adjust(_ change: (inout SensorRequest) -> Void) -> Bool {
        let before = request
        change(&request)
        if request != before, isRunning {
            stop()
            start()
        }
        return true
    }

    func end() {
        isRunning = false
        retry?.cancel()
        session += 1
        dropReading()
        ticks.cancel()
        thread?.end()
        thread = nil
    }

    private func makeThread() throws(SystemError) -> SensorThread {
        let thread = try SensorThread()
        outbox = try loop.watch(thread.outbox.event.descriptor, EPOLLIN) { [unowned self] _ in receive() }
        // Without udev a sensor that comes is found by the search's own tries, and one that goes by its silence.
        monitor = try? DeviceMonitor(loop) { [unowned self] id, isGone in deviceChanged(id, isGone) }
        self.thread = thread
        return thread
    }

    // MARK: Word from the thread

    private func receive() {
        thread?.outbox.drain(into: &messages)
        for (session, message) in messages where session == self.session {
            switch message {
            case .state(let state, let detail): sink.sensor(is: state, detail)
            case .polled(let facts): sink.opened(Opening(facts))
            case .reading(let reading): take(reading)
            case .buffered(let reading): begin(reading)
            }
        }
    }

    private func begin(_ reading: BufferedReading) {
        sink.opened(Opening(reading.facts))
        do {
            readingSource = try loop.watch(reading.descriptor, EPOLLIN) { [unowned self] _ in read() }
            self.reading = reading
            lastArrival = BootClock.now()
            watchdog?.set(lastArrival + Self.silence)
        } catch {
            sink.sensor(is: .lost, "the buffer of \(reading.facts.name) cannot be watched: \(error)")
            thread?.giveBack(.silent)
        }
    }

    private func deviceChanged(_ id: String, _ isGone: Bool) {
        if isGone, let reading, reading.facts.id == id {
            lose(.gone, .lost, "\(reading.facts.name) (\(id)) was unplugged")
        } else {
            thread?.devicesChanged()
        }
    }

    // MARK: The buffer

    private func read() {
        guard let reading else { return }
        switch reading.read() {
        case .reading(let reading):
            lastArrival = BootClock.now()
            take(reading)
        case .nothing: break
        case .failed(let error):
            lose(.gone, .lost, "\(reading.facts.name) (\(reading.facts.id)) cannot be read: \(error)")
        }
    }

    private func take(_ reading: SensorReading) {
        lastReading = reading
        sink.take(reading.sample)
        ticks.follow()
    }

    private func judgeSilence() {
        guard let reading else { return }
        let due = lastArrival + max(Self.silence, Int64(3e9 / max(reading.facts.rate ?? 60, 0.1)))
        if BootClock.now() < due {
            watchdog?.set(due)
        } else {
            lose(.silent, .stale, "\(reading.facts.name) has said nothing for 2 s; opening it anew")
        }
    }

    private func lose(_ loss: SensorLoss, _ state: SensorState, _ detail: String) {
        dropReading()
        sink.sensor(is: state, detail)
        thread?.giveBack(loss)
    }

    private func dropReading() {
        watchdog?.cancel()
        readingSource?.end()
        reading = nil
    }
}

extension Opening {
    fileprivate init(_ facts: SensorFacts) {
        self.init(name: facts.name, detail: facts.summary, facts: facts)
    }
}
