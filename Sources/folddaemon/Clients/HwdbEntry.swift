import IIOSensor
import MotionCore
import PlainText
import UnixProgram

/// What systemd's list of sensors (hwdb.d/60-sensor.hwdb) would say of this machine's, for its owner to send there.
struct HwdbEntry {
    /// The entry: what it applies to, and the matrix, in the sign that the list has.
    let lines: [String]

    /// Stands where the machine does not tell: its owner has to fill it in.
    static let placeholder = (modalias: "<the sensor's modalias>", vendor: "<vendor>", product: "<product>")

    /// The entry for the IIO device `device` of this machine.
    init(device: String?, matrix: MountMatrix) {
        self.init(
            modalias: device.flatMap(Self.modalias), dmi: Self.line("/sys/class/dmi/id/modalias"), matrix: matrix)
    }

    /// The entry for a sensor whose parent device has `modalias`, in the machine that calls itself `dmi`.
    init(modalias: String?, dmi: String?, matrix: MountMatrix) {
        // Whatever follows the name differs with the firmware; the list's own entries end here, too.
        let device = modalias.map { Self.isACPI($0) ? Self.firstParts($0, 2) + "*" : $0 } ?? Self.placeholder.modalias
        // Vendor and product find the machine. Nothing else is told: it would be a version, or an owner's label.
        let vendor = Self.field("svn", of: dmi) ?? Self.placeholder.vendor
        let product = Self.field("pn", of: dmi) ?? Self.placeholder.product
        lines = [
            "sensor:modalias:\(device):dmi:*:svn\(vendor):pn\(product):*", " ACCEL_MOUNT_MATRIX=\(matrix.text)",
        ]
    }

    private static func isACPI(_ modalias: String) -> Bool { modalias.utf8.starts(with: "acpi:".utf8) }

    private static func firstParts(_ text: String, _ count: Int) -> String {
        text.split(separator: ":", omittingEmptySubsequences: false).prefix(count).joined(separator: ":")
    }

    /// The part of `dmi` that begins with `name`; nil where the vendor left it as the firmware's maker did.
    private static func field(_ name: String, of dmi: String?) -> String? {
        let parts = dmi?.split(separator: ":") ?? []
        guard let value = parts.first(where: { $0.utf8.starts(with: name.utf8) })?.dropFirst(name.utf8.count),
            !value.isEmpty, !unfilled.contains(value.lowercased())
        else { return nil }
        return String(value)
    }

    /// As the kernel writes them into its modalias: without blanks.
    private static let unfilled: Set = [
        "defaultstring", "tobefilledbyo.e.m.", "systemmanufacturer", "systemproductname", "notapplicable",
        "notspecified", "none",
    ]

    /// As udev's rule finds it: of the nearest parent that has one.
    private static func modalias(_ device: String) -> String? {
        // Parents of the device that the link leads to, which the kernel finds by itself.
        (1...3).lazy.compactMap { level in
            line("/sys/bus/iio/devices/\(device)/" + String(repeating: "../", count: level) + "modalias")
        }.first
    }

    private static func line(_ path: String) -> String? {
        firstLine(path).map { printable(trimmed($0)) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
