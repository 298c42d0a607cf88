import CLibIIO
import Glibc
import PlainText
import UnixProgram

/// A look at the machine's IIO devices, through libiio's local backend.
///
/// Names and labels are read once, here; attributes are read afresh each time. Devices and channels point into their
/// context, so that whoever keeps one keeps the context too.
final class IIOContext {
    private let pointer: OpaquePointer

    init() throws(SystemError) {
        guard let context = iio_create_local_context() else {
            throw SystemError(errno)
        }
        pointer = context
    }

    deinit {
        iio_context_destroy(pointer)
    }

    /// All devices but triggers, in the kernel's order.
    var devices: [IIODevice] { all { !iio_device_is_trigger($0) } }

    /// All triggers.
    var triggers: [IIODevice] { all { iio_device_is_trigger($0) } }

    private func all(_ isWanted: (OpaquePointer) -> Bool) -> [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).flatMap { isWanted($0) ? IIODevice(pointer: $0) : nil }
        }
    }
}

/// A device of a context.
struct IIODevice {
    let pointer: OpaquePointer

    /// As in `iio:device0`; it may be another one after the next boot.
    var id: String { iio_device_get_id(pointer).map { String(cString: $0) } ?? "" }
    /// The driver's name for it.
    var name: String? { iio_device_get_name(pointer).map { String(cString: $0) } }
    /// The firmware's name for it, such as `accel-display`.
    var label: String? { iio_device_get_label(pointer).map { String(cString: $0) } }

    /// Where it hangs: the directory below /sys/devices that its own one is made in; empty where that is unknown.
    var path: String {
        guard let real = realpath("/sys/bus/iio/devices/\(id)", nil) else { return "" }
        defer { free(real) }
        return directory(of: String(cString: real))
    }

    /// The input channel `id`, such as `accel_x`.
    func channel(_ id: String) -> IIOChannel? {
        iio_device_find_channel(pointer, id, false).map { IIOChannel(pointer: $0) }
    }

    /// The ids of all channels.
    var channelNames: [String] {
        (0..<iio_device_get_channels_count(pointer)).compactMap { index in
            iio_device_get_channel(pointer, index).flatMap { iio_channel_get_id($0) }.map { String(cString: $0) }
        }
    }

    /// The value of attribute `name`, without blanks around it; nil where there is none to read.
    func attribute(_ name: String) -> String? {
        attributeText { iio_device_attr_read(pointer, name, $0, $1) }
    }

    /// The value of the buffer's attribute `name`.
    func bufferAttribute(_ name: String) -> String? {
        attributeText { iio_device_buffer_attr_read(pointer, name, $0, $1) }
    }

    /// The name of the trigger that clocks the buffer; nil where there is none.
    var triggerName: String? { trigger?.name }

    /// The trigger that clocks the buffer; nil where there is none.
    var trigger: IIODevice? {
        var trigger: OpaquePointer?
        guard iio_device_get_trigger(pointer, &trigger) >= 0 else { return nil }
        return trigger.map { IIODevice(pointer: $0) }
    }

    /// Whether the driver lets its buffer be clocked by a trigger and has none now. A driver with a FIFO of its own has no
    /// such attribute, and must not be given one.
    var wantsTrigger: Bool {
        var trigger: OpaquePointer?
        let code = iio_device_get_trigger(pointer, &trigger)
        // The kernel's word for none is an empty file, which libiio cannot read.
        return code == -EIO || code >= 0 && trigger == nil
    }

    /// Clocks the buffer by `trigger`, or by none; whether the kernel took it.
    func setTrigger(_ trigger: IIODevice?) -> Bool { iio_device_set_trigger(pointer, trigger?.pointer) >= 0 }

    /// Whether somebody has the buffer on; false where there is none.
    var isBufferOn: Bool { bufferAttribute("enable") == "1" }

    /// Writes `value` to the buffer's attribute `name`; whether the kernel took it.
    func writeBufferAttribute(_ name: String, _ value: String) -> Bool {
        iio_device_buffer_attr_write(pointer, name, value) >= 0
    }

    /// Writes `value` to attribute `name`; whether the kernel took it.
    func write(_ name: String, _ value: String) -> Bool {
        iio_device_attr_write(pointer, name, value) >= 0
    }
}

/// A channel of a device.
struct IIOChannel {
    let pointer: OpaquePointer

    /// The value of attribute `name`, without blanks around it; nil where there is none to read.
    func attribute(_ name: String) -> String? {
        attributeText { iio_channel_attr_read(pointer, name, $0, $1) }
    }

    /// Writes `value` to attribute `name`; whether the kernel took it.
    func write(_ name: String, _ value: String) -> Bool {
        iio_channel_attr_write(pointer, name, value) >= 0
    }

    /// The count in attribute `raw`, read now.
    func raw() throws(SystemError) -> Double {
        var text = [CChar](repeating: 0, count: 64)
        let length = iio_channel_attr_read(pointer, "raw", &text, text.count)
        guard length >= 0 else { throw SystemError(Int32(-length)) }
        // What the kernel wrote is no number only where it wrote nothing: hung firmware, or a torn fake.
        guard let value = decimal(trimmedText(text)) else { throw SystemError(EIO) }
        return value
    }

    var isScanElement: Bool { iio_channel_is_scan_element(pointer) }

    /// Whether its scan format can be: libiio believes whatever it reads, and crashes over it.
    var hasSoundFormat: Bool {
        guard let format = iio_channel_get_data_format(pointer)?.pointee else { return false }
        return [8, 16, 32, 64].contains(format.length) && (1...format.length).contains(format.bits)
            && format.shift <= format.length - format.bits && format.repeat == 1
    }

    func setEnabled(_ isEnabled: Bool) {
        if isEnabled { iio_channel_enable(pointer) } else { iio_channel_disable(pointer) }
    }

    /// This channel's value in the scan that `buffer` holds: cut from its bits, in the machine's byte order, signed.
    func value(in buffer: OpaquePointer) -> Int64 {
        var word: Int64 = 0
        guard let source = iio_buffer_first(buffer, pointer), let format = iio_channel_get_data_format(pointer) else {
            return 0
        }
        iio_channel_convert(pointer, &word, source)
        switch (format.pointee.length, format.pointee.is_signed) {
        case (8, true): return Int64(Int8(truncatingIfNeeded: word))
        case (16, true): return Int64(Int16(truncatingIfNeeded: word))
        case (32, true): return Int64(Int32(truncatingIfNeeded: word))
        default: return word
        }
    }
}

private func attributeText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
    var text = [CChar](repeating: 0, count: 4096)
    let length = text.withUnsafeMutableBufferPointer { buffer in
        // One byte less than there is: libiio may or may not end what it reads.
        buffer.baseAddress.map { read($0, buffer.count - 1) } ?? -1
    }
    return length >= 0 ? trimmedText(text) : nil
}

private func trimmedText(_ text: [CChar]) -> String {
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return trimmed(String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" })
}
