import UnixProgram

/// Others in the machine whom a reader of its sensor has to get along with: iio-sensor-proxy, which reads it for the
/// desktop, and logind, which sends the machine to sleep. Both are met on the system bus; where there is none, neither is.
final class Neighbours {
    /// Whether iio-sensor-proxy runs.
    private(set) var hasProxy = false
    /// Whether `hasProxy` is known by now.
    private(set) var isKnown = false
    /// Called once `hasProxy` is known.
    var onKnown: () -> Void = {}
    /// Called when iio-sensor-proxy came or went.
    var onProxy: () -> Void = {}
    /// Called before the system sleeps, with true, and when it woke.
    var onSleep: (Bool) -> Void = { _ in }

    private let bus: SystemBus?
    private var patience: TimerSource?
    /// What holds the system's sleep up for a moment, as long as it is open.
    private var lock: Int32?
    private var holdsSleep = false
    private var isAsking = false

    private static let proxy = "net.hadess.SensorProxy"
    private static let daemon = "org.freedesktop.DBus"
    /// So long the bus is waited for, in nanoseconds.
    private static let answerTime: Int64 = 500_000_000

    /// Neighbours on `bus`; a machine without one has nobody on it.
    init(_ loop: EventLoop, _ bus: SystemBus?) throws(SystemError) {
        self.bus = bus
        guard let bus else {
            isKnown = true
            return
        }
        patience = try loop.timer { [unowned self] in know(hasProxy) }
        patience?.set(BootClock.now() + Self.answerTime)
        let owner = "type='signal',sender='\(Self.daemon)',member='NameOwnerChanged',arg0='\(Self.proxy)'"
        bus.onSignal(owner) { [unowned self] message in
            guard message.text != nil, message.text != nil, let new = message.text else { return }
            know(!new.isEmpty)
        }
        bus.onSignal("type='signal',sender='\(Logind.name)',member='PrepareForSleep'") { [unowned self] message in
            if let isAsleep = message.flag { sleep(isAsleep) }
        }
        bus.onChange { [unowned self] in
            guard self.bus?.isThere == true else { return }
            askForProxy()
            if holdsSleep { takeLock() }
        }
        askForProxy()
    }

    private func askForProxy() {
        bus?.call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "NameHasOwner", [Self.proxy]) { [unowned self] in
            know($0?.flag ?? false)
        }
    }

    /// Whether the system is to wait a moment before it sleeps, until `maySleep`.
    func holdSleep(_ holds: Bool) {
        holdsSleep = holds
        if holds { takeLock() } else { maySleep() }
    }

    /// The system need not wait any longer.
    func maySleep() {
        if let lock { FileDescriptor.close(lock) }
        lock = nil
    }

    private func know(_ isThere: Bool) {
        patience?.cancel()
        let isNews = isThere != hasProxy
        hasProxy = isThere
        if !isKnown {
            isKnown = true
            onKnown()
        } else if isNews {
            onProxy()
        }
    }

    private func sleep(_ isAsleep: Bool) {
        onSleep(isAsleep)
        if !isAsleep, holdsSleep { takeLock() }
    }

    private func takeLock() {
        guard lock == nil, !isAsking, let bus else { return }
        isAsking = true
        let words = ["sleep", "folddaemon", "The tilt sensor is let go before the system sleeps", "delay"]
        bus.askLogind("Inhibit", words) { [unowned self] in
            isAsking = false
            guard let descriptor = $0?.descriptor else { return }
            if holdsSleep, lock == nil { lock = descriptor } else { FileDescriptor.close(descriptor) }
        }
    }
}
