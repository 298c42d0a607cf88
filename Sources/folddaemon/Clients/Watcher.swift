import FoldWire
import MotionCore
import Recordings
import UnixProgram

/// One client of the stream: what it wants, and what waits for it.
///
/// A client that stops reading loses updates, never the newest: beside the kernel's few lines, only marks wait here.
final class Watcher {
    private unowned let owner: any WatcherOwner
    /// Who reads.
    let caller: AccessPolicy.Caller
    private var connection: Connection?
    private var requests = RequestReader()
    private var want = Want.nothing

    /// Its place among all watchers, and whether it is counted as a reader: the owner's to keep, so that thousands who
    /// come and go at once are not looked through for each of them.
    var place = 0
    var isCounted = false
    var isCountedForHinge = false

    /// Whether the newest update waits to be written.
    private var owesState = false
    /// Lines that go before it, by kind: the newest of each.
    private var notices = [[UInt8]?](repeating: nil, count: NoticeKind.allCases.count)
    private var hasNotices = false
    private var endsWhenSent = false

    private enum Want {
        case nothing
        case updates(any UpdateWatch)
        case samples(RecordingStream)
    }

    init(
        _ descriptor: Int32, of caller: AccessPolicy.Caller, _ crowd: Crowd, owner: any WatcherOwner
    ) throws(SystemError) {
        self.owner = owner
        self.caller = caller
        connection = try Connection(descriptor, crowd) { [unowned self] in handle($0) }
    }

    /// Whether it is served at all.
    var isOpen: Bool { connection != nil }

    /// Whether it needs the sensor.
    var isReading: Bool {
        if case .nothing = want { return false }
        return isOpen
    }

    /// Whether it is to be told of the hinge.
    var asksForHinge: Bool {
        guard isOpen, case .updates(let watch) = want else { return false }
        return watch.tellsHinge
    }

    /// Whether something waits for the client to read on.
    var isBehind: Bool {
        guard let connection else { return false }
        if case .samples(let stream) = want, !stream.waiting.isEmpty { return true }
        return connection.hasRest || owesState || hasNotices
    }

    // MARK: What the client wants

    /// Begins with what a client gets that has not said a word.
    func begin() {
        watch(.default)
    }

    /// Tells the client why it is not served, and ends.
    func refuse(_ problem: String) {
        leaveOff()
        notify(.error, WireEvent.errorLine(problem))
        finish()
    }

    /// Whether it is to end once it has read what waits for it.
    var isLeaving: Bool { endsWhenSent && isOpen }

    /// Tells the client why it may read no longer, and ends: nothing but that is sent any more.
    func revoke(_ reason: String) {
        if endsWhenSent { return }
        let format = eventFormat
        leaveOff()
        notify(.access(reason), format)
        finish()
    }

    /// How events are written to a client that wants what it wants.
    private var eventFormat: FoldFormat {
        switch want {
        case .nothing: .json
        case .samples: .csv
        case .updates(let watch): watch.eventFormat
        }
    }

    private func watch(_ request: WatchRequest) {
        if request != .off { owner.readerComes() }
        leaveOff()
        for kind in NoticeKind.allCases where kind != .error { notices[kind.rawValue] = nil }
        switch request {
        case .off: break
        case .samples:
            connection?.setSmallBuffer(false)
            want = .samples(owner.makeRecordingStream())
            if let trouble = owner.trouble { tell(trouble) }
        case .fold(let request): begin(FoldWatch(request, shared: owner.sharedLine(request)))
        case .status: begin(StatusTeller())
        case .threshold(let limits): begin(ThresholdTeller(limits))
        }
        flush()
        owner.changed(self)
    }

    private func begin(_ watch: any UpdateWatch) {
        connection?.setSmallBuffer(true)
        want = .updates(watch)
        if !watch.header.isEmpty { notify(.header, watch.header) }
        if let trouble = owner.trouble { tell(trouble) }
        if let current = owner.current { offer(current) }
    }

    /// Wants nothing any more.
    private func leaveOff() {
        want = .nothing
        owesState = false
    }

    private func receive() {
        // A little a turn of the loop: who sends without end keeps nobody else waiting.
        var buffer = [UInt8](repeating: 0, count: 512)
        guard let bytes = connection?.read(into: &buffer), !endsWhenSent else { return }
        requests.append(bytes)
        do {
            while isOpen, !endsWhenSent, let line = try requests.next() { answer(line) }
        } catch { refuse(error.problem) }
    }

