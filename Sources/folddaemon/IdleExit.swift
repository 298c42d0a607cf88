import UnixProgram

/// When a service that systemd starts for whoever connects may leave: once nobody has been connected for a while.
final class IdleExit {
    private var timer: TimerSource?
    /// How long nobody must have been connected, in nanoseconds; nil for a service that stays.
    private var period: Int64?
    private var isIdle = false

    /// Calls `leave` when it is time, and again after another period if the service stays.
    init(_ loop: EventLoop, leave: @escaping () -> Void) throws(SystemError) {
        timer = try loop.timer { [unowned self] in
            wind()
            leave()
        }
    }

    /// Leaves after so many minutes, counted from now; 0 for never.
    func set(minutes: Double) {
        period = minutes > 0 ? Int64(minutes * 60e9) : nil
        wind()
    }

    /// So many are connected.
    func clients(_ count: Int) {
        if isIdle == (count == 0) { return }
        isIdle.toggle()
        wind()
    }

    private func wind() {
        if let period, isIdle { timer?.set(BootClock.now() + period) } else { timer?.cancel() }
    }
}
