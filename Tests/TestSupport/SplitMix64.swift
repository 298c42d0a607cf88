import Foundation

/// Random numbers that are the same in every run: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// The sequence that `seed` begins.
    public init(seed: UInt64) { state = seed }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Evenly distributed over `range`.
    public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }

    /// True once in `count` times.
    public mutating func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }

    /// Normally distributed, by Box and Muller: mean 0.
    public mutating func gaussian(deviation: Double) -> Double {
        let radius = (-2 * log(1 - uniform(0...1))).squareRoot()
        return deviation * radius * cos(2 * .pi * uniform(0...1))
    }
}
