import MotionCore
import UnixProgram

/// The built-in display, as the kernel's graphics know it.
struct DisplayPanel {
    /// Its connector, as in `card0-eDP-1`.
    let connector: String
    /// Its native mode, as in `2736x1824`.
    let mode: String
    /// Whether the mode is higher than wide.
    let panel: Panel

    /// The first internal connector under `root` that has a mode; nil on a machine without one.
    init?(root: String = "/sys/class/drm") {
        for connector in Self.internalConnectors(root) {
            if let mode = firstLine("\(root)/\(connector)/modes"), let panel = Self.panel(mode) {
                self.connector = connector
                self.mode = mode
                self.panel = panel
                return
            }
        }
        return nil
    }

    private static func internalConnectors(_ root: String) -> [String] {
        ((try? directoryEntries(root)) ?? []).sorted().filter { name in
            let parts = name.split(separator: "-", maxSplits: 2)
            return parts.count == 3 && parts[0].hasPrefix("card") && ["eDP", "DSI", "LVDS"].contains(parts[1])
        }
    }

    private static func panel(_ mode: String) -> Panel? {
        let sizes = mode.split(separator: "x")
        guard sizes.count == 2, let width = Int(sizes[0]), let height = Int(sizes[1].prefix { $0.isNumber }) else {
            return nil
        }
        return height > width ? .portrait : .landscape
    }
}
