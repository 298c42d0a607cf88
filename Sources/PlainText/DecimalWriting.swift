extension [UInt8] {
    /// Appends the characters of `text`.
    public mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends `value` in decimal.
    public mutating func append(integer value: UInt64) {
        if value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        let (rest, pair) = value.quotientAndRemainder(dividingBy: 100)
        if rest > 0 { append(integer: rest) }
        append(pair: UInt32(truncatingIfNeeded: pair))
    }

    /// Appends a point and `fraction` as six digits. Inlined: a line has five of them, and the calls cost as much as the work.
    @inline(__always)
    private mutating func append(millionths fraction: UInt64) {
        // In 32 bits a division by a constant is a cheap multiplication.
        let rest = UInt32(truncatingIfNeeded: fraction)
        append(UInt8(ascii: "."))
        append(pair: rest / 10_000)
        append(pair: rest / 100 % 100)
        append(pair: rest % 100)
    }

    /// Appends `pair` (under 100) as two digits.
    @inline(__always)
    private mutating func append(pair: UInt32) {
        let tens = pair / 10
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens))
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair &- tens &* 10))
    }

    /// Appends `value` with exactly six decimals, rounded as printf's `%.6f` does (to nearest, ties to even, from the
    /// exact binary value); what rounds to zero has no sign.
    ///
    /// What is no number, or has a magnitude of 2^63 or more, is `null`: nothing the pipeline yields is either.
    public mutating func append(fixed value: Double) {
        let magnitude = abs(value)
        guard magnitude < 0x1p63 else { return append(text: "null") }
        var whole = UInt64(magnitude)
        let fraction = magnitude - Double(whole)
        let scaled = fraction * 1e6
        var millionths = UInt64(scaled)
        let beyondHalf = scaled - Double(millionths) - 0.5
        if abs(beyondHalf) > 1e-6 {
            if beyondHalf > 0 { millionths += 1 }
        } else {
            // So near to a tie the product's own rounding decides: its exact error is the fused remainder.
            let exact = beyondHalf + (-scaled).addingProduct(fraction, 1e6)
            if exact > 0 || (exact == 0 && millionths % 2 == 1) { millionths += 1 }
        }
        if millionths == 1_000_000 {
            millionths = 0
            whole += 1
        }
        if value < 0 && (whole != 0 || millionths != 0) { append(UInt8(ascii: "-")) }
        append(integer: whole)
        append(millionths: millionths)
    }

    /// Appends the time of `nanoseconds` in seconds with six decimals, rounded half up to microseconds.
    public mutating func append(seconds nanoseconds: Int64) {
        // Half up is toward +∞ for negative times too, so that equal spans stay equal on both sides of zero.
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        let microseconds = rest >= 500 ? whole + 1 : rest < -500 ? whole - 1 : whole
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        append(integer: microseconds.magnitude / 1_000_000)
        append(millionths: microseconds.magnitude % 1_000_000)
    }

    /// Appends the time of `nanoseconds` in seconds with all of its nine decimals.
    public mutating func append(exactSeconds nanoseconds: Int64) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let (microseconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(integer: microseconds / 1_000_000)
        append(millionths: microseconds % 1_000_000)
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 100))
        append(pair: UInt32(truncatingIfNeeded: rest % 100))
    }

    /// Appends the fewest decimals that read back to `value` (finite), without exponent and without a trailing `.0`.
    public mutating func append(shortest value: Double) {
        if value == 0 { return append(UInt8(ascii: "0")) }
        // Swift's description is the shortest form already (Errol/SwiftDtoa), but may have an exponent or `.0`.
        let text = Array(value.description.utf8)
        let mantissaEnd = text.firstIndex(of: UInt8(ascii: "e")) ?? text.count
        guard mantissaEnd < text.count else {
            return append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
        }
        if value < 0 { append(UInt8(ascii: "-")) }
        let mantissa = text[..<mantissaEnd]
        let digits = mantissa.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        let exponent = Int(String(decoding: text[(mantissaEnd + 1)...], as: UTF8.self)) ?? 0
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")).map { $0 - (value < 0 ? 1 : 0) } ?? digits.count
        append(digits: digits, point: point + exponent)
    }

    /// Appends `digits` with the decimal point after the first `point` of them, zeros filled in.
    private mutating func append(digits: [UInt8], point: Int) {
        let zero = UInt8(ascii: "0")
        if point <= 0 {
            append(text: "0.")
            append(contentsOf: repeatElement(zero, count: -point))
            append(contentsOf: digits)
        } else if point >= digits.count {
            append(contentsOf: digits)
            append(contentsOf: repeatElement(zero, count: point - digits.count))
        } else {
            append(contentsOf: digits[..<point])
            append(UInt8(ascii: "."))
            append(contentsOf: digits[point...])
        }
    }
}
