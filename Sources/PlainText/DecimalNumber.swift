/// A decimal number as it is written: digits and a power of ten.
///
/// One reader of numbers for recordings, sysfs, configuration and command lines: independent of the locale, and all or
/// nothing. What it accepts is `[+-]digits[.digits][e±digits]`; `nan`, `inf` and hexadecimal are no numbers here.
public struct DecimalNumber: Hashable, Sendable {
    /// Whether it begins with a minus.
    let isNegative: Bool
    /// The first 19 significant digits as one integer; the number is `digits × 10^exponent`.
    let digits: UInt64
    /// Bounded, so that sums with it cannot overflow.
    let exponent: Int
    /// What was left out of `digits`, beside half of their last place.
    let cut: Cut
    /// How the digits that were left out compare with a half.
    enum Cut { case none, underHalf, half, overHalf }

    /// Where it stood in the text.
    private let range: Range<Int>

    /// More digits of an exponent than these change nothing: the number is 0 or infinite.
    private static let exponentLimit = 100_000

    /// The number that fills `range` of `text` (ASCII); nil if that is not one, whole.
    public init?(_ text: [UInt8], in range: Range<Int>) {
        var at = range.lowerBound
        self.init(text, from: &at, to: range.upperBound)
        if at != range.upperBound { return nil }
    }

    /// The number that `text` has at `at`, which moves on past it but not past `end`; nil if there is none.
    public init?(_ text: [UInt8], from at: inout Int, to end: Int) {
        let start = at
        isNegative = at < end && text[at] == UInt8(ascii: "-")
        if isNegative || (at < end && text[at] == UInt8(ascii: "+")) { at += 1 }
        let mantissa = at
        var value: UInt64 = 0
        Self.readDigits(text, &at, end, &value)
        let whole = at - mantissa
        guard whole > 0 else { return nil }
        var fraction = 0
        if at < end && text[at] == UInt8(ascii: ".") {
            at += 1
            let point = at
            Self.readDigits(text, &at, end, &value)
            fraction = at - point
            guard fraction > 0 else { return nil }
        }
        let mantissaEnd = at
        var power = 0
        if at < end && text[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            guard let written = Self.power(text, &at, end) else { return nil }
            power = written
        }
        if whole + fraction <= Self.mostDigits {
            (digits, exponent, cut) = (value, power - fraction, .none)
        } else {
            let long = Self.significant(text, mantissa..<mantissaEnd)
            (digits, exponent, cut) = (long.digits, power + long.exponent, long.cut)
        }
        range = start..<at
    }

    /// As many digits as always fit a UInt64.
    private static let mostDigits = 19

    /// Appends the digits at `at` to `value`, which wraps where they are more than fit.
    private static func readDigits(_ text: [UInt8], _ at: inout Int, _ end: Int, _ value: inout UInt64) {
        while at < end {
            let digit = text[at] &- UInt8(ascii: "0")
            if digit > 9 { return }
            value = value &* 10 &+ UInt64(digit)
            at += 1
        }
    }

    /// The first 19 significant digits of a mantissa that has more digits than those.
    private static func significant(_ text: [UInt8], _ range: Range<Int>) -> (digits: UInt64, exponent: Int, cut: Cut) {
        var (digits, count, exponent, isAfterPoint) = (0 as UInt64, 0, 0, false)
        var cutDigits: [UInt8] = []
        for byte in text[range] {
            if byte == UInt8(ascii: ".") {
                isAfterPoint = true
                continue
            }
            let digit = byte - UInt8(ascii: "0")
            if count < mostDigits {
                digits = digits * 10 + UInt64(digit)
                if digits != 0 { count += 1 }
                if isAfterPoint { exponent -= 1 }
            } else {
                cutDigits.append(digit)
                if !isAfterPoint { exponent += 1 }
            }
        }
        return (digits, exponent, Self.cut(cutDigits))
    }

