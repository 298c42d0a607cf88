import FoldWire
import Glibc
import IIOSensor
import MotionCore
import UnixProgram

/// The service: a source of samples, a socket, and the switch between them.
final class Service {
    private let loop: EventLoop
    private let crowd: Crowd
    private let hub: FoldHub
    private let source: any SampleSource
    private let live: LiveConfiguration
    private let gatekeeper: Gatekeeper
    private let desk: ControlDesk
    /// The sockets that systemd handed over; nil for a service that makes its own.
    private let handed: ActivatedSockets?
    private let reread: () throws -> Configuration
    /// The hinge beside an accelerometer; nil where something else folds.
    private let hingeBeside: HingeBeside?
    private var sensorSwitch: SensorSwitch
    private var stream: Acceptor?
    private var control: Acceptor?
    private var lingerTimer: TimerSource?
    private var endTimer: TimerSource?
    private var leaveTimer: TimerSource?
    private var idleExit: IdleExit?
    private var ending: ExitStatus?
    private let isInTerminal = FileDescriptor.isTerminal(FileDescriptor.standardError)

    /// How long readers that are behind are waited for at the end, the service's or their own, in nanoseconds.
    private static let farewell: Int64 = 1_000_000_000

    /// A service by `configuration`, which `reread` gives anew, on the sockets that systemd `handed` over, or on its own.
    init(
        _ configuration: Configuration, display: DisplayPanel?, handed: ActivatedSockets? = nil,
        reread: @escaping () throws -> Configuration
    ) throws {
        var configuration = configuration
        try handed?.adopt(into: &configuration)
        self.handed = handed
        self.reread = reread
        loop = try EventLoop()
        crowd = try Crowd(loop)
        let settings = configuration.settings(panel: display?.panel)
        let hub = FoldHub(settings: settings)
        self.hub = hub
        // A machine without a bus has nobody on it.
        let bus = try? SystemBus(loop)
        bus?.onChange { [unowned bus] in
            let loss = "the system's sleep, the screen's lock and iio-sensor-proxy are not noticed"
            let isThere = bus?.isThere == true
            Log.write(
                .notice, isThere ? "the system's bus is back" : "the system's bus is gone: until it is back \(loss)")
        }
        gatekeeper = try Gatekeeper(loop, bus)
        source = try configuration.makeSource(settings, display?.panel, loop, hub, bus)
        hingeBeside = try configuration.makeHinge(loop, hub)
        live = LiveConfiguration(configuration, display, hub, source, hingeBeside)
        desk = ControlDesk(loop, crowd, hub, source, live, display, gatekeeper)
        sensorSwitch = SensorSwitch(isAlwaysOn: configuration.alwaysOn, neverStops: configuration.isRecording)
    }

    private var configuration: Configuration { live.current }

    /// Serves until a signal or the source's end; the status to exit with.
    func run() throws -> ExitStatus {
        raiseDescriptorLimit()
        try listen()
        defer {
            control?.removeDirectory()
            stream?.removeDirectory()
        }
        for name in [SIGTERM, SIGINT] {
            try loop.onSignal(name) { [unowned self] in end(.ok) }
        }
        try loop.onSignal(SIGHUP) { [unowned self] in hangUp() }
        lingerTimer = try loop.timer { [unowned self] in perform(sensorSwitch.lingerEnded()) }
        endTimer = try loop.timer { [unowned self] in loop.stop(ending ?? .ok) }
        leaveTimer = try loop.timer { [unowned self] in hub.closeLeaving() }
        idleExit = try IdleExit(loop) { [unowned self] in leave() }
        hub.onReaderComes = { [unowned self] in
            if ending == nil { perform(sensorSwitch.readers(hub.readerCount + 1)) }
        }
        hub.onWatchersChanged = { [unowned self] in watchersChanged() }
        desk.onCalibratorsChanged = { [unowned self] in if ending == nil { watchersChanged() } }
        desk.onClientsChanged = { [unowned self] in countClients() }
        gatekeeper.onChanged = { [unowned self] in accessChanged() }
        hub.onSensorChanged = { [unowned self] state, detail in
            Log.write(state == .ok || state == .starting ? .info : .notice, "sensor \(state.rawValue): \(detail)")
            ServiceManager.tell(status: "sensor \(state.rawValue): \(detail)")
            if state == .ok {
                ProgramMemory.forgetStart()
                heedSeat()
            }
        }
        hub.onEnded = { [unowned self] failure in
            if let failure { Log.write(.error, failure.message) }
            end(failure?.status ?? .ok)
        }
        loop.keepWatchdog()
        ServiceManager.ready("listening on \(try configuration.streamPath)")
        Log.write(.info, "listening on \(try configuration.streamPath)\(whatStarts)")
        if ServiceManager.isThere, !configuration.isRecording { SelfTest(configuration.sensor.mode).run() }
        setIdleExit()
        heedLock()
        let status = loop.run()
        return ExitStatus(rawValue: status) ?? .unavailable
    }

