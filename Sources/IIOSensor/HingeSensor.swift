import Glibc
import MotionCore
import PlainText
import UnixProgram

/// A sensor that measures the hinge's angle itself.
final class HingeSensor: HingeReader {
    let facts: HingeFacts
    private let channel: IIOChannel
    private let offset: Double
    /// Degrees for a count.
    private let scale: Double
    // The channel points into it.
    private let context: IIOContext

    /// The one driver that gives whole degrees and no scale.
    private static let driverOfDegrees = "cros-ec-lid-angle"

    /// Reads what `device` of `context` is, and changes nothing.
    init(_ device: IIODevice, _ seen: SeenDevice, in context: IIOContext) throws(SensorFault) {
        guard let channel = Self.channel(of: device, seen.channels) else {
            throw SensorFault(detail: "\(seen.id) has no channel angl whose count can be read")
        }
        self.channel = channel
        self.context = context
        scale = try Self.degrees(channel, of: device, seen)
        let text = channel.attribute("offset") ?? device.attribute("offset") ?? "0"
        guard let offset = decimal(text) else {
            throw SensorFault(detail: "\(seen.id) has the offset \(quoted(text.utf8)), which is no number")
        }
        self.offset = offset
        facts = HingeFacts(
            id: seen.id, name: seen.name, devices: [seen.id], seat: seen.udev.seat,
            origin: "the hinge sensor \(seen.name) (\(seen.id))")
    }

    /// Of several angles the one that the driver calls the hinge, else the first: Intel's `hinge` has those of the screen
    /// and of the keyboard as well.
    private static func channel(of device: IIODevice, _ names: [String]) -> IIOChannel? {
        let channels = names.filter(isAngle).sorted().compactMap { device.channel($0) }
            .filter { $0.attribute("raw") != nil }
        return channels.first { $0.attribute("label") == "hinge" } ?? channels.first
    }

    /// `angl`, or `angl` with a number; an angular velocity is none.
    static func isAngle(_ channel: String) -> Bool {
        channel.hasPrefix("angl") && channel.dropFirst(4).allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Degrees for a count: the scale gives radians, by the kernel's ABI.
    private static func degrees(
        _ channel: IIOChannel, of device: IIODevice, _ seen: SeenDevice
    ) throws(SensorFault) -> Double {
        guard let text = channel.attribute("scale") ?? device.attribute("scale") else {
            if seen.name == driverOfDegrees { return 1 }
            throw SensorFault(
                detail: "\(seen.id) (\(seen.name)) has no scale (in_angl_scale), so that its angle means nothing")
        }
        guard let scale = decimal(text), scale != 0 else {
            throw SensorFault(
                detail: "\(seen.id) has the scale \(quoted(text.utf8)), which is no number to multiply by")
        }
        return scale * 180 / .pi
    }

    func read() throws(SystemError) -> HingeReading {
        let start = BootClock.now()
        let raw = try channel.raw()
        let end = BootClock.now()
        if end - start > PolledReading.longest { return .none("\(facts.name) takes too long to answer") }
        guard let angle = HingeAngle(degrees: Self.mended((raw + offset) * scale)) else {
            return .none("\(facts.name) does not know its angle")
        }
        return .angle(angle, at: Nanoseconds(end))
    }

    /// A scale of few digits makes 360.00001 of a hinge that is folded over, which is no fault.
    private static func mended(_ degrees: Double) -> Double {
        degrees > 360 && degrees < 360.5 ? 360 : degrees
    }
}
