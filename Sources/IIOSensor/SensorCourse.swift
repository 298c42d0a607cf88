import MotionCore

/// What is decided about a sensor, from the first look for it to its loss and its return.
///
/// A pure state machine: the sensor's thread does one deed after the other, tells what came of it, and is told the next
/// one, with what there is to report. It never gives up.
struct SensorCourse {
    /// A buffer that delivers nothing for this long (ms) after it was switched on never will.
    static let probe: Int32 = 500
    /// After the system has slept a sensor may take this long (ms) for its first sample.
    static let probeAfterSleep: Int32 = 2000
    /// Longer (ms) than the 3 s after which the kernel suspends a HID sensor that nobody reads: only that wakes some.
    static let restAfterSleep: Int32 = 3500
    /// From a search for a sensor or a sensor in other hands to the next look, in ms.
    static let look: Int32 = 1000
    /// The same where a hinge sensor is read meanwhile, in ms: an accelerometer that comes is told of by udev.
    static let lookBesideHinge: Int32 = 10_000
    /// From a failure to the next try, in ms, doubled each time up to `longest`.
    static let shortest: Int32 = 1000
    static let longest: Int32 = 30_000
    /// Streams in a row that fell silent before they had come to anything; after so many the buffer is given up.
    static let briefStreams = 3

    let mode: SensorMode
    let share: SensorShare
    /// Whether iio-sensor-proxy runs, which has a claim to every accelerometer's buffer, on or off.
    var hasNeighbour = false

    /// Whether it matters that iio-sensor-proxy runs: only to one who would rather not disturb it.
    var minds: Bool { share == .polled && mode == .auto }

    private var prospect = Prospect(name: "the sensor")
    private var silences = 0
    private var isBufferGivenUp = false
    private var pause = Self.shortest
    private var sleepStage = SleepStage.none
    /// A try has failed: the next ones are told of only once they come to something.
    private var isRepeating = false

    private enum SleepStage { case none, woke, reopened }

    init(mode: SensorMode, share: SensorShare) {
        self.mode = mode
        self.share = share
    }

    /// What follows `outcome`.
    mutating func next(_ outcome: Outcome) -> Step {
        switch outcome {
        case .found(let prospect):
            self.prospect = prospect
            return begin()
        case .nothingFound(let detail):
            forget()
            return Step(.rest(Self.look), Report(.searching, detail))
        case .onlyHinge:
            forget()
            return Step(.rest(Self.lookBesideHinge))
        case .unusable(let detail): return retry(.searching, detail, after: Self.look)
        case .bufferDelivers:
            succeed()
            return Step(.stream)
        case .bufferSilent: return bufferSilent()
        case .bufferRefused(let refusal): return refused(refusal)
        case .streamEnded(let end): return streamEnded(end)
        case .isStill: return Step(.resumeStream)
        case .isSilent: return silent()
        case .pollEnded(let end): return pollEnded(end)
        case .rested: return Step(.search)
        case .goesToSleep:
            return Step(.sleep, Report(.stale, "the system goes to sleep; \(prospect.name) is let go until it wakes"))
        case .awake:
            sleepStage = .woke
            return Step(.search)
        case .overslept:
            sleepStage = .woke
            return Step(.resumeStream)
        case .neighbourChanged: return neighbourChanged()
        }
    }

    /// The first polled reading came.
    mutating func polls() { succeed() }

    // MARK: Beginning

    private mutating func begin() -> Step {
        let name = prospect.name
        if mode == .polled { return Step(.poll(beside: isClaimed), starting("reading \(name)")) }
        if prospect.isBufferOn, !prospect.isBufferOurs, share != .take {
            if minds {
                return Step(
                    .poll(beside: true), starting("another program has the buffer of \(name) on; polling beside it"))
            }
            let advice = "waiting for it; share = take takes it"
            return retry(.busy, "another program has the buffer of \(name) on; \(advice)", after: Self.look)
        }
        if hasNeighbour, minds {
            return Step(.poll(beside: true), starting("iio-sensor-proxy is running; polling \(name) beside it"))
        }
        if !prospect.hasBuffer {
            if mode == .auto { return Step(.poll(beside: false), starting("\(name) has no buffer; polling it")) }
            return retry(.searching, "\(name) has no buffer; use mode = auto or polled")
        }
        if isBufferGivenUp, mode == .auto { return Step(.poll(beside: false)) }
        let probe = sleepStage == .woke ? Self.probeAfterSleep : Self.probe
        return Step(.openBuffer(probe: probe), starting("switching on \(name)"))
    }