    /// What is waited for now, in words.
    private var whatStarts: String {
        if configuration.isRecording { return "; the first reader starts the recording" }
        return configuration.alwaysOn ? "" : "; the first reader switches the sensor on"
    }

    private func listen() throws {
        let listener = try handed?.stream ?? ListeningSocket(path: configuration.streamPath, option: "--socket")
        stream = try Acceptor(loop, listener) { [unowned self] in
            heedSeat()
            welcome($0)
        }
        do {
            let listener = try handed?.control ?? ListeningSocket(path: configuration.controlPath, option: "--control")
            control = try Acceptor(loop, listener) { [unowned self] in
                heedSeat()
                desk.welcome($0)
            }
        } catch {
            stream?.removeDirectory()
            throw error
        }
    }

    // MARK: Readers

    private func welcome(_ descriptor: Int32) {
        // Somebody who only looked whether a daemon answers is no reader.
        if FileDescriptor.isHungUp(descriptor) { return FileDescriptor.close(descriptor) }
        do {
            let caller = try gatekeeper.caller(descriptor)
            let watcher = try Watcher(descriptor, of: caller, crowd, owner: hub)
            if let refusal = gatekeeper.refusal(of: caller) {
                watcher.refuse(refusal)
                watcher.close()
            } else if hub.clientCount >= configuration.clients, !gatekeeper.alwaysFindsRoom(caller) {
                watcher.refuse("there are \(configuration.clients) clients already; try again later")
                watcher.close()
            } else {
                hub.add(watcher)
            }
        } catch {
            Log.write(.warning, "cannot serve a connection: \(error)")
            FileDescriptor.close(descriptor)
        }
    }

    /// Whose seat decides: that of the sensor in use, or of the one that a reader would switch on.
    private func heedSeat() {
        if configuration.isRecording { return }
        gatekeeper.sensor(isAt: hub.opening?.seat ?? SensorSeat.expected)
    }

    /// Somebody came to the screen or left it, or the session there was locked or unlocked.
    private func accessChanged() {
        if ending != nil { return }
        let refusal = gatekeeper.refusals()
        hub.revoke(refusal)
        desk.revoke(refusal)
        if hub.isAnyoneLeaving { leaveTimer?.set(BootClock.now() + Self.farewell) }
        heedLock()
    }

    /// Lets the sensor go while the session at the screen is locked.
    private func heedLock() {
        let heedsLock = !configuration.isRecording && !configuration.alwaysOn
        let before = sensorSwitch.isPaused
        sensorSwitch.isPaused = heedsLock && gatekeeper.isLocked == true
        // Who comes in the first moment is not read for behind a lock that is not known of yet.
        stream?.isHeld = heedsLock && gatekeeper.isLocked == nil
        hingeBeside?.pause(sensorSwitch.isPaused)
        watchersChanged()
        if sensorSwitch.isPaused != before, !sensorSwitch.isOn { isOff() }
    }

