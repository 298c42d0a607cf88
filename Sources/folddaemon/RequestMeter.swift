import FoldWire

/// How many requests a client makes.
struct RequestMeter {
    private var second: Int64 = 0
    private var count = 0

    /// Whether one more at `now` (ns) is no flood.
    mutating func allows(_ now: Int64) -> Bool {
        if now - second > 1_000_000_000 {
            second = now
            count = 0
        }
        count += 1
        return count <= WireProtocol.mostRequestsPerSecond
    }
}
