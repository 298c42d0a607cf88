import FoldWire
import Glibc
import UnixProgram

/// Who answers what is asked on the control socket.
protocol ControlAnswerer: AnyObject {
    /// Answers `request` of `client` by `reply`, with a line, now or later.
    func answer(_ request: ControlRequest, of client: ControlClient, reply: @escaping ([UInt8]) -> Void)
    /// `client` is gone.
    func left(_ client: ControlClient)
}

/// A client of the control socket. It is answered one request after the other: while an answer is owed, or waits for a
/// client that does not read, nothing more is read from it.
final class ControlClient {
    private unowned let owner: any ControlAnswerer
    /// Who asks.
    let caller: AccessPolicy.Caller
    private var connection: Connection?
    private var requests = RequestReader()
    private var isAnswering = false
    private var isServing = false
    private var isLeaving = false
    private var isGone = false

    init(
        _ descriptor: Int32, of caller: AccessPolicy.Caller, _ crowd: Crowd, owner: any ControlAnswerer
    ) throws(SystemError) {
        self.owner = owner
        self.caller = caller
        connection = try Connection(descriptor, crowd) { [unowned self] in handle($0) }
    }

    /// Tells the client why it may not ask, or no longer, in place of an answer that is owed, and ends at once.
    func revoke(_ reason: String) {
        if connection?.hasRest == false { send(WireEvent.errorLine(reason)) }
        close()
    }

    private func handle(_ occasion: Connection.Occasion) {
        if occasion.contains(.hangUp) { return serveGone() }
        if occasion.contains(.room), connection?.sendRest() == .gone { return close() }
        if occasion.contains(.input), isFree, !isLeaving { receive() }
        serve()
    }

    /// The client has hung up: what it had asked for until then is still done, though nobody hears the answers.
    private func serveGone() {
        isGone = true
        while !isLeaving, isFree {
            receive()
            serve()
        }
        close()
    }

    /// Whether the next request may be answered.
    private var isFree: Bool { !isAnswering && connection?.hasRest == false }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The end of a client's input means that no more is asked; what was asked is answered to the last.
        if let bytes = connection?.read(into: &buffer) { requests.append(bytes) } else { isLeaving = true }
    }

    /// Answers what was asked, as far as it can be now.
    private func serve() {
        // An answer that comes at once finds this at work already.
        if isServing { return }
        isServing = true
        defer { isServing = false }
        do {
            while isFree, let line = try requests.next() { answer(line) }
        } catch {
            requests = RequestReader()
            isLeaving = true
            send(WireEvent.errorLine(error.problem))
        }
        guard let connection else { return }
        if isLeaving, isFree { return close() }
        connection.waitForRoom(connection.hasRest)
        connection.setListening(isFree && !isLeaving)
    }

    private func answer(_ line: ArraySlice<UInt8>) {
        do {
            let request = try ControlRequest(line)
            isAnswering = true
            owner.answer(request, of: self) { [weak self] answer in
                self?.isAnswering = false
                self?.send(answer)
                self?.serve()
            }
        } catch {
            send(WireEvent.errorLine(error.problem))
        }
    }

    private func send(_ line: [UInt8]) {
        if isGone { return }
        switch connection?.send(line) {
        case .gone: close()
        case .noRoom: connection?.keep(line)
        case .taken, nil: break
        }
    }

    func close() {
        guard let connection else { return }
        self.connection = nil
        connection.close()
        owner.left(self)
    }
}
