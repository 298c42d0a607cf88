import CLinux
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
    private let neighbours: Neighbours
    private var thread: SensorThread?
    private var outbox: DescriptorSource?
    private var monitor: DeviceMonitor?
    private var session = 0
    private var messages: [(session: Int, message: SensorMessage)] = []
    private var retry: TimerSource?
    /// What is read where there is no accelerometer but a hinge sensor.
    private var hinge: HingeSource?
    /// Whether the bus is waited for.
    private var isWaiting = false
    /// Whether the system sleeps, or is about to.
    private var isAsleep = false

    private(set) var lastReading: SensorReading?
    private var reading: BufferedReading?
    /// How often the thread was asked to decide anew about the buffer.
    private var recall = 0
    /// The buffer that was opened last.
    private weak var opened: BufferedReading?
    /// The sensor that the thread polls; nil where it does not.
    private var polled: SensorFacts?
    private var readingSource: DescriptorSource?
    private var silence: SilenceWatch?
    private var freeze = FreezeWatch()

    /// From a thread that could not be had to the next try, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    init(
        _ loop: EventLoop, _ bus: SystemBus?, _ sink: any SampleSink, _ request: SensorRequest
    ) throws(SystemError) {
        self.loop = loop
        self.sink = sink
        self.request = request
        ticks = try LiveTicks(loop, sink)
        neighbours = try Neighbours(loop, bus)
        retry = try loop.timer { [unowned self] in if isRunning { begin() } }
        silence = try SilenceWatch(loop) { [unowned self] in act(on: $0) }
        neighbours.onProxy = { [unowned self] in proxyChanged() }
        neighbours.onSleep = { [unowned self] in systemSleeps($0) }
        neighbours.onKnown = { [unowned self] in if isWaiting { begin() } }
    }

    // MARK: On and off

    func start() {
        isRunning = true
        neighbours.holdSleep(true)
        sink.sensor(is: .searching, "looking for an accelerometer")
        // Whether iio-sensor-proxy runs decides how the sensor is read; the bus says so in a moment.
        if neighbours.isKnown { begin() } else { isWaiting = true }
    }

    private func begin() {
        isWaiting = false
        session += 1
        do {
            let thread = try self.thread ?? makeThread()
            thread.neighbour(isThere: neighbours.hasProxy, recall: recall)
            thread.start(request, session: session)
        } catch {
            sink.sensor(is: .searching, "the sensor's thread cannot be started: \(error); trying again")
            retry?.set(BootClock.now() + Self.patience)
        }
    }

    func stop() {
        isRunning = false
        leave()
        thread?.stop()
        neighbours.holdSleep(false)
    }

    func adjust(_ request: SensorRequest) {
        if request == self.request { return }
        self.request = request
        let wasRunning = isRunning
        stop()
        hinge?.end()
        hinge = nil
        if wasRunning { start() }
    }

    func end() {
        isRunning = false
        retry?.cancel()
        leave()
        hinge?.end()
        thread?.end()
        thread = nil
    }

    /// What comes from the present session is passed over.
    private func leave() {
        session += 1
        isWaiting = false
        polled = nil
        lastReading = nil
        dropReading()
        ticks.cancel()
        hinge?.stop()
    }

    private func setHinge(_ isOnly: Bool) {
        do {
            let hinge = try self.hinge ?? HingeSource(loop, sink, request)
            self.hinge = hinge
            if isOnly { hinge.start() } else { hinge.stop() }
        } catch {
            sink.sensor(is: .searching, "there is only a hinge sensor, which cannot be read: \(error)")
        }
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
            case .state(let state, let detail):
                if state != .stale { polled = nil }
                if polled == nil { silence?.end() }
                sink.sensor(is: state, detail)
            case .polled(let facts):
                sink.opened(Opening(facts))
                polled = facts
            case .reading(let reading):
                silence?.arrived()
                if let polled, silence?.facts == nil { silence?.begin(polled) }
                take(reading)
            case .buffered(let reading, let recall): if recall == self.recall { watch(reading) }
            case .onlyHinge(let isOnly): setHinge(isOnly)
            case .letGo: neighbours.maySleep()
            }
        }
    }

    private func watch(_ reading: BufferedReading) {
        polled = nil
        let isNew = opened !== reading
        if isNew {
            opened = reading
            sink.opened(Opening(reading.facts))
            freeze = FreezeWatch()
        }
        do {
            readingSource = try loop.watch(reading.descriptor, EPOLLIN) { [unowned self] _ in read() }
            self.reading = reading
            if isNew { silence?.begin(reading.facts) } else { silence?.goOn(reading.facts) }
        } catch {
            giveBack(.failed("the buffer of \(reading.facts.name) cannot be watched: \(error)"))
        }
    }

    // MARK: The buffer

    private func read() {
        guard let reading else { return }
        switch reading.read() {
        case .reading(let reading):
            silence?.arrived()
            take(reading)
            if freeze.take(reading.raw, at: reading.sample.time) { giveBack(.frozen) }
        case .nothing: break
        case .failed(let error):
            let detail = "\(reading.facts.name) (\(reading.facts.id)) cannot be read: \(error)"
            giveBack(error.code == ENODEV ? .gone(detail) : .failed(detail))
        }
    }

    private func take(_ reading: SensorReading) {
        lastReading = reading
        sink.take(reading.sample)
        ticks.follow()
    }

    private func act(on finding: SilenceWatch.Finding) {
        guard let facts = silence?.facts else { return }
        switch finding {
        case .silent(let isBrief) where reading != nil:
            giveBack(.silent(isBrief: isBrief))
            silence?.expectAnswer(about: facts)
        // The thread waits for the sensor; there is nothing to decide before it answers.
        case .silent: sink.sensor(is: .stale, "\(facts.name) has not answered for 2 s")
        case .unanswered: sink.sensor(is: .stale, "\(facts.name) has said nothing for 2 s")
        case .overslept:
            freeze.systemSlept()
            recallBuffer()
            thread?.wake(recall: recall)
        }
    }

    /// Lets the thread decide what becomes of the sensor.
    private func giveBack(_ end: StreamEnd) {
        dropReading()
        thread?.giveBack(end, last: lastReading)
    }

    /// The thread is to decide anew about the buffer, even about one that it has just handed over.
    private func recallBuffer() {
        recall += 1
        dropReading()
    }

    private func dropReading() {
        silence?.end()
        readingSource?.end()
        reading = nil
    }

    // MARK: Word from others

    private func deviceChanged(_ id: String, _ isGone: Bool) {
        if isGone, let facts = silence?.facts, facts.id == id {
            giveBack(.gone("\(facts.name) (\(id)) was unplugged"))
        } else if isOutdated(id, isGone) {
            leave()
            thread?.stop()
            begin()
        } else {
            thread?.devicesChanged()
        }
    }

    /// Whether the device was taken before udev was through with it, which knows its matrix and gives the right to open it, or
    /// udev says something else of it now.
    private func isOutdated(_ id: String, _ isGone: Bool) -> Bool {
        guard isRunning, !isWaiting, !isAsleep, !isGone, hinge == nil else { return false }
        // Which one the thread has just found is not known yet.
        guard let facts = silence?.facts else { return true }
        return facts.id == id && facts.udev != UdevWord(of: id)
    }

    private func proxyChanged() {
        guard isRunning else { return }
        recallBuffer()
        thread?.neighbour(isThere: neighbours.hasProxy, recall: recall)
    }

    private func systemSleeps(_ isAsleep: Bool) {
        self.isAsleep = isAsleep
        guard isRunning else { return }
        recallBuffer()
        if isAsleep { thread?.goToSleep(recall: recall) } else { thread?.wake(recall: recall) }
    }
}

extension Opening {
    fileprivate init(_ facts: SensorFacts) {
        self.init(name: facts.name, detail: facts.summary, facts: facts)
    }
}
