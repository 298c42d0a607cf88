import MotionCore

/// How many samples a second come, by the times of the last ones.
struct SampleRate {
    private var times: [Nanoseconds] = []
    private var newest = 0

    /// Samples that are looked back on: a second of them at the usual rate.
    private static let span = 64

    /// A sample of `time` came.
    mutating func take(_ time: Nanoseconds) {
        if times.count < Self.span {
            newest = times.count
            times.append(time)
        } else {
            newest = (newest + 1) % Self.span
            times[newest] = time
        }
    }

    /// Samples a second; nil where too few have come to tell.
    var hertz: Double? {
        guard times.count > 2 else { return nil }
        let oldest = (newest + 1) % times.count
        let seconds = (times[newest] - times[oldest]).seconds
        return seconds > 0 ? Double(times.count - 1) / seconds : nil
    }
}
