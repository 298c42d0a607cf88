import Testing
import TestSupport

/// Scans as drivers lay them out: every layout says x = −1, y = 2, z = −9.5 m/s².
@Suite(.serialized) struct ScanFormatTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// How a driver lays a scan out.
    struct Layout: CustomTestStringConvertible, Sendable {
        /// The types of x, y and z.
        let types: [String]
        /// Their places in the scan.
        var order = ["0", "1", "2"]
        let scale: String
        var offset: String?
        let scan: [UInt8]

        var testDescription: String { types.joined(separator: " ") + (offset.map { " offset \($0)" } ?? "") }

        init(_ type: String, scale: String, offset: String? = nil, _ scan: [UInt8]) {
            types = [type, type, type]
            self.scale = scale
            self.offset = offset
            self.scan = scan
        }

        init(_ types: [String], order: [String], scale: String, _ scan: [UInt8]) {
            self.types = types
            self.order = order
            self.scale = scale
            self.scan = scan
        }
    }

    @Test(arguments: [
        Layout("le:s8/8>>0", scale: "0.1", [0xF6, 0x14, 0xA1]),
        Layout("le:s16/16>>0", scale: "0.01", [0x9C, 0xFF, 0xC8, 0x00, 0x4A, 0xFC]),
        Layout("be:s16/16>>0", scale: "0.01", [0xFF, 0x9C, 0x00, 0xC8, 0xFC, 0x4A]),
        // Whatever stands in the bits that are no part of the value.
        Layout("le:s10/16>>6", scale: "0.1", [0xAA, 0xFD, 0x2A, 0x05, 0x6A, 0xE8]),
        Layout("le:s12/16>>4", scale: "0.01", [0xC5, 0xF9, 0x85, 0x0C, 0xA5, 0xC4]),
        Layout("be:s12/16>>4", scale: "0.01", [0xF9, 0xC5, 0x0C, 0x85, 0xC4, 0xA5]),
        Layout("le:s14/16>>2", scale: "0.01", [0x73, 0xFE, 0x23, 0x03, 0x2B, 0xF1]),
        Layout(
            "le:s12/32>>0", scale: "0.01",
            [0x9C, 0x5F, 0xCD, 0xAB, 0xC8, 0x50, 0xCD, 0xAB, 0x4A, 0x5C, 0xCD, 0xAB]),
        Layout(
            "le:s16/32>>0", scale: "0.01",
            [0x9C, 0xFF, 0xCD, 0xAB, 0xC8, 0x00, 0xCD, 0xAB, 0x4A, 0xFC, 0xCD, 0xAB]),
        Layout(
            "le:s24/32>>8", scale: "0.01",
            [0x77, 0x9C, 0xFF, 0xFF, 0x77, 0xC8, 0x00, 0x00, 0x77, 0x4A, 0xFC, 0xFF]),
        Layout(
            "le:s32/32>>0", scale: "0.00000001",
            [0x00, 0x1F, 0x0A, 0xFA, 0x00, 0xC2, 0xEB, 0x0B, 0x80, 0x26, 0x60, 0xC7]),
        Layout(
            "be:s32/32>>0", scale: "0.00000001",
            [0xFA, 0x0A, 0x1F, 0x00, 0x0B, 0xEB, 0xC2, 0x00, 0xC7, 0x60, 0x26, 0x80]),
        Layout(
            "le:s64/64>>0", scale: "0.00000001",
            [
                0x00, 0x1F, 0x0A, 0xFA, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0xC2, 0xEB, 0x0B, 0x00, 0x00, 0x00, 0x00,
                0x80, 0x26, 0x60, 0xC7, 0xFF, 0xFF, 0xFF, 0xFF,
            ]),
        Layout("le:u8/8>>0", scale: "0.1", offset: "-128", [0x76, 0x94, 0x21]),
        Layout("le:u12/16>>4", scale: "0.01", offset: "-2048", [0xC5, 0x79, 0x85, 0x8C, 0xA5, 0x44]),
        Layout("le:u16/16>>0", scale: "0.01", offset: "-32768", [0x9C, 0x7F, 0xC8, 0x80, 0x4A, 0x7C]),
        Layout("be:u16/16>>0", scale: "0.01", offset: "-32768", [0x7F, 0x9C, 0x80, 0xC8, 0x7C, 0x4A]),
        // Each element stands at a multiple of its own size, in the order of the indices.
        Layout(
            ["le:s8/8>>0", "le:s16/16>>0", "le:s32/32>>0"], order: ["0", "1", "2"], scale: "0.1",
            [0xF6, 0x55, 0x14, 0x00, 0xA1, 0xFF, 0xFF, 0xFF]),
        Layout(
            ["le:s16/16>>0", "le:s16/16>>0", "le:s16/16>>0"], order: ["1", "0", "2"], scale: "0.01",
            [0xC8, 0x00, 0x9C, 0xFF, 0x4A, 0xFC]),
        Layout(
            ["le:s16/16>>0", "be:s16/16>>0", "le:s16/16>>0"], order: ["9", "8", "7"], scale: "0.01",
            [0x4A, 0xFC, 0x00, 0xC8, 0x9C, 0xFF]),
    ])
    func everyLayoutIsReadAsWhatItMeans(_ layout: Layout) throws {
        let tablet = try FakeTablet(in: directory, "--scale", layout.scale, "--matrix", "")
        tablet.remove { $0.hasPrefix("in_timestamp") }
        for (axis, (type, index)) in zip(["x", "y", "z"], zip(layout.types, layout.order)) {
            try tablet.set("scan_elements/in_accel_\(axis)_type", type)
            try tablet.set("scan_elements/in_accel_\(axis)_index", index)
        }
        if let offset = layout.offset { try tablet.set("in_accel_offset", offset) }
        let node = try Fifo(tablet.node, isKept: true)
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"], environment: tablet.environment)
        let client = try daemon.connect(saying: "watch samples")
        try tablet.wait(for: "enable", in: "buffer", toBe: "1")
        try node.write(layout.scan)
        let row = try client.next { $0.first?.isNumber == true }
        #expect(row?.split(separator: ",").dropFirst().elementsEqual(["-1", "2", "-9.5"]) == true, "\(row ?? "none")")
    }
}
