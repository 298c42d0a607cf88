import Glibc
import MotionCore
import UnixProgram

/// Reading a sensor through its attributes: slower, but it needs no buffer and disturbs nobody.
struct PolledReading {
    let accelerometer: Accelerometer
    /// From one reading to the next, in nanoseconds.
    let period: Int64

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
        if end - start > max(250_000_000, 3 * period) { return nil }
        return accelerometer.reading(raw: raw, time: Nanoseconds(end))
    }
}
