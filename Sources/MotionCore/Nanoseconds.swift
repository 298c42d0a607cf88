/// A point in time or a span of time, in whole nanoseconds.
///
/// A type of its own because seconds and nanoseconds are both plain numbers, and mixing them is silent. A point's
/// origin is its source's own: CLOCK_BOOTTIME for a live sensor, the recording's zero for a replay. Sums and
/// differences saturate: no reading, however wild its time, may trap.
public struct Nanoseconds: Hashable, Comparable, Sendable {
    /// Nanoseconds.
    public var count: Int64

    /// A time or span of `count` nanoseconds.
    public init(_ count: Int64) {
        self.count = count
    }

    /// No time at all: the length of nothing, or a recording's origin.
    public static let zero = Nanoseconds(0)

    /// The same in seconds, rounded to the nearest double.
    public var seconds: Double { Double(count) / 1e9 }

    /// The time `factor` times as long, held at the ends of the range; zero where the factor is no number.
    public static func * (a: Nanoseconds, factor: Double) -> Nanoseconds {
        let product = Double(a.count) * factor
        if product.isNaN { return .zero }
        if product >= 0x1p63 { return Nanoseconds(.max) }
        return product <= -0x1p63 ? Nanoseconds(.min) : Nanoseconds(Int64(product))
    }

    /// Whether `a` is earlier, or shorter, than `b`.
    public static func < (a: Nanoseconds, b: Nanoseconds) -> Bool { a.count < b.count }

    /// The sum, held at the ends of the range.
    public static func + (a: Nanoseconds, b: Nanoseconds) -> Nanoseconds {
        let (sum, overflow) = a.count.addingReportingOverflow(b.count)
        return Nanoseconds(overflow ? (b.count < 0 ? .min : .max) : sum)
    }

    /// The difference, held at the ends of the range.
    public static func - (a: Nanoseconds, b: Nanoseconds) -> Nanoseconds {
        let (difference, overflow) = a.count.subtractingReportingOverflow(b.count)
        return Nanoseconds(overflow ? (b.count < 0 ? .max : .min) : difference)
    }
}
