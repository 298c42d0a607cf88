import Glibc

/// The time of CLOCK_BOOTTIME: it goes on while the machine is suspended, and nobody can set it.
public enum BootClock {
    /// Nanoseconds since the machine started.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds from `now` until `due`, both as `now()` counts, as poll(2) takes them: rounded up, and 0 for what is past.
    public static func milliseconds(until due: Int64, from now: Int64 = now()) -> Int32 {
        Int32(max((due - now + 999_999) / 1_000_000, 0))
    }

    /// Nanoseconds that the machine was suspended since it started: what CLOCK_MONOTONIC has missed.
    public static func slept() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return now() - Int64(time.tv_sec) * 1_000_000_000 - Int64(time.tv_nsec)
    }
}
