import FoldWire
import Glibc
import UnixProgram

/// A watch that may outlive its connection: with `reconnects` it waits for a daemon that is not there yet, has ended or is
/// started anew, and says its request again.
///
/// It belongs to one thread, which polls `descriptor` for at most `timeout`, and then lets it `advance`.
public final class FoldWatch {
    /// What an advance came to.
    public enum Progress: Hashable, Sendable {
        /// Lines may have come; more can.
        case goesOn
        /// No daemon answers, or it turns this user away for the `reason` that it says; told once for each loss and reason.
        case waits(path: String, reason: String? = nil)
        /// It is connected, and nobody has said anything for 5 s; told once for each connection, which is kept.
        case silent(path: String)
        /// The daemon has ended, and it is not waited for another.
        case ended
    }

    private let socket: String?
    private let request: WatchRequest
    private let reconnects: Bool
    private let patience: Int64
    private var connection: FoldConnection?
    private var firstWord: FirstWord?
    private var retry = RetryTimes()
    /// When to try again, ns of CLOCK_BOOTTIME.
    private var due: Int64 = 0
    /// What of the waiting was told last; nil since a line came.
    private var told: Progress?

    /// A watch on `socket` (nil: where a daemon is by default) that is not connected yet.
    public convenience init(socket: String? = nil, request: WatchRequest = .default, reconnects: Bool = false) {
        self.init(socket: socket, request: request, reconnects: reconnects, patience: FirstWord.patience)
    }

    init(socket: String?, request: WatchRequest, reconnects: Bool, patience: Int64) {
        self.socket = socket
        self.request = request
        self.reconnects = reconnects
        self.patience = patience
    }

    /// What to poll for input; −1, which poll passes over, while there is no connection.
    public var descriptor: Int32 { connection?.descriptor ?? -1 }

    /// How long to poll at most, in ms; −1 for any time.
    public var timeout: Int32 {
        guard let next = connection == nil ? due : firstWord?.due else { return -1 }
        return BootClock.milliseconds(until: next)
    }

    /// Does what there is to do without waiting: reads lines for `take`, or tries to connect.
    ///
    /// - Throws: What `take` throws, and `FoldClientError`.
    public func advance(_ take: (ArraySlice<UInt8>) throws -> Void) throws -> Progress {
        guard let connection else { return try connect() }
        guard FileDescriptor.wait(connection.descriptor, for: Int16(POLLIN), timeout: 0) else {
            return firstWord?.isOverdue(at: BootClock.now()) == true ? .silent(path: connection.path) : .goesOn
        }
        firstWord?.came()
        do {
            let goesOn = try connection.read { line in
                retry = RetryTimes()
                told = nil
                try take(line)
            }
            if goesOn { return .goesOn }
        } catch FoldClientError.lost where reconnects {
            // Like any other end.
        } catch FoldClientError.turnedAway(let reason) where reconnects {
            // Somebody else is at the screen, for a while.
            self.connection = nil
            return wait(at: connection.path, because: reason)
        }
        self.connection = nil
        return reconnects ? wait(at: connection.path) : .ended
    }

    private func connect() throws(FoldClientError) -> Progress {
        if BootClock.now() < due { return .goesOn }
        do {
            let connection = try FoldConnection(socket)
            connection.watch(request)
            self.connection = connection
            firstWord = FirstWord(from: BootClock.now(), patience: patience)
            return .goesOn
        } catch .unreachable(let path, let reason) where reconnects && Self.mayPass(reason) {
            return wait(at: path)
        }
    }

    /// Whether what kept from connecting is that no daemon runs, or that it is about to begin or to end.
    private static func mayPass(_ reason: SystemError) -> Bool {
        [ENOENT, ECONNREFUSED, ECONNRESET, EAGAIN].contains(reason.code)
    }

    private func wait(at path: String, because reason: String? = nil) -> Progress {
        due = BootClock.now() + retry.next(turnedAway: reason != nil)
        let progress = Progress.waits(path: path, reason: reason)
        defer { told = progress }
        return progress == told ? .goesOn : progress
    }
}

/// How long to wait before each try: short at first, so that a restart is hardly noticed, and then a second; five where
/// the daemon turns this user away, since each try wakes it.
struct RetryTimes {
    /// Nanoseconds.
    private var interval: Int64 = 50_000_000

    /// The wait before the next try, in ns.
    mutating func next(turnedAway: Bool = false) -> Int64 {
        let longest: Int64 = turnedAway ? 5_000_000_000 : 1_000_000_000
        defer { interval = min(interval * 2, longest) }
        return interval
    }
}
