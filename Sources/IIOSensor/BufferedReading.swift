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
    private let note: BufferNote?
    private let hasSetTrigger: Bool
    private var buffer: OpaquePointer?

    /// Scans that the kernel keeps while nobody reads: a second of them.
    private static let kernelScans: UInt32 = 64

    /// Switches the buffer of `accelerometer` on, for `rate` readings a second, and writes it into `note`.
    init(_ accelerometer: Accelerometer, rate: Double, note: BufferNote?) throws(BufferRefusal) {
        self.accelerometer = accelerometer
        self.note = note
        let device = accelerometer.device
        guard accelerometer.axes.allSatisfy({ $0.channel.isScanElement }) else {
            throw BufferRefusal("\(accelerometer.name) has no buffer")
        }
        guard accelerometer.axes.allSatisfy({ $0.channel.hasSoundFormat }) else {
            throw BufferRefusal("the buffer of \(accelerometer.name) has a scan format that cannot be")
        }
        // A buffer that is taken over would refuse the clock and the trigger.
        if device.isBufferOn { _ = device.writeBufferAttribute("enable", "0") }
        let stamp = device.channel("timestamp").flatMap { $0.isScanElement && $0.hasSoundFormat ? $0 : nil }
        timestamp = stamp
        // Before the buffer is on: the kernel refuses it later.
        let clockName = "current_timestamp_clock"
        clock = SampleClock(
            stampsAreBoottime: stamp != nil && device.write(clockName, "boottime")
                && device.attribute(clockName) == "boottime")
        hasSetTrigger = accelerometer.setTrigger(rate: rate)
        facts = accelerometer.facts(mode: .buffered, stampsAreBoottime: clock.stampsAreBoottime)

        for name in device.channelNames { device.channel(name)?.setEnabled(false) }
        for axis in accelerometer.axes { axis.channel.setEnabled(true) }
        stamp?.setEnabled(true)
        iio_device_set_kernel_buffers_count(device.pointer, Self.kernelScans)
        note?.write(accelerometer.seen.path)
        // One scan a block: a refill waits for the whole block.
        guard let buffer = iio_device_create_buffer(device.pointer, 1, false) else {
            let error = SystemError(errno)
            note?.remove()
            if hasSetTrigger { _ = device.setTrigger(nil) }
            throw BufferRefusal(error, "the buffer of \(accelerometer.name) (/dev/\(accelerometer.id))")
        }
        iio_buffer_set_blocking_mode(buffer, false)
        self.buffer = buffer
        descriptor = iio_buffer_get_poll_fd(buffer)
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

    /// Whether the kernel says that the buffer is on: any program of root's may switch it off.
    var isOn: Bool { accelerometer.device.bufferAttribute("enable") != "0" }

    /// Switches the buffer off. May wait for the sensor.
    func close() {
        guard let buffer else { return }
        iio_buffer_destroy(buffer)
        self.buffer = nil
        note?.remove()
        if hasSetTrigger { _ = accelerometer.device.setTrigger(nil) }
    }
}
