import FoldWire
import Glibc
import UnixProgram

/// A connection to the daemon's control socket, for several questions: poses that are calibrated belong together by it.
public final class ControlConnection {
    /// The socket.
    public let path: String
    private let descriptor: Int32
    private var splitter = LineSplitter()
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// How long an answer is waited for, in ms.
    private let patience: Int32

    /// A sensor may take a while to be looked at, in ms.
    private static let patience: Int32 = 10_000
    /// A calibration waits for a sensor to start, and then for a slow one's readings, in ms.
    private static let calibrationPatience: Int32 = 25_000

    /// How long the end of a connection is waited for that may have been refused, in ms: who asked wrongly waits for it, too.
    private static let farewell: Int32 = 200

    /// Connects to the control socket at `path`.
    public convenience init(_ path: String) throws(FoldClientError) {
        try self.init(path, patience: Self.patience)
    }

    init(_ path: String, patience: Int32) throws(FoldClientError) {
        self.path = path
        self.patience = patience
        do { descriptor = try UnixSocket.connect(path) } catch { throw .unreachable(path: path, reason: error) }
    }

    deinit {
        FileDescriptor.close(descriptor)
    }

    /// What the daemon answers to `request`; its refusal is thrown. Waits for the answer.
    public func ask(_ request: ControlRequest) throws(FoldClientError) -> ControlAnswer {
        let answer: [UInt8]
        var failure: SystemError?
        do throws(SystemError) {
            // Of one whom the daemon turned away meanwhile, what it said is there to be read.
            if case .failed(let error) = UnixSocket.send(descriptor, request.line[...]) { failure = error }
            var patience = self.patience
            if case .calibrate = request { patience = Self.calibrationPatience }
            answer = try line(patience)
        } catch {
            if error.code == ETIMEDOUT { throw .silent(path: path) }
            throw .lost(path: path, reason: failure ?? error)
        }
        do throws(FoldClientError) {
            return try ControlAnswer(answer)
        } catch .refused(let problem) {
            throw .refusal(problem, on: descriptor, patience: Self.farewell)
        }
    }

    private func line(_ patience: Int32) throws(SystemError) -> [UInt8] {
        while true {
            if let line = splitter.next() { return Array(line) }
            guard FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: patience) else {
                throw SystemError(ETIMEDOUT)
            }
            switch FileDescriptor.read(descriptor, into: &buffer) {
            case .value(0): throw SystemError(ECONNRESET)
            case .value(let count): splitter.append(buffer[..<count])
            case .wouldBlock: break
            case .failed(let error): throw error
            }
        }
    }
}
