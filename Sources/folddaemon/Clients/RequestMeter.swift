import FoldWire

/// How many requests a client makes.
struct RequestMeter {
    /// When the requests of the last second came, on CLOCK_BOOTTIME in nanoseconds.
    private var times: [Int64] = []

    private static let second: Int64 = 1_000_000_000

    /// Whether one more at `now` (ns) is no flood.
    mutating func allows(_ now: Int64) -> Bool {
        times.removeFirst(times.prefix { now - $0 > Self.second }.count)
        guard times.count < WireProtocol.mostRequestsPerSecond else { return false }
        times.append(now)
        return true
    }
}
