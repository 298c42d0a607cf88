import CSystemd
import Glibc
import UnixProgram

/// The system's message bus, as little of it as is needed. Nothing here waits. The only file that touches sd-bus.
final class SystemBus {
    private let bus: OpaquePointer
    private var matches: [Handler] = []
    /// Whether the connection still stands.
    private(set) var isThere = true

    /// Connects to the bus, and speaks with it in `loop`.
    ///
    /// - Throws: Where there is no bus.
    init(_ loop: EventLoop) throws(SystemError) {
        var bus: OpaquePointer?
        let code = sd_bus_open_system(&bus)
        guard code >= 0, let bus else { throw SystemError(-code) }
        self.bus = bus
        do { try loop.attach { sd_bus_attach_event(bus, $0, 0) } } catch {
            sd_bus_unref(bus)
            throw error
        }
    }

    deinit {
        sd_bus_flush_close_unref(bus)
    }

    /// Calls `handler` when the connection breaks, as when the bus is started anew: nothing is heard by it from then on.
    func onGone(_ handler: @escaping () -> Void) {
        let local = "org.freedesktop.DBus.Local"
        onSignal("type='signal',sender='\(local)',interface='\(local)',member='Disconnected'") { [unowned self] _ in
            isThere = false
            handler()
        }
    }

    /// Calls `handler` with each signal that fits `rule`, such as `type='signal',member='PrepareForSleep'`.
    func onSignal(_ rule: String, _ handler: @escaping (Message) -> Void) {
        let box = Handler { message in if let message { handler(message) } }
        matches.append(box)
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
        guard sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) >= 0 else {
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
