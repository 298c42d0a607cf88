import MotionCore
import PlainText

/// What an owner wants to know of the sensor in use.
public struct SensorFacts: Hashable, Sendable {
    /// As in `iio:device0`.
    public let id: String
    /// The driver's name.
    public let name: String
    /// `accelerometer` or `gravity`.
    public let kind: SensorKind
    /// Where it sits.
    public let location: SensorLocation
    /// Where it hangs in the machine.
    public let path: String
    /// What udev said of it when it was looked at.
    public let udev: UdevWord
    /// `buffered` or `polled`.
    public let mode: SensorMode
    /// The sampling frequency in Hz that the driver says it has set.
    public let rate: Double?
    /// The mount matrix.
    public let matrix: FoundMatrix
    /// The sign that the owner says its driver has.
    public let sign: SensorSign
    /// 3, or 2 where z is missing and |a| is taken as g.
    public let axes: Int
    /// The trigger that clocks its buffer; nil where it has none, or is polled.
    public let trigger: String?
    /// Where the samples' times come from.
    public let time: String

    /// How long a reading may be waited for, in nanoseconds: three periods, and no less than `least`.
    public func patience(atLeast least: Int64) -> Int64 { max(least, Int64(3e9 / max(rate ?? 60, 0.1))) }

    /// One line for the log and for events.
    public var summary: String {
        var text: [UInt8] = []
        if let rate {
            text.append(text: " at ")
            text.append(shortest: rate)
            text.append(text: " Hz")
        }
        let matrixSource = matrix.source.map { "matrix of \($0)" } ?? "no mount matrix"
        return "\(name) (\(id)), \(mode.rawValue)\(String(decoding: text, as: UTF8.self)), \(matrixSource)"
            + (axes == 2 ? ", without z: |a| is taken as g" : "")
    }
}