    /// The sensor is off: who reads, or comes to read, is told why.
    private func isOff() {
        hub.sleep()
        if sensorSwitch.isPaused {
            hub.sensor(is: .stale, "the session at the screen is locked; the sensor is let go until it is unlocked")
        } else {
            ServiceManager.tell(status: "sensor off: nobody reads")
        }
    }

    private func watchersChanged() {
        countClients()
        if ending == nil {
            perform(sensorSwitch.readers(hub.readerCount + desk.calibrators))
        } else if !hub.isAnyoneBehind {
            loop.stop(ending ?? .ok)
        }
    }

    private func perform(_ action: SensorSwitch.Action?) {
        switch action {
        case .start:
            hub.wake(at: Nanoseconds(BootClock.now()))
            source.start()
        case .stop:
            source.stop()
            isOff()
        case .armTimer: lingerTimer?.set(BootClock.now() + SensorSwitch.linger)
        case .disarmTimer: lingerTimer?.cancel()
        case nil: break
        }
    }

    // MARK: The configuration, read anew

    private func hangUp() {
        // A service that somebody started by hand goes with its terminal.
        if isInTerminal, FileDescriptor.isHungUp(FileDescriptor.standardError) { return end(.ok) }
        if ending != nil { return }
        ServiceManager.reloading()
        defer { ServiceManager.reloaded() }
        do {
            var new = try reread()
            try handed?.adopt(into: &new)
            _ = try new.controlPath
            take(new)
        } catch {
            let problem = (error as? Failure)?.message ?? "\(error)"
            Log.write(.error, "the new configuration is refused, and the old one holds: \(problem)")
        }
    }

    private func take(_ new: Configuration) {
        let replacement = live.replace(by: new)
        gatekeeper.reload()
        sensorSwitch.isAlwaysOn = configuration.alwaysOn
        if replacement.changed.contains(where: ["exit-idle-time", "always-on"].contains) { setIdleExit() }
        accessChanged()
        let changed = replacement.changed.isEmpty ? "nothing changed" : replacement.changed.joined(separator: ", ")
        Log.write(.info, "the configuration was read anew: \(changed)")
        for key in replacement.waiting { Log.write(.notice, "the new \(key) holds from the next start on") }
    }

    // MARK: The end

    private func setIdleExit() {
        let minutes = configuration.exitIdleTime
        let obstacle =
            handed == nil
            ? "nobody would start this service again, which made its own sockets"
            : configuration.alwaysOn ? "always-on keeps the sensor running" : nil
        if let obstacle, minutes > 0 {
            Log.write(.warning, "exit-idle-time is \(settingText(.number(minutes)) ?? ""), but \(obstacle); it stays")
        }
        idleExit?.set(minutes: obstacle == nil ? minutes : 0)
    }

    private func countClients() {
        idleExit?.clients(hub.clientCount + desk.clientCount)
    }

    /// Nobody has been connected for a while.
    private func leave() {
        // Who has connected just now is taken next; who does from here on waits at systemd's sockets for the next service.
        if ending != nil || stream?.hasWaiting == true || control?.hasWaiting == true { return }
        Log.write(.info, "nobody has been connected for a while; leaving until somebody connects")
        end(.ok)
    }

    private func end(_ status: ExitStatus) {
        if ending != nil { return }
        ending = status
        ServiceManager.stopping()
        // Who comes now would be told nothing, and who sets something would set it for nobody.
        control?.remove()
        stream?.remove()
        desk.end()
        source.end()
        hingeBeside?.end()
        hub.tell(.shutdown)
        // Who is behind gets a moment to read the newest; who does not read holds nothing up for longer.
        if hub.isAnyoneBehind { endTimer?.set(BootClock.now() + Self.farewell) } else { loop.stop(status) }
    }

    /// Each reader takes a descriptor, and the usual soft limit of 1024 is only a limit of select(2).
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
