import MotionCore
import Testing
import TestSupport

@testable import folddaemon

@Suite struct DisplayPanelTests {
    /// A machine's connectors with the text of their `modes`; nil where the file is missing.
    struct Machine: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let connectors: [String: String?]
        let found: String?

        init(_ name: String, _ connectors: [String: String?], found: String?) {
            testDescription = name
            self.connectors = connectors
            self.found = found
        }
    }

    @Test(arguments: [
        Machine("landscape eDP", ["card0-eDP-1": "2736x1824\n"], found: "card0-eDP-1 2736x1824 landscape"),
        Machine("portrait DSI", ["card0-DSI-1": "800x1280\n"], found: "card0-DSI-1 800x1280 portrait"),
        Machine("LVDS", ["card1-LVDS-1": "1366x768\n"], found: "card1-LVDS-1 1366x768 landscape"),
        Machine("square", ["card0-eDP-1": "1920x1920\n"], found: "card0-eDP-1 1920x1920 landscape"),
        Machine("no final newline", ["card0-eDP-1": "800x1280"], found: "card0-eDP-1 800x1280 portrait"),
        Machine(
            "the first mode counts", ["card0-DSI-1": "1200x1920\n1920x1200\n640x480\n"],
            found: "card0-DSI-1 1200x1920 portrait"),
        Machine("interlaced", ["card0-eDP-1": "1920x1080i\n"], found: "card0-eDP-1 1920x1080i landscape"),
        Machine("none", [:], found: nil),
        Machine("HDMI only", ["card0-HDMI-A-1": "1920x1080\n"], found: nil),
        Machine("DP only", ["card0-DP-1": "1080x1920\n"], found: nil),
        Machine("writeback and virtual only", ["card0-Writeback-1": "800x600\n", "card0-Virtual-1": ""], found: nil),
        Machine(
            "external beside internal", ["card0-DP-1": "3840x2160\n", "card0-eDP-1": "800x1280\n"],
            found: "card0-eDP-1 800x1280 portrait"),
        Machine(
            "two cards", ["card0-HDMI-A-1": "1920x1080\n", "card1-DSI-2": "800x1280\n"],
            found: "card1-DSI-2 800x1280 portrait"),
        Machine(
            "two cards with an internal one each", ["card1-eDP-1": "2736x1824\n", "card0-DSI-1": "800x1280\n"],
            found: "card0-DSI-1 800x1280 portrait"),
        Machine("empty modes", ["card0-eDP-1": ""], found: nil),
        Machine("no modes file", ["card0-eDP-1": nil], found: nil),
        Machine(
            "empty modes, then a panel", ["card0-eDP-1": "", "card0-eDP-2": "800x1280\n"],
            found: "card0-eDP-2 800x1280 portrait"),
        Machine("a mode that is none", ["card0-eDP-1": "auto\n"], found: nil),
        Machine("not a connector", ["eDP-1": "800x1280\n", "renderD128": "", "version": ""], found: nil),
    ])
    func isTheFirstInternalConnectorWithAMode(_ machine: Machine) throws {
        let root = try TemporaryDirectory()
        for (connector, modes) in machine.connectors {
            try root.file("\(connector)/status", "connected\n")
            if let modes { try root.file("\(connector)/modes", modes) }
        }
        let display = DisplayPanel(root: root.path)
        #expect(display.map { "\($0.connector) \($0.mode) \($0.panel.rawValue)" } == machine.found)
    }

    @Test func aMachineWithoutGraphicsHasNone() throws {
        let root = try TemporaryDirectory()
        #expect(DisplayPanel(root: root("missing")) == nil)
    }
}
