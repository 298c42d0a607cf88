/// What a sensor reads while its tablet lies still: the mean of several readings.
public struct RestingVector: Hashable, Sendable {
    /// The mean in m/s², in the readings' frame.
    public let vector: Vector3
    /// The greatest distance of a reading from the mean, in m/s².
    public let spread: Double

    /// A spread (m/s²) up to which a tablet counts as still: 0.1 g. The noise of the worst sensors, ±50 mg on each axis,
    /// reaches √3 × 50 = 87 mg; a tablet that is turned leaves 100 mg within 6° to either side of the mean, and by then
    /// the mean is off by less than the hand that holds it.
    public static let mostSpread = 0.1 * standardGravity

    /// The mean of `readings` (m/s²).
    ///
    /// - Throws: Where they are not of a tablet at rest, or not of gravity.
    public init(_ readings: [Vector3]) throws(CalibrationProblem) {
        let sum = readings.reduce(Vector3(0, 0, 0)) { Vector3($0.x + $1.x, $0.y + $1.y, $0.z + $1.z) }
        let mean = sum / Double(readings.count)
        guard mean.isFinite, readings.allSatisfy(\.isFinite) else {
            throw CalibrationProblem("the sensor's readings are no numbers; foldctl status shows them")
        }
        let spread = readings.map { ($0 - mean).length }.max() ?? 0
        guard spread <= Self.mostSpread else {
            throw CalibrationProblem(
                "the tablet is not still: its readings differ by \(hundredths(spread / standardGravity)) g, over 0.1 g; hold it still and measure again"
            )
        }
        guard Tuning.plausibleLengths.contains(mean.length) else {
            throw CalibrationProblem(
                "the sensor reads \(hundredths(mean.length / standardGravity)) g at rest, which is not within 0.5…1.5 g; its scale is wrong, or the tablet was moved: measure again"
            )
        }
        (vector, self.spread) = (mean, spread)
    }
}

/// `number` with two decimals, for a sentence.
func hundredths(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "over 1000000000000" }
    let parts = Int((abs(number) * 100).rounded())
    return "\(number < 0 && parts > 0 ? "-" : "")\(parts / 100).\(parts / 10 % 10)\(parts % 10)"
}
