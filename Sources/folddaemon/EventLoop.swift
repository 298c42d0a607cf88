import CLinux
import CSystemd
import Glibc
import UnixProgram

/// systemd's event loop, with closures for callbacks. The only file that touches sd-event.
final class EventLoop {
    private let event: OpaquePointer
    private var signals: [EventSource] = []

    /// A loop in a program that SIGINT, SIGTERM and SIGHUP no longer end by themselves: what comes before somebody listens waits.
    init() throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGHUP)
        sigprocmask(SIG_BLOCK, &set, nil)
        var event: OpaquePointer?
        let code = sd_event_new(&event)
        guard code >= 0, let event else { throw SystemError(-code) }
        self.event = event
    }

    deinit {
        signals.removeAll()
        sd_event_unref(event)
    }

    /// Calls `handler` with what of `events` (EPOLLIN, …) has come on `descriptor`, as long as the result lives.
    func watch(
        _ descriptor: Int32, _ events: EPOLL_EVENTS, _ handler: @escaping (UInt32) -> Void
    ) throws(SystemError) -> DescriptorSource {
        let source = DescriptorSource(handler)
        try source.add { pointer, data in
            sd_event_add_io(
                event, pointer, descriptor, events.rawValue,
                { _, _, events, data in
                    EventSource.handle(data, as: DescriptorSource.self) { $0.handler(events) }
                }, data)
        }
        return source
    }

    /// A timer that calls `handler` once each time it is set.
    func timer(_ handler: @escaping () -> Void) throws(SystemError) -> TimerSource {
        let source = TimerSource(handler)
        try source.add { pointer, data in
            sd_event_add_time(
                event, pointer, CLOCK_BOOTTIME, UInt64.max, 1,
                { _, _, data in EventSource.handle(data, as: TimerSource.self) { $0.handler() } }, data)
        }
        source.cancel()
        return source
    }

    /// Calls `handler` on SIGINT, SIGTERM or SIGHUP (`signal`).
    func onSignal(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) {
        let source = TimerSource(handler)
        try source.add { pointer, data in
            sd_event_add_signal(
                event, pointer, signal,
                { _, _, data in EventSource.handle(data, as: TimerSource.self) { $0.handler() } }, data)
        }
        signals.append(source)
    }

    /// Lets `attach` tie something of libsystemd's own to the loop.
    func attach(_ attach: (OpaquePointer) -> Int32) throws(SystemError) {
        let code = attach(event)
        guard code >= 0 else { throw SystemError(-code) }
    }

    /// Pings the service manager's watchdog, if it has one for us, as long as the loop turns.
    func keepWatchdog() {
        sd_event_set_watchdog(event, 1)
    }

    /// Runs until `stop`; returns the status given there.
    func run() -> Int32 {
        sd_event_loop(event)
    }

    /// Ends `run` with `status`.
    func stop(_ status: ExitStatus) {
        sd_event_exit(event, status.rawValue)
    }
}

/// Something the loop watches, until `end` or the end of the object's life.
class EventSource {
    fileprivate var pointer: OpaquePointer?

    deinit {
        end()
    }

    /// Watches no more, from now on. To be called before a descriptor is closed: a handler keeps its own source alive
    /// until it returns, and by then the number may be another descriptor's.
    func end() {
        sd_event_source_disable_unref(pointer)
        pointer = nil
    }

    fileprivate func add(
        _ call: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        let code = call(&pointer, Unmanaged.passUnretained(self).toOpaque())
        guard code >= 0 else { throw SystemError(-code) }
    }

    /// Calls `body` with the source behind `data`, which lives at least until it returns.
    fileprivate static func handle<Source: EventSource>(
        _ data: UnsafeMutableRawPointer?, as _: Source.Type, _ body: (Source) -> Void
    ) -> Int32 {
        guard let data else { return 0 }
        body(Unmanaged<Source>.fromOpaque(data).takeUnretainedValue())
        return 0
    }
}

/// A watched descriptor.
final class DescriptorSource: EventSource {
    fileprivate let handler: (UInt32) -> Void

    fileprivate init(_ handler: @escaping (UInt32) -> Void) {
        self.handler = handler
    }

    /// Watches for `events` from now on; a hang-up is always told.
    func setEvents(_ events: UInt32) {
        sd_event_source_set_io_events(pointer, events)
    }

    /// Whether the descriptor is watched at all.
    func setEnabled(_ isEnabled: Bool) {
        sd_event_source_set_enabled(pointer, isEnabled ? Int32(SD_EVENT_ON) : Int32(SD_EVENT_OFF))
    }
}

/// A timer on CLOCK_BOOTTIME.
final class TimerSource: EventSource {
    fileprivate let handler: () -> Void

    fileprivate init(_ handler: @escaping () -> Void) {
        self.handler = handler
    }

    /// Fires once, at `time` in nanoseconds, never before it.
    func set(_ time: Int64) {
        guard let pointer else { return }
        sd_event_source_set_time(pointer, (UInt64(max(time, 0)) + 999) / 1000)
        sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT))
    }

    /// Fires no more until set again.
    func cancel() {
        guard let pointer else { return }
        sd_event_source_set_enabled(pointer, Int32(SD_EVENT_OFF))
    }
}
