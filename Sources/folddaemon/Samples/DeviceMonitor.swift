import CSystemd
import UnixProgram

/// Word from udev that an IIO device came or went.
final class DeviceMonitor {
    private var monitor: OpaquePointer?
    private let handler: (_ id: String, _ isGone: Bool) -> Void

    /// Calls `handler` with each device's id, such as `iio:device0`, as long as the result lives.
    init(_ loop: EventLoop, _ handler: @escaping (_ id: String, _ isGone: Bool) -> Void) throws(SystemError) {
        self.handler = handler
        var monitor: OpaquePointer?
        let code = sd_device_monitor_new(&monitor)
        guard code >= 0 else { throw SystemError(-code) }
        self.monitor = monitor
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

    deinit {
        sd_device_monitor_unref(monitor)
    }

    private func tell(_ device: OpaquePointer) {
        var name: UnsafePointer<CChar>?
        var action = SD_DEVICE_ADD
        guard sd_device_get_sysname(device, &name) >= 0, let name, sd_device_get_action(device, &action) >= 0 else {
            return
        }
        handler(String(cString: name), action == SD_DEVICE_REMOVE)
    }
}
