import CSystemd
import Glibc
import IIOSensor
import UnixProgram

/// Word that an IIO device came or went: udev's, and what its node in /dev shows, since udev's does not reach a service in a
/// network namespace of its own.
final class DeviceMonitor {
    private var monitor: OpaquePointer?
    private var nodes: NodeWatch?
    private let handler: (_ id: String, _ isGone: Bool) -> Void

    /// Calls `handler` with each device's id, such as `iio:device0`, as long as the result lives. It may hear of one event
    /// twice.
    ///
    /// - Throws: Where neither can be watched.
    init(_ loop: EventLoop, _ handler: @escaping (_ id: String, _ isGone: Bool) -> Void) throws(SystemError) {
        self.handler = handler
        nodes = try? NodeWatch(loop, isSettled: UdevDatabase.isSettled, handler)
        do { try listen(loop) } catch {
            sd_device_monitor_unref(monitor)
            monitor = nil
            if nodes == nil { throw error }
        }
    }

    deinit {
        sd_device_monitor_unref(monitor)
    }

    private func listen(_ loop: EventLoop) throws(SystemError) {
        let code = sd_device_monitor_new(&monitor)
        guard code >= 0 else { throw SystemError(-code) }
        let monitor = monitor
        sd_device_monitor_filter_add_match_subsystem_devtype(monitor, "iio", nil)
        try loop.attach { sd_device_monitor_attach_event(monitor, $0) }
        let this = Unmanaged.passUnretained(self).toOpaque()
        let started = sd_device_monitor_start(
            monitor,
            { _, device, data in
                guard let data, let device else { return 0 }
                Unmanaged<DeviceMonitor>.fromOpaque(data).takeUnretainedValue().tell(device)
                return 0
            }, this)
        guard started >= 0 else { throw SystemError(-started) }
    }

    private func tell(_ device: OpaquePointer) {
        var name: UnsafePointer<CChar>?
        var action = SD_DEVICE_ADD
        guard sd_device_get_sysname(device, &name) >= 0, let name, sd_device_get_action(device, &action) >= 0 else {
            return
        }
        let id = String(cString: name)
        nodes?.settled(id)
        // udev's word is late: a device that has come again meanwhile is not gone.
        let isThere = access("/sys/bus/iio/devices/\(id)", F_OK) == 0
        handler(id, action == SD_DEVICE_REMOVE && !isThere)
    }
}
