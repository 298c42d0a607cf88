import CSystemd
import Glibc
import UnixProgram

/// The system's message bus, as little of it as is needed. Nothing here waits. The only file that touches sd-bus.
///
/// A bus that is started anew is connected to again.
final class SystemBus {
    private let loop: EventLoop
    /// The connection; nil while there is none.
    private var bus: OpaquePointer?
    private var matches: [(rule: String, handler: Handler)] = []
    private var changes: [() -> Void] = []
    private var retry: TimerSource?
    /// The wait before the next try, in nanoseconds: of a bus that stays away little notice is taken.
    private var interval = SystemBus.shortest

    private static let shortest: Int64 = 1_000_000_000
    private static let longest: Int64 = 60_000_000_000
    private static let local = "org.freedesktop.DBus.Local"

    /// Connects to the bus, and speaks with it in `loop`.
    ///
    /// - Throws: Where there is no bus.
    init(_ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        retry = try loop.timer { [unowned self] in connectAgain() }
        try connect()
        onSignal("type='signal',sender='\(Self.local)',interface='\(Self.local)',member='Disconnected'") {
            [unowned self] _ in lost()
        }
    }

    deinit {
        sd_bus_flush_close_unref(bus)
    }

    /// Whether the connection stands.
    var isThere: Bool { bus != nil }

    /// Calls `handler` when the connection breaks, and when it stands again: what was asked before may have another answer.
    func onChange(_ handler: @escaping () -> Void) { changes.append(handler) }

    private func connect() throws(SystemError) {
        var made: OpaquePointer?
        let code = sd_bus_open_system(&made)
        guard code >= 0, let made else { throw SystemError(-code) }
        do { try loop.attach { sd_bus_attach_event(made, $0, 0) } } catch {
            sd_bus_unref(made)
            throw error
        }
        bus = made
        for match in matches { add(match.rule, match.handler) }
    }

    private func lost() {
        sd_bus_close_unref(bus)
        bus = nil
        interval = Self.shortest
        retry?.set(BootClock.now() + interval)
        for change in changes { change() }
    }

    private func connectAgain() {
        do { try connect() } catch {
            interval = min(interval * 2, Self.longest)
            retry?.set(BootClock.now() + interval)
            return
        }
        for change in changes { change() }
    }

    /// Calls `handler` with each signal that fits `rule`, such as `type='signal',member='PrepareForSleep'`.
    func onSignal(_ rule: String, _ handler: @escaping (Message) -> Void) {
        let box = Handler { message in if let message { handler(message) } }
        matches.append((rule, box))
        add(rule, box)
    }

    private func add(_ rule: String, _ box: Handler) {
        sd_bus_add_match_async(
            bus, nil, rule,
            { message, data, _ in
                guard let data else { return 0 }
                Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().body(message.map { Message(pointer: $0) })
                return 0
            }, nil, Unmanaged.passUnretained(box).toOpaque())
    }

    /// Calls `member` of `interface` at `path` of the bus name `destination` with `arguments`, and `reply` with the
    /// answer, nil where there is none.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String],
        reply: @escaping (Message?) -> Void
    ) {
        var message: OpaquePointer?
        guard let bus, sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) >= 0 else {
            return reply(nil)
        }
        defer { sd_bus_message_unref(message) }
        for argument in arguments {
            _ = argument.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
        }
        let box = Unmanaged.passRetained(Handler(reply))
        let code = sd_bus_call_async(
            bus, nil, message,
            { message, data, _ in
                guard let data else { return 0 }
                let handler = Unmanaged<Handler>.fromOpaque(data).takeRetainedValue()
                let isAnswer = sd_bus_message_is_method_error(message, nil) == 0
                handler.body(isAnswer ? message.map { Message(pointer: $0) } : nil)
                return 0
            }, box.toOpaque(), 0)
        if code < 0 {
            box.release()
            reply(nil)
        }
    }

    /// What a signal or an answer carries, read from its front.
    struct Message {
        fileprivate let pointer: OpaquePointer

        /// The next value, a text.
        var text: String? {
            var value: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "s")), &value) > 0 else { return nil }
            return value.map { String(cString: $0) }
        }

        /// The next value, yes or no.
        var flag: Bool? {
            var value: Int32 = 0
            return sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "b")), &value) > 0 ? value != 0 : nil
        }

        /// The next value, an object's path.
        var path: String? {
            var value: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "o")), &value) > 0 else { return nil }
            return value.map { String(cString: $0) }
        }

        /// The next value, yes or no in a variant.
        var flagInVariant: Bool? {
            guard sd_bus_message_enter_container(pointer, CChar(UInt8(ascii: "v")), "b") > 0 else { return nil }
            return flag
        }

        /// The next value, a descriptor, which is the caller's to close.
        var descriptor: Int32? {
            var value: Int32 = -1
            guard sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "h")), &value) > 0 else { return nil }
            // The message's own is closed with it.
            let copy = fcntl(value, F_DUPFD_CLOEXEC, 0)
            return copy >= 0 ? copy : nil
        }
    }

    private final class Handler {
        let body: (Message?) -> Void

        init(_ body: @escaping (Message?) -> Void) {
            self.body = body
        }
    }
}