    private static func cut(_ digits: [UInt8]) -> Cut {
        guard let first = digits.first, digits.contains(where: { $0 != 0 }) else { return .none }
        if first != 5 { return first < 5 ? .underHalf : .overHalf }
        return digits.dropFirst().contains { $0 != 0 } ? .overHalf : .half
    }

    private static func power(_ text: [UInt8], _ at: inout Int, _ end: Int) -> Int? {
        let isNegative = at < end && text[at] == UInt8(ascii: "-")
        if isNegative || (at < end && text[at] == UInt8(ascii: "+")) { at += 1 }
        let start = at
        var value = 0
        while at < end {
            let digit = text[at] &- UInt8(ascii: "0")
            if digit > 9 { break }
            value = min(value * 10 + Int(digit), exponentLimit)
            at += 1
        }
        return at == start ? nil : isNegative ? -value : value
    }

    /// The nearest double to the number that stands in `text`, the text that it was read from; nil beyond a double.
    public func double(_ text: [UInt8]) -> Double? {
        if digits == 0 { return isNegative ? -0.0 : 0.0 }
        if cut == .none, let magnitude = quickDouble { return isNegative ? -magnitude : magnitude }
        // The standard library's own conversion, which knows no locale either, for what the quick way leaves over.
        let value = Double(String(decoding: text[range], as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Correctly rounded wherever a 64-bit division can do it: any sensor's reading; nil elsewhere.
    private var quickDouble: Double? {
        if digits <= 1 << 53 && abs(exponent) <= 22 {
            // Both are exact doubles, so the one operation rounds once (Clinger 1990).
            let power = Self.exactPowers[abs(exponent)]
            return exponent < 0 ? Double(digits) / power : Double(digits) * power
        }
        guard exponent < 0, exponent >= -18, digits > 1 << 53 else { return nil }
        // digits / 10^k as 128-bit fixed point; what is left over only decides ties, as one sticky bit.
        let divisor = Self.integerPowers[-exponent]
        let (whole, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
        let (fraction, rest) = divisor.dividingFullWidth((remainder, 0))
        let shift = whole.leadingZeroBitCount
        var top = whole == 0 ? fraction : whole << shift | (shift == 0 ? 0 : fraction >> (64 - shift))
        let below = whole == 0 ? 0 : fraction << shift
        if below != 0 || rest != 0 { top |= 1 }
        let binaryExponent = whole == 0 ? -64 : -shift
        return Double(top) * Double(bitPattern: UInt64(1023 + binaryExponent) << 52)
    }

    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// 10^0 to 10^19.
    private static let integerPowers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// The number times 10^9, rounded half up (toward +∞) to a whole number: seconds as nanoseconds. Nil beyond
    /// ±4 × 10^18, so that differences of two fit 64 bits.
    public var billionths: Int64? {
        let power = exponent + 9
        if digits == 0 || power < -Self.mostDigits { return 0 }
        var magnitude: UInt64
        var rest: Cut
        if power >= 0 {
            guard power < Self.integerPowers.count else { return nil }
            let (product, overflow) = digits.multipliedReportingOverflow(by: Self.integerPowers[power])
            if overflow { return nil }
            (magnitude, rest) = (product, power == 0 ? cut : .none)
        } else {
            let divisor = Self.integerPowers[-power]
            let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
            let half = divisor / 2
            (magnitude, rest) = (quotient, remainder < half ? .underHalf : remainder > half ? .overHalf : .half)
            if rest == .half && cut != .none { rest = .overHalf }
        }
        if rest == .overHalf || (rest == .half && !isNegative) { magnitude += 1 }
        return magnitude > 4_000_000_000_000_000_000 ? nil : isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
}

/// The number that `text` is, whole: no blank, no unit, nothing after it. Nil if it is none, or beyond a double.
public func decimal(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber(bytes, in: 0..<bytes.count)?.double(bytes)
}
