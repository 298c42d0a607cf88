import Glibc
import MotionCore
import UnixProgram

/// Reading a sensor through its attributes: slower, but it needs no buffer and disturbs nobody.
struct PolledReading {
    let accelerometer: Accelerometer
    /// From one reading to the next, in nanoseconds.
    let period: Int64

    /// Three reads that together took longer (250 ms) mean no one moment; of a slower sensor, longer than 3 periods.
    static let longest: Int64 = 250_000_000

    /// One reading, or nil for one that took too long to mean one moment.
    ///
    /// Hung firmware lets a read wait for seconds and then says 0 with success; what three reads together make of that
    /// is no vector.
    func read() throws(SystemError) -> SensorReading? {
        let start = BootClock.now()
        let axes = accelerometer.axes
        let raw = Vector3(
            try axes[0].channel.raw(), try axes[1].channel.raw(), axes.count == 3 ? try axes[2].channel.raw() : 0)
        let end = BootClock.now()
        if end - start > max(Self.longest, 3 * period) { return nil }
        return accelerometer.reading(raw: raw, time: Nanoseconds(end))
    }

    /// What a read that failed with `error` means; nil where it was only interrupted.
    static func end(_ error: SystemError, _ accelerometer: Accelerometer) -> SensorCourse.PollEnd? {
        let name = "\(accelerometer.name) (\(accelerometer.id))"
        switch error.code {
        case EINTR: return nil
        case EBUSY: return .busy
        case ENODEV, ENOENT, ENXIO: return .gone("\(name) is gone: \(error)")
        case EACCES, EPERM: return .failed("\(name) may not be read: \(error); its attributes in /sys are not readable")
        case ETIMEDOUT: return .failed("\(name) did not answer in time: \(error)")
        default: return .failed("\(name) cannot be read: \(error)")
        }
    }
}
