import MotionCore

/// Which time a reading gets: the kernel's stamp where it can be believed, else the arrival.
struct SampleClock {
    /// Whether the kernel was asked for CLOCK_BOOTTIME and said that it does so; stamps of any other clock are useless.
    let stampsAreBoottime: Bool
    /// How far a stamp may lie from its arrival: −100…+1 ms.
    static let allowed = Nanoseconds(-100_000_000)...Nanoseconds(1_000_000)

    /// The time of a reading stamped `stamp` (nil: not at all) that arrived at `arrival`, both on CLOCK_BOOTTIME.
    func time(stamp: Int64?, arrival: Int64) -> Nanoseconds {
        guard stampsAreBoottime, let stamp else { return Nanoseconds(arrival) }
        let distance = Nanoseconds(stamp) - Nanoseconds(arrival)
        return Nanoseconds(Self.allowed.contains(distance) ? stamp : arrival)
    }
}
