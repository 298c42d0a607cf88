import Glibc
import MotionCore
import UnixProgram

/// What runs on the sensor's thread: the deeds that the course asks for, one after the other.
final class SensorWork {
    private let mail: SensorMail
    private var request = SensorRequest()
    private var course = SensorCourse(mode: .auto, share: .polled)
    private var isOnlyHinge = false

    private var accelerometer: Accelerometer?
    private var stream: BufferedReading?
    /// The last reading before the stream fell silent.
    private var lastReading: SensorReading?

    /// While it polls beside another program, so often is looked whether that one is gone, in nanoseconds.
    private static let lookAround: Int64 = 2_000_000_000

    init(_ mail: SensorMail) {
        self.mail = mail
    }

    private typealias Word = SensorMail.Word

    func run() {
        var word: Word? = .stop
        while true {
            switch word {
            case .end: return leave()
            case .stop, nil:
                leave()
                word = idle()
            case .restart(let request, let session):
                leave()
                begin(request, session)
                word = perform(SensorCourse.Step(.search))
            case .outcome(let outcome): word = perform(course.next(outcome))
            }
        }
    }

    private func idle() -> Word {
        while true {
            let word = wait(nanoseconds: nil) { _ in nil }
            switch word {
            case .end, .restart: return word ?? .stop
            case .stop, .outcome, nil: continue
            }
        }
    }

    private func begin(_ request: SensorRequest, _ session: Int) {
        self.request = request
        mail.begin(session)
        course = SensorCourse(mode: request.mode, share: request.share)
        course.hasNeighbour = mail.hasNeighbour
        isOnlyHinge = false
    }

    /// Switches the sensor off, and forgets it.
    private func leave() {
        stream?.close()
        stream = nil
        accelerometer = nil
    }

    private func perform(_ step: SensorCourse.Step) -> Word {
        if let report = step.report { mail.tell(report) }
        switch step.deed {
        case .search:
            leave()
            return .outcome(search())
        case .openBuffer(let probe): return .outcome(openBuffer(probe))
        case .stream, .resumeStream: return read()
        case .checkSilence: return .outcome(checkSilence())
        case .poll(let beside):
            stream?.close()
            stream = nil
            return poll(beside: beside)
        case .rest(let milliseconds):
            leave()
            return rest(Int64(milliseconds) * 1_000_000)
        case .sleep:
            leave()
            mail.post(.letGo)
            return sleep()
        }
    }

    // MARK: Deeds

    private func search() -> SensorCourse.Outcome {
        do {
            let context = try IIOContext()
            let discovery = Discovery(context, name: request.name)
            guard discovery.chosen != nil else {
                let isOnlyHinge = discovery.hasHinge && request.name == nil
                tellOfHinge(isOnlyHinge)
                return isOnlyHinge ? .onlyHinge : .nothingFound(discovery.absence)
            }
            tellOfHinge(false)
            let accelerometer = try discovery.accelerometer(in: context, request)
            self.accelerometer = accelerometer
            (accelerometer.found.warnings + discovery.remarks).forEach { mail.tell(.init(.starting, $0)) }
            let note = BufferNote(in: request.runDirectory)
            let device = accelerometer.device
            let isOn = device.isBufferOn
            let isOurs = isOn && note?.claims(accelerometer.seen.path) == true
            if isOurs { _ = device.writeBufferAttribute("enable", "0") }
            accelerometer.prepare(rate: request.rate, isOurs: isOurs || request.share == .take)
            return .found(
                SensorCourse.Prospect(
                    name: "\(accelerometer.name) (\(accelerometer.id))", hasBuffer: accelerometer.seen.hasBuffer,
                    isBufferOn: isOn, isBufferOurs: isOurs))
        } catch let fault as SensorFault {
            return .unusable(fault.detail)
        } catch {
            return .nothingFound("no IIO device can be looked at: \(error)")
        }
    }

    private func openBuffer(_ probe: Int32) -> SensorCourse.Outcome {
        guard let accelerometer else { return .rested }
        do {
            let stream = try BufferedReading(
                accelerometer, rate: request.rate, note: BufferNote(in: request.runDirectory))
            self.stream = stream
            let patience = stream.facts.patience(atLeast: Int64(probe) * 1_000_000)
            return stream.delivers(within: Int32(patience / 1_000_000)) ? .bufferDelivers : .bufferSilent
        } catch { return .bufferRefused(error) }
    }