    private func answer(_ line: ArraySlice<UInt8>) {
        do throws(Refusal) {
            let request = try WatchRequest(line)
            if request == .samples, let problem = owner.samplesRefusal { throw Refusal(problem: problem) }
            watch(request)
        } catch { notify(.error, WireEvent.errorLine(error.problem)) }
    }

    // MARK: What happens

    /// An update.
    func offer(_ state: FoldState) {
        guard case .updates(let watch) = want, watch.take(state) else { return }
        if isBehind {
            if owesState { owner.watcherLost() }
            owesState = true
            connection?.waitForRoom(true)
        } else {
            send(state, of: watch)
        }
    }

    /// An event.
    func tell(_ event: WireEvent) {
        switch want {
        // Who wants nothing is told only of the end.
        case .nothing: if event == .shutdown { notify(event, eventFormat) }
        case .samples: stream { $0.tell(event) }
        case .updates: notify(event, eventFormat)
        }
    }

    /// Something that only a watcher of samples receives.
    func stream(_ change: (inout RecordingStream) -> Void) {
        guard case .samples(var stream) = want else { return }
        want = .nothing
        change(&stream)
        want = .samples(stream)
        flush()
    }

    /// Sends what waits, as far as there is room, and closes after the last of it.
    func finish() {
        endsWhenSent = true
        flush()
        if !isBehind { close() }
    }

    func close() {
        connection?.close()
        connection = nil
        owner.changed(self)
    }

    // MARK: Sending

    private func handle(_ occasion: Connection.Occasion) {
        if occasion.contains(.hangUp) { return close() }
        if occasion.contains(.room) {
            flush()
            if !isBehind { owner.changed(self) }
        }
        if occasion.contains(.input), isOpen { receive() }
    }

    private func notify(_ event: WireEvent, _ format: FoldFormat) {
        let line = format.line(of: event)
        if !line.isEmpty { notify(NoticeKind(event), line) }
    }

    private func notify(_ kind: NoticeKind, _ line: [UInt8]) {
        notices[kind.rawValue] = line
        hasNotices = true
        flush()
    }

    private func flush() {
        guard let connection else { return }
        switch connection.sendRest() {
        case .taken: break
        case .noRoom: return connection.waitForRoom(true)
        case .gone: return close()
        }
        // The kernel's few lines and these go before the newest update; the other notices go after it.
        guard sendNotices(upTo: .set, most: owesState ? Self.mostBefore : .max) else { return }
        if owesState, case .updates(let watch) = want, let current = owner.current {
            owesState = false
            // What has come and gone while the client slept is no news any more.
            if watch.isNews(current) { send(current, of: watch) }
        }
        // The end is told last.
        if owesState || !sendNotices(upTo: .shutdown, most: .max) { return }
        flushStream()
        guard isOpen else { return }
        connection.waitForRoom(isBehind)
        if endsWhenSent && !isBehind { close() }
    }

    /// The kernel holds six lines at most; with two more, eight stand before the newest.
    private static let mostBefore = 2

    /// Sends `most` of the notices up to kind `last`, as far as there is room; whether there was.
    private func sendNotices(upTo last: NoticeKind, most: Int) -> Bool {
        guard connection?.hasRest == false else { return false }
        var left = most
        for index in 0...last.rawValue where hasNotices && left > 0 {
            guard let line = notices[index] else { continue }
            notices[index] = nil
            send(line) { notices[index] = line }
            if notices[index] != nil || connection?.hasRest != false { return false }
            left -= 1
        }
        hasNotices = notices.contains { $0 != nil }
        return isOpen
    }

    private func flushStream() {
        guard case .samples(var stream) = want, !stream.waiting.isEmpty, let connection, !connection.hasRest else {
            return
        }
        switch UnixSocket.send(connection.descriptor, stream.waiting[...]) {
        case .value(let count):
            // Out of the enum while it changes, so that its queue is not copied.
            want = .nothing
            connection.keep(stream.sent(count))
            want = .samples(stream)
        case .wouldBlock: break
        case .failed: close()
        }
    }

    private func send(_ state: FoldState, of watch: any UpdateWatch) {
        send(watch.line(of: state)) { owesState = true }
        if !owesState { watch.told(state) }
    }

    /// Sends `line`; calls `noRoom` where it has to wait.
    private func send(_ line: [UInt8], noRoom: () -> Void) {
        guard let connection else { return }
        switch connection.send(line) {
        case .taken: if connection.hasRest { connection.waitForRoom(true) }
        case .noRoom:
            noRoom()
            connection.waitForRoom(true)
        case .gone: close()
        }
    }
}
