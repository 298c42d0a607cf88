import CLinux
import CSystemd
import IIOSensor
import UnixProgram

/// The loop's side of the hinge's thread, which is started when it is first needed.
final class HingeLink {
    private let loop: EventLoop
    private let shown: DisplayAcceleration?
    private let handler: (HingeMessage) -> Void
    private var thread: HingeThread?
    private var outbox: DescriptorSource?
    private var monitor: DeviceMonitor?
    private var session = 0
    private var messages: [(session: Int, message: HingeMessage)] = []

    /// Calls `handler` with what the thread tells of the session that goes on.
    init(_ loop: EventLoop, shown: DisplayAcceleration? = nil, _ handler: @escaping (HingeMessage) -> Void) {
        self.loop = loop
        self.shown = shown
        self.handler = handler
    }

    /// Begins a session.
    ///
    /// - Throws: Where no thread can be had.
    func start(_ request: HingeRequest) throws(SystemError) {
        session += 1
        try startThread().start(request, session: session)
    }

    /// Ends the session; what is still under way is passed over.
    func stop() {
        session += 1
        thread?.stop()
    }

    func end() {
        session += 1
        thread?.end()
        thread = nil
    }

    private func startThread() throws(SystemError) -> HingeThread {
        if let thread { return thread }
        let thread = try HingeThread(shown: shown)
        outbox = try loop.watch(thread.outbox.event.descriptor, EPOLLIN) { [unowned self] _ in receive() }
        // Without udev a hinge that comes is found by the search's own tries.
        monitor = try? DeviceMonitor(loop) { [unowned self] _, _ in self.thread?.devicesChanged() }
        self.thread = thread
        return thread
    }

    private func receive() {
        thread?.outbox.drain(into: &messages)
        for (session, message) in messages where session == self.session { handler(message) }
    }
}