    private func read() -> Word {
        guard let stream else { return .outcome(.rested) }
        mail.post(.buffered(stream, recall: mail.recall))
        while true {
            let word = wait(nanoseconds: nil) { command in
                switch command {
                case .giveBack(let end, let last):
                    lastReading = last
                    return .streamEnded(end)
                case .wake: return .overslept
                // It changes nothing here, and the loop waits to read on.
                case .neighbour: return .isStill
                default: return nil
                }
            }
            if let word { return word }
        }
    }

    /// One raw reading beside the silent buffer.
    private func checkSilence() -> SensorCourse.Outcome {
        guard let accelerometer, let stream, stream.isOn, let last = lastReading else { return .isSilent }
        let reading = try? PolledReading(accelerometer: accelerometer, period: 0).read()
        guard let reading, SensorReading.isSame(reading.raw, last.raw) else { return .isSilent }
        mail.post(.reading(reading))
        return .isStill
    }

    private func rest(_ nanoseconds: Int64) -> Word {
        wait(nanoseconds: nanoseconds) { command in
            if case .devicesChanged = command { return .rested }
            return nil
        } ?? .outcome(.rested)
    }

    private func sleep() -> Word {
        while true {
            let word = wait(nanoseconds: nil) { command in
                if case .wake = command { return .awake }
                return nil
            }
            // Whatever changes in the meantime is looked at afterwards.
            if case .outcome(.neighbourChanged) = word { continue }
            if let word { return word }
        }
    }

    private func poll(beside: Bool) -> Word {
        guard let accelerometer else { return .outcome(.rested) }
        let rate = accelerometer.rate.flatMap { $0 > 0 ? $0 : nil } ?? request.rate
        let poller = PolledReading(accelerometer: accelerometer, period: Int64(1e9 / min(request.rate, rate)))
        var freeze = FreezeWatch()
        var isFirst = true
        var next = BootClock.now()
        var nextLook = next + Self.lookAround
        while true {
            if let end = pollOnce(poller, &freeze, isFirst: &isFirst) { return .outcome(.pollEnded(end)) }
            if beside, BootClock.now() >= nextLook {
                nextLook = BootClock.now() + Self.lookAround
                if isAlone(accelerometer) { return .outcome(.pollEnded(.alone)) }
            }
            next = max(next + poller.period, BootClock.now())
            let word = wait(nanoseconds: max(next - BootClock.now(), 0)) { command in
                switch command {
                case .giveBack(.gone(let detail), _): return .pollEnded(.gone(detail))
                case .wake: freeze.systemSlept()
                default: break
                }
                return nil
            }
            if let word { return word }
        }
    }

    private func pollOnce(
        _ poller: PolledReading, _ freeze: inout FreezeWatch, isFirst: inout Bool
    ) -> SensorCourse.PollEnd? {
        do {
            guard let reading = try poller.read() else {
                mail.tell(.init(.stale, "\(poller.accelerometer.name) takes too long to answer"))
                return nil
            }
            mail.forgetReport()
            if isFirst {
                isFirst = false
                course.polls()
                mail.post(.polled(poller.accelerometer.facts(mode: .polled, stampsAreBoottime: false)))
            }
            mail.post(.reading(reading))
            return freeze.take(reading.raw, at: reading.sample.time) ? .frozen : nil
        } catch { return PolledReading.end(error, poller.accelerometer) }
    }

    /// Whether nobody else has a claim to the buffer any more.
    private func isAlone(_ accelerometer: Accelerometer) -> Bool {
        request.mode == .auto && !mail.hasNeighbour && accelerometer.device.bufferAttribute("enable") == "0"
    }

    private func tellOfHinge(_ isOnly: Bool) {
        if isOnly == isOnlyHinge { return }
        isOnlyHinge = isOnly
        mail.post(.onlyHinge(isOnly))
    }

    private func wait(nanoseconds: Int64?, _ outcome: (SensorCommand) -> SensorCourse.Outcome?) -> Word? {
        let word = mail.wait(nanoseconds: nanoseconds, minds: course.minds, outcome)
        course.hasNeighbour = mail.hasNeighbour
        return word
    }
}
