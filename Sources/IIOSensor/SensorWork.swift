import Glibc
import MotionCore
import UnixProgram

/// What runs on the sensor's thread: a session at a time, from the search to the switching off.
final class SensorWork {
    private let inbox: Mailbox<SensorCommand>
    private let outbox: Mailbox<(session: Int, message: SensorMessage)>
    private var commands: [SensorCommand] = []
    private var session = 0
    private var lastState: (SensorState, String)?
    /// Buffers that fell silent are not tried again in this session.
    private var bufferFellSilent = false
    /// The last try was refused; the next ones are told of only once they come to something.
    private var wasRefused = false

    /// How long a search or a failed sensor waits before the next try, in ms; a device that comes ends the wait.
    private static let retry: Int32 = 1000
    /// A buffer that delivers nothing for this long (ms) after it was switched on never will.
    private static let probe: Int32 = 500

    init(inbox: Mailbox<SensorCommand>, outbox: Mailbox<(session: Int, message: SensorMessage)>) {
        self.inbox = inbox
        self.outbox = outbox
    }

    /// How a stage of a session ended.
    private enum Ending {
        case stop
        case end
        /// Open the sensor anew.
        case again
        /// Devices came or went, which matters only to a search.
        case lookAgain
        case restart(SensorRequest, Int)
    }

    func run() {
        var next = Ending.again
        while true {
            switch next {
            case .end: return
            case .stop, .again, .lookAgain: next = waitForCommand(timeout: -1) ?? .stop
            case .restart(let request, let session):
                self.session = session
                lastState = nil
                bufferFellSilent = false
                wasRefused = false
                next = serve(request)
            }
        }
    }

    private func serve(_ request: SensorRequest) -> Ending {
        while true {
            switch attempt(request) {
            case .again, .lookAgain: continue
            case let ending: return ending
            }
        }
    }

    /// One try: find, open, read until something ends it.
    private func attempt(_ request: SensorRequest) -> Ending {
        do {
            guard let accelerometer = try find(request) else { return waitForCommand(timeout: Self.retry) ?? .again }
            if !wasRefused {
                post(.state(.starting, detail: "switching on \(accelerometer.name) (\(accelerometer.id))"))
            }
            if let reading = try openBuffer(accelerometer, request) {
                defer { reading.close() }
                wasRefused = false
                post(.buffered(reading))
                while true {
                    switch waitForCommand(timeout: -1) {
                    case .lookAgain, nil: continue
                    case .some(let ending): return ending
                    }
                }
            }
            return poll(accelerometer, request)
        } catch {
            wasRefused = true
            post(.state(error.state, detail: error.fault.detail))
            return waitForCommand(timeout: Self.retry) ?? .again
        }
    }

    private func find(_ request: SensorRequest) throws(Refused) -> Accelerometer? {
        do {
            let context = try IIOContext()
            let discovery = Discovery(context, name: request.name)
            guard let (device, seen) = discovery.chosen else {
                post(.state(.searching, detail: "no accelerometer: \(discovery.summary)"))
                return nil
            }
            let accelerometer = try Accelerometer(device, seen, in: context, request: request)
            accelerometer.prepare(rate: request.rate)
            accelerometer.found.warnings.forEach { post(.state(.starting, detail: $0)) }
            return accelerometer
        } catch let fault as SensorFault {
            throw Refused(state: .searching, fault: fault)
        } catch {
            post(.state(.searching, detail: "no IIO device can be looked at: \(error)"))
            return nil
        }
    }

    /// A sensor that cannot be had now, and the state that tells of it.
    private struct Refused: Error {
        let state: SensorState
        let fault: SensorFault
    }

    // MARK: Buffered

    /// The buffer of `accelerometer` if it delivers; nil where the sensor is to be polled.
    private func openBuffer(
        _ accelerometer: Accelerometer, _ request: SensorRequest
    ) throws(Refused) -> BufferedReading? {
        if request.mode == .polled || (request.mode == .auto && bufferFellSilent) { return nil }
        // libiio would switch an enabled buffer off before it finds the node busy, so look first.
        if accelerometer.device.bufferAttribute("enable") == "1" {
            let busy = SensorFault(detail: "another program has the buffer of \(accelerometer.name) on")
            switch (request.share, request.mode) {
            case (.take, _): break
            case (.polled, .auto): return nil
            default: throw Refused(state: .busy, fault: busy)
            }
        }
        do {
            let reading = try BufferedReading(accelerometer)
            let probe = max(Self.probe, Int32(3000 / max(accelerometer.rate ?? 60, 0.1)))
            if request.mode == .buffered || reading.delivers(within: probe) { return reading }
            reading.close()
            post(.state(.starting, detail: "the buffer of \(accelerometer.name) delivers nothing; polling it"))
        } catch {
            if request.mode == .buffered { throw Refused(state: .searching, fault: error) }
            post(.state(.starting, detail: "\(error.detail); polling it"))
        }
        return nil
    }

    // MARK: Polled

    private func poll(_ accelerometer: Accelerometer, _ request: SensorRequest) -> Ending {
        let period = Int64(1e9 / min(request.rate, accelerometer.rate.flatMap { $0 > 0 ? $0 : nil } ?? request.rate))
        let reading = PolledReading(accelerometer: accelerometer, period: period)
        wasRefused = false
        post(.polled(accelerometer.facts(mode: .polled, stampsAreBoottime: false)))
        var next = BootClock.now()
        while true {
            do {
                if let reading = try reading.read() {
                    post(.reading(reading))
                } else {
                    post(.state(.stale, detail: "\(accelerometer.name) takes too long to answer"))
                }
            } catch {
                return lost(accelerometer, error)
            }
            next = max(next + period, BootClock.now())
            let wait = next - BootClock.now()
            switch waitForCommand(nanoseconds: max(wait, 0)) {
            case .lookAgain, nil: continue
            case .some(let ending): return ending
            }
        }
    }

    private func lost(_ accelerometer: Accelerometer, _ error: SystemError) -> Ending {
        switch error.code {
        case EBUSY:
            post(.state(.busy, detail: "another program holds \(accelerometer.name), whose driver lets only one read"))
        case EINTR: break
        default:
            post(.state(.lost, detail: "\(accelerometer.name) (\(accelerometer.id)) cannot be read: \(error)"))
        }
        return waitForCommand(timeout: Self.retry) ?? .again
    }

    // MARK: Mail

    private func post(_ message: SensorMessage) {
        if case .state(let state, let detail) = message {
            // Once is enough, however often a search is repeated.
            if let lastState, lastState == (state, detail) { return }
            lastState = (state, detail)
        } else if case .reading = message {
        } else {
            lastState = nil
        }
        outbox.post((session, message))
    }

    /// What the loop wants, waiting up to `timeout` ms (−1: for ever); nil where it wants nothing new.
    private func waitForCommand(timeout: Int32) -> Ending? {
        waitForCommand(nanoseconds: timeout < 0 ? nil : Int64(timeout) * 1_000_000)
    }

    private func waitForCommand(nanoseconds: Int64?) -> Ending? {
        guard FileDescriptor.wait(inbox.event.descriptor, nanoseconds: nanoseconds) else { return nil }
        inbox.drain(into: &commands)
        var ending: Ending?
        for command in commands {
            switch command {
            case .start(let request, let session): ending = .restart(request, session)
            case .stop: ending = .stop
            case .end: return .end
            case .giveBack(let loss):
                if loss == .silent { bufferFellSilent = true }
                ending = .again
            case .devicesChanged: ending = ending ?? .lookAgain
            }
        }
        return ending
    }
}
