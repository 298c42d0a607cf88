import MotionCore
import PlainText
import UnixProgram

/// Why a sensor cannot be used: a sentence.
struct SensorFault: Error {
    let detail: String
}

/// An accelerometer that was found, with all that turns its counts into m/s² in the device frame.
final class Accelerometer {
    let device: IIODevice
    let id: String
    let name: String
    let found: FoundMatrix
    /// The sampling frequency in Hz that the driver says it has, nil where it has none.
    private(set) var rate: Double?
    /// x, y and, on most sensors, z.
    let axes: [Axis]
    private let sign: SensorSign
    // Devices and channels point into it.
    private let context: IIOContext

    /// One axis: physical = (raw + offset) × scale, by the kernel's ABI.
    struct Axis {
        let channel: IIOChannel
        let scale: Double
        let offset: Double

        func physical(_ raw: Double) -> Double { (raw + offset) * scale }
    }

    /// Reads what `device` of `context` is, and changes nothing.
    init(_ device: IIODevice, in context: IIOContext, request: SensorRequest) throws(SensorFault) {
        self.device = device
        self.context = context
        id = device.id
        name = device.name ?? device.id
        sign = request.sign
        var axes: [Axis] = []
        for axis in ["accel_x", "accel_y", "accel_z"] {
            if let channel = device.channel(axis) { axes.append(try Self.axis(channel, of: device)) }
        }
        self.axes = axes
        found = Self.matrix(device, axes[0].channel, own: request.matrix)
        rate = Self.rate(device, axes[0].channel)
    }

    private static func axis(_ channel: IIOChannel, of device: IIODevice) throws(SensorFault) -> Axis {
        guard let text = channel.attribute("scale") ?? device.attribute("scale") else {
            throw SensorFault(
                detail:
                    "\(device.id) has no scale (in_accel_x_scale, in_accel_scale, scale), so that its counts mean nothing"
            )
        }
        guard let scale = decimal(text), scale != 0 else {
            throw SensorFault(
                detail: "\(device.id) has the scale \(quoted(text.utf8)), which is no number to multiply by")
        }
        let offset = channel.attribute("offset") ?? "0"
        guard let number = decimal(offset) else {
            throw SensorFault(detail: "\(device.id) has the offset \(quoted(offset.utf8)), which is no number")
        }
        return Axis(channel: channel, scale: scale, offset: number)
    }

    private static func matrix(_ device: IIODevice, _ channel: IIOChannel, own: MountMatrix?) -> FoundMatrix {
        FoundMatrix.first(of: [
            ("the configuration", own?.text),
            ("udev's ACCEL_MOUNT_MATRIX", UdevDatabase.property("ACCEL_MOUNT_MATRIX", of: device.id)),
            ("the driver's mount_matrix", device.attribute("mount_matrix")),
            ("the driver's in_accel_mount_matrix", channel.attribute("mount_matrix")),
            ("the driver's in_mount_matrix", device.channel("mount")?.attribute("matrix")),
        ])
    }

    private static let rateName = "sampling_frequency"

    private static func rate(_ device: IIODevice, _ channel: IIOChannel) -> Double? {
        (channel.attribute(rateName) ?? device.attribute(rateName)).flatMap { decimal($0) }
    }

    /// Makes the sensor ready to be read at `rate` Hz or, where that is not offered, at the lowest rate above.
    func prepare(rate wanted: Double) {
        let channel = axes[0].channel
        let list = Self.rateName + "_available"
        let available = channel.attribute(list) ?? device.attribute(list)
        var plain: [UInt8] = []
        plain.append(shortest: wanted)
        let word =
            available.flatMap { SamplingFrequency.choose(wanted, available: $0) }
            ?? String(decoding: plain, as: UTF8.self)
        if !channel.write(Self.rateName, word) { _ = device.write(Self.rateName, word) }
        rate = Self.rate(device, channel)
        // A sensor that speaks only of change cannot be told from one that died.
        _ = channel.write("hysteresis", "0")
    }

    /// The acceleration (m/s², device frame, sign of a gravity trace) of the counts of x, y and z.
    func acceleration(raw: (Double, Double, Double)) -> Vector3 {
        var reading = Vector3(axes[0].physical(raw.0), axes[1].physical(raw.1), 0)
        if axes.count == 3 {
            reading.z = axes[2].physical(raw.2)
        } else {
            // Two axes tell the tilt if the length is taken as g.
            let rest = standardGravity * standardGravity - reading.x * reading.x - reading.y * reading.y
            reading.z = -max(rest, 0).squareRoot()
        }
        let turned = found.matrix.apply(reading)
        return sign == .reaction ? -turned : turned
    }

    /// What an owner wants to know of it, read in `mode`.
    func facts(mode: SensorMode, stampsAreBoottime: Bool) -> SensorFacts {
        SensorFacts(
            id: id, name: name, mode: mode, rate: rate, matrix: found, axes: axes.count,
            time: stampsAreBoottime ? "the kernel's stamps" : "arrival")
    }
}

/// What an owner wants to know of the sensor in use.
public struct SensorFacts: Hashable, Sendable {
    /// As in `iio:device0`.
    public let id: String
    /// The driver's name.
    public let name: String
    /// `buffered` or `polled`.
    public let mode: SensorMode
    /// The sampling frequency in Hz that the driver says it has set.
    public let rate: Double?
    /// The mount matrix.
    public let matrix: FoundMatrix
    /// 3, or 2 where z is missing and |a| is taken as g.
    public let axes: Int
    /// Where the samples' times come from.
    public let time: String

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
