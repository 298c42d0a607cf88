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

    /// The reading of the counts `raw` of x, y and z, taken at `time`.
    func reading(raw: Vector3, time: Nanoseconds) -> SensorReading {
        var scaled = Vector3(axes[0].physical(raw.x), axes[1].physical(raw.y), 0)
        if axes.count == 3 {
            scaled.z = axes[2].physical(raw.z)
        } else {
            // Two axes tell the tilt if the length is taken as g.
            let rest = standardGravity * standardGravity - scaled.x * scaled.x - scaled.y * scaled.y
            scaled.z = -max(rest, 0).squareRoot()
        }
        let turned = found.matrix.apply(scaled)
        return SensorReading(
            raw: raw, scaled: scaled, sample: Sample(time: time, acceleration: sign == .reaction ? -turned : turned))
    }

    /// What an owner wants to know of it, read in `mode`.
    func facts(mode: SensorMode, stampsAreBoottime: Bool) -> SensorFacts {
        SensorFacts(
            id: id, name: name, mode: mode, rate: rate, matrix: found, sign: sign, axes: axes.count,
            trigger: mode == .buffered ? device.triggerName : nil,
            time: stampsAreBoottime ? "the kernel's stamps" : "arrival")
    }
}