    /// Whether another program has a claim to the buffer.
    private var isClaimed: Bool { hasNeighbour || prospect.isBufferOn && !prospect.isBufferOurs }

    private func starting(_ detail: String) -> Report? { isRepeating ? nil : Report(.starting, detail) }

    // MARK: The buffer

    private mutating func refused(_ refusal: BufferRefusal) -> Step {
        if refusal.reason == .busy, minds {
            return Step(.poll(beside: true), starting("\(refusal.detail); polling beside it"))
        }
        if refusal.reason == .busy { return retry(.busy, "\(refusal.detail); waiting for it", after: Self.look) }
        if mode == .auto {
            isBufferGivenUp = true
            return Step(.poll(beside: false), starting("\(refusal.detail); polling it"))
        }
        return retry(.searching, refusal.detail)
    }

    private mutating func bufferSilent() -> Step {
        if let step = reopenAfterSleep() { return step }
        if mode == .auto {
            isBufferGivenUp = true
            return Step(
                .poll(beside: false), starting("the buffer of \(prospect.name) delivers nothing; polling it"))
        }
        return retry(.stale, "the buffer of \(prospect.name) delivers nothing; trying it again")
    }

    private mutating func streamEnded(_ end: StreamEnd) -> Step {
        switch end {
        case .silent(let isBrief):
            silences = isBrief ? silences + 1 : 1
            return Step(.checkSilence)
        case .frozen: return frozen()
        case .gone(let detail):
            forget()
            return Step(.search, Report(.lost, detail))
        case .failed(let detail): return retry(.stale, "\(detail); trying it again")
        }
    }

    private mutating func silent() -> Step {
        if let step = reopenAfterSleep() { return step }
        if silences >= Self.briefStreams, mode == .auto {
            isBufferGivenUp = true
            return Step(
                .poll(beside: false),
                Report(.stale, "the buffer of \(prospect.name) falls silent again and again; polling it"))
        }
        return Step(.search, Report(.stale, "\(prospect.name) has said nothing for 2 s; switching its buffer on anew"))
    }

    /// A sensor that is dumb after the system slept is switched off for longer, once.
    private mutating func reopenAfterSleep() -> Step? {
        guard sleepStage == .woke else { return nil }
        sleepStage = .reopened
        return Step(
            .rest(Self.restAfterSleep),
            Report(.stale, "\(prospect.name) says nothing since the system woke; switching it off and on"))
    }

    private mutating func frozen() -> Step {
        Step(.search, Report(.stale, "\(prospect.name) gives the same reading over and over; opening it anew"))
    }

    // MARK: Polling

    private mutating func pollEnded(_ end: PollEnd) -> Step {
        switch end {
        case .gone(let detail):
            forget()
            return Step(.search, Report(.lost, detail))
        case .busy:
            let advice = "its driver lets only one read; stop the other, or take it by share = take"
            return retry(.busy, "another program holds \(prospect.name), and \(advice)", after: Self.look)
        case .failed(let detail):
            // The whole ladder again, from the buffer on.
            isBufferGivenUp = false
            silences = 0
            return retry(.stale, "\(detail); trying it again")
        case .frozen: return frozen()
        case .alone: return Step(.search)
        }
    }

    private mutating func neighbourChanged() -> Step {
        isRepeating = false
        return Step(.search)
    }

    // MARK: What is remembered

    private mutating func retry(_ state: SensorState, _ detail: String, after wait: Int32? = nil) -> Step {
        isRepeating = true
        let pause = wait ?? self.pause
        if wait == nil { self.pause = min(self.pause * 2, Self.longest) }
        return Step(.rest(pause), Report(state, detail))
    }

    private mutating func succeed() {
        pause = Self.shortest
        isRepeating = false
        sleepStage = .none
    }

    /// Another device, or the same one plugged in again, begins afresh.
    private mutating func forget() {
        silences = 0
        isBufferGivenUp = false
        pause = Self.shortest
        isRepeating = false
        sleepStage = .none
    }
}
