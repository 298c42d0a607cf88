import Glibc

/// The time of CLOCK_BOOTTIME: it goes on while the machine is suspended, and nobody can set it.
public enum BootClock {
    /// Nanoseconds since the machine started.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Nanoseconds that the machine was suspended since it started: what CLOCK_MONOTONIC has missed.
    public static func slept() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return now() - Int64(time.tv_sec) * 1_000_000_000 - Int64(time.tv_nsec)
    }
}
