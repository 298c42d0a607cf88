import MotionCore
import PlainText
import UnixProgram

/// Why a sensor cannot be used: a sentence.
struct SensorFault: Error {
    let detail: String
}

/// An accelerometer that was found, with all that turns its counts into m/s² in the device frame.
///
/// A gravity sensor is one too, behind a filter of its firmware's.
final class Accelerometer {
    let device: IIODevice
    /// What it is, and where.
    let seen: SeenDevice
    let found: FoundMatrix
    /// The sampling frequency in Hz that the driver says it has, nil where it has none.
    private(set) var rate: Double?
    /// x, y and, on most sensors, z.
    let axes: [Axis]
    private let sign: SensorSign
    // Devices and channels point into it.
    let context: IIOContext

    var id: String { seen.id }
    var name: String { seen.name }

    /// One axis: physical = (raw + offset) × scale, by the kernel's ABI.
    struct Axis {
        let channel: IIOChannel
        let scale: Double
        let offset: Double

        func physical(_ raw: Double) -> Double { (raw + offset) * scale }
    }

    /// Reads what `device` of `context` is, and changes nothing.
    ///
    /// A gravity sensor sits as its `twin` does, the accelerometer on the same hub, which lists of matrices know.
    init(
        _ device: IIODevice, _ seen: SeenDevice, in context: IIOContext, request: SensorRequest, twin: IIODevice? = nil
    ) throws(SensorFault) {
        self.device = device
        self.seen = seen
        self.context = context
        sign = request.sign
        let prefix = seen.kind.axisPrefix ?? "accel"
        var axes: [Axis] = []
        for axis in ["x", "y", "z"] {
            if let channel = device.channel("\(prefix)_\(axis)") {
                axes.append(try Self.axis(channel, of: device, prefix))
            }
        }
        guard axes.count >= 2 else {
            throw SensorFault(detail: "\(seen.id) has no channels \(prefix)_x and \(prefix)_y")
        }
        self.axes = axes
        let sitting = twin ?? device
        found = Self.matrix(sitting, sitting.channel("accel_x") ?? axes[0].channel, own: request.matrix)
        rate = Self.rate(device, axes[0].channel)
    }

    private static func axis(
        _ channel: IIOChannel, of device: IIODevice, _ prefix: String
    ) throws(SensorFault) -> Axis {
        guard let text = channel.attribute("scale") ?? device.attribute("scale") else {
            throw SensorFault(
                detail:
                    "\(device.id) has no scale (in_\(prefix)_x_scale, in_\(prefix)_scale, scale), so that its counts mean nothing"
            )
        }
        guard let scale = decimal(text), scale != 0 else {
            throw SensorFault(
                detail: "\(device.id) has the scale \(quoted(text.utf8)), which is no number to multiply by")
        }
        let offset = channel.attribute("offset") ?? device.attribute("offset") ?? "0"
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

    static let rateName = "sampling_frequency"

    private static func rate(_ device: IIODevice, _ channel: IIOChannel) -> Double? {
        (channel.attribute(rateName) ?? device.attribute(rateName)).flatMap { decimal($0) }
    }

    /// Makes the sensor ready to be read at `rate` Hz or, where that is not offered, at the lowest rate above.
    ///
    /// What another program reads by the buffer is not changed under its hands, unless the sensor is switched off by its
    /// rate; a buffer that is this service's (`isOurs`) or is to be, is no obstacle.
    func prepare(rate wanted: Double, isOurs: Bool = false) {
        if device.isBufferOn, !isOurs, rate != 0 { return }
        let channel = axes[0].channel
        let list = Self.rateName + "_available"
        let available = channel.attribute(list) ?? device.attribute(list)
        let word = available.flatMap { SamplingFrequency.choose(wanted, available: $0) } ?? Self.text(wanted)
        if !channel.write(Self.rateName, word) { _ = device.write(Self.rateName, word) }
        rate = Self.rate(device, channel)
        // Samples of a cros-ec come in bursts unless it is told how long it may keep them.
        if let rate, rate > 0 { _ = device.writeBufferAttribute("hwfifo_timeout", Self.text(1 / rate)) }
        // A sensor that speaks only of change cannot be told from one that died.
        _ = channel.write("hysteresis", "0")
    }

    static func text(_ number: Double) -> String {
        var text: [UInt8] = []
        text.append(shortest: number)
        return String(decoding: text, as: UTF8.self)
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
        // What is clocked from outside goes by that clock.
        let trigger = mode == .buffered ? device.trigger : nil
        let clock = trigger?.attribute(Self.rateName).flatMap { decimal($0) }
        return SensorFacts(
            id: id, name: name, kind: seen.kind, location: seen.location, path: seen.path, udev: seen.udev, mode: mode,
            rate: clock ?? rate,
            matrix: found, sign: sign, axes: axes.count,
            trigger: trigger?.name,
            time: stampsAreBoottime ? "the kernel's stamps" : "arrival")
    }
}
