import CLibIIO
import Glibc
import MotionCore
import UnixProgram

/// The sensor's buffer, switched on: a descriptor to poll, and a sample for each scan.
///
/// The sensor's thread opens and closes it, the loop reads it, never both at a time.
public final class BufferedReading: @unchecked Sendable {
    /// What to poll for input.
    public let descriptor: Int32
    /// What an owner wants to know.
    public let facts: SensorFacts

    private let accelerometer: Accelerometer
    private let timestamp: IIOChannel?
    private let clock: SampleClock
    private var buffer: OpaquePointer?

    /// Scans that the kernel keeps while nobody reads: a second of them.
    private static let kernelScans: UInt32 = 64

    /// Switches the buffer of `accelerometer` on.
    init(_ accelerometer: Accelerometer) throws(SensorFault) {
        self.accelerometer = accelerometer
        let device = accelerometer.device
        guard accelerometer.axes.allSatisfy({ $0.channel.isScanElement }) else {
            throw SensorFault(detail: "\(accelerometer.name) has no buffer")
        }
        guard accelerometer.axes.allSatisfy({ $0.channel.hasSoundFormat }) else {
            throw SensorFault(detail: "the buffer of \(accelerometer.name) has a scan format that cannot be")
        }
        let stamp = device.channel("timestamp").flatMap { $0.isScanElement && $0.hasSoundFormat ? $0 : nil }
        timestamp = stamp
        // Before the buffer is on: the kernel refuses it later.
        let clockName = "current_timestamp_clock"
        clock = SampleClock(
            stampsAreBoottime: stamp != nil && device.write(clockName, "boottime")
                && device.attribute(clockName) == "boottime")
        facts = accelerometer.facts(mode: .buffered, stampsAreBoottime: clock.stampsAreBoottime)

        for name in device.channelNames { device.channel(name)?.setEnabled(false) }
        for axis in accelerometer.axes { axis.channel.setEnabled(true) }
        stamp?.setEnabled(true)
        iio_device_set_kernel_buffers_count(device.pointer, Self.kernelScans)
        // One scan a block: a refill waits for the whole block.
        guard let buffer = iio_device_create_buffer(device.pointer, 1, false) else {
            throw SensorFault(detail: Self.explain(SystemError(errno), accelerometer))
        }
        iio_buffer_set_blocking_mode(buffer, false)
        self.buffer = buffer
        descriptor = iio_buffer_get_poll_fd(buffer)
    }

    private static func explain(_ error: SystemError, _ accelerometer: Accelerometer) -> String {
        let place = "the buffer of \(accelerometer.name) (/dev/\(accelerometer.id))"
        switch error.code {
        case EACCES, EPERM: return "\(place) may not be opened: \(error); only root may, by default"
        case EBUSY: return "\(place) is in another program's hands: \(error)"
        case EINVAL: return "\(place) cannot be switched on: \(error); it may want a trigger"
        default: return "\(place) cannot be switched on: \(error)"
        }
    }

    /// Whether a scan comes within `timeout` ms.
    func delivers(within timeout: Int32) -> Bool {
        FileDescriptor.wait(descriptor, for: Int16(POLLIN), timeout: timeout)
    }

    /// What a read found.
    public enum Outcome {
        /// A reading.
        case reading(SensorReading)
        /// None is there yet.
        case nothing
        /// The sensor is gone, or does not answer.
        case failed(SystemError)
    }

    /// Takes the oldest scan out of the kernel's buffer; never waits.
    public func read() -> Outcome {
        guard let buffer else { return .failed(SystemError(EBADF)) }
        let length = iio_buffer_refill(buffer)
        if length < 0 {
            let error = SystemError(Int32(-length))
            return error.code == EAGAIN || error.code == EINTR ? .nothing : .failed(error)
        }
        let axes = accelerometer.axes
        let raw = Vector3(
            Double(axes[0].channel.value(in: buffer)), Double(axes[1].channel.value(in: buffer)),
            axes.count == 3 ? Double(axes[2].channel.value(in: buffer)) : 0)
        let time = clock.time(stamp: timestamp?.value(in: buffer), arrival: BootClock.now())
        return .reading(accelerometer.reading(raw: raw, time: time))
    }

    /// Switches the buffer off. May wait for the sensor.
    func close() {
        if let buffer { iio_buffer_destroy(buffer) }
        buffer = nil
    }
}
