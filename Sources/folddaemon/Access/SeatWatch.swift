import CLinux
import CSystemd
import Glibc
import IIOSensor
import UnixProgram

/// Who is at the seat, and whether their session is locked, by logind.
final class SeatWatch {
    /// The seat that the sensor belongs to.
    var seat = SensorSeat.first {
        didSet { if seat != oldValue { changed() } }
    }
    /// Whether the active session of the seat is locked, as its desktop says; nil until that is known.
    private(set) var isLocked: Bool?
    /// Called when somebody came to the seat or left it, and when a session was locked or unlocked.
    var onChanged: () -> Void = {}

    private let loop: EventLoop
    private let bus: SystemBus?
    private var monitor: OpaquePointer?
    private var source: DescriptorSource?
    private var patience: TimerSource?

    /// How long the bus is waited for at the start, in nanoseconds.
    private static let answerTime: Int64 = 2_000_000_000

    private static let properties = "org.freedesktop.DBus.Properties"

    /// Watches in `loop`; what only `bus` tells, locking, is not known without it.
    init(_ loop: EventLoop, _ bus: SystemBus?) throws(SystemError) {
        self.loop = loop
        self.bus = bus
        try watch()
        let change = "type='signal',sender='\(Logind.name)',interface='\(Self.properties)',member='PropertiesChanged'"
        bus?.onSignal("\(change),path_namespace='\(Logind.path)/session'") { [unowned self] _ in askForLock() }
        bus?.onChange { [unowned self] in askForLock() }
        patience = try loop.timer { [unowned self] in if isLocked == nil { know(isLocked: false) } }
        patience?.set(BootClock.now() + Self.answerTime)
        askForLock()
    }

    deinit {
        source?.end()
        sd_login_monitor_unref(monitor)
    }

    /// Whether the machine has seats at all, and who is at them can be watched: who is let in must be put out again.
    var hasSeats: Bool {
        // They may have come since: logind starts when it is needed.
        if monitor == nil { try? watch() }
        return monitor != nil
    }

    /// Whether a session of `user` is active at the seat; nil on a machine without seats.
    func isActive(_ user: uid_t) -> Bool? { hasSeats ? sd_uid_is_on_seat(user, 1, seat) > 0 : nil }

    private func watch() throws(SystemError) {
        // Who is active at a seat stands in the seat's file. Without logind there is none, and nothing to watch.
        guard access("/run/systemd/seats", F_OK) == 0, sd_login_monitor_new("seat", &monitor) >= 0 else { return }
        do {
            source = try loop.watch(sd_login_monitor_get_fd(monitor), EPOLLIN) { [unowned self] _ in
                sd_login_monitor_flush(monitor)
                changed()
            }
        } catch {
            monitor = sd_login_monitor_unref(monitor)
            throw error
        }
    }

    private func changed() {
        onChanged()
        askForLock()
    }

    private func askForLock() {
        guard let bus, let session = activeSession else { return know(isLocked: false) }
        // Who does not answer says nothing of the lock: a session that ends tells of itself by its seat, and a bus that has gone
        // when it is back.
        bus.askLogind("GetSession", [session]) { [unowned self] in
            guard let path = $0?.path else { return }
            bus.call(Logind.name, path, Self.properties, "Get", [Logind.session, "LockedHint"]) { [unowned self] in
                if let isLocked = $0?.flagInVariant { know(isLocked: isLocked) }
            }
        }
    }

    private var activeSession: String? {
        var session: UnsafeMutablePointer<CChar>?
        guard sd_seat_get_active(seat, &session, nil) >= 0, let session else { return nil }
        defer { free(session) }
        return String(cString: session)
    }

    private func know(isLocked: Bool) {
        if isLocked == self.isLocked { return }
        self.isLocked = isLocked
        onChanged()
    }
}
