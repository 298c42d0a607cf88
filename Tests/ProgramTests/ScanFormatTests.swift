import Testing
import TestSupport

/// Scans as drivers lay them out: every layout says x = −1, y = 2, z = −9.5 m/s².
@Suite struct ScanFormatTests {
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
        Layout("le:u8/8>>0", scale: "0.1", offset: "-128", [0x76, 0x94, 0x21]),
        Layout("le:s10/16>>6", scale: "0.1", [0xA5, 0xFD, 0x25, 0x05, 0x65, 0xE8]),
        Layout("be:s10/16>>6", scale: "0.1", [0xFD, 0xA5, 0x05, 0x25, 0xE8, 0x65]),
        Layout("le:u10/16>>6", scale: "0.1", offset: "-512", [0xA5, 0x7D, 0x25, 0x85, 0x65, 0x68]),
        Layout("be:u10/16>>6", scale: "0.1", offset: "-512", [0x7D, 0xA5, 0x85, 0x25, 0x68, 0x65]),
        Layout("le:s12/16>>4", scale: "0.01", [0xC5, 0xF9, 0x85, 0x0C, 0xA5, 0xC4]),
        Layout("le:u12/16>>4", scale: "0.01", offset: "-2048", [0xC5, 0x79, 0x85, 0x8C, 0xA5, 0x44]),
        Layout("be:u12/16>>4", scale: "0.01", offset: "-2048", [0x79, 0xC5, 0x8C, 0x85, 0x44, 0xA5]),
        Layout("le:s14/16>>2", scale: "0.01", [0x71, 0xFE, 0x21, 0x03, 0x29, 0xF1]),
        Layout("be:s14/16>>2", scale: "0.01", [0xFE, 0x71, 0x03, 0x21, 0xF1, 0x29]),
        Layout("le:u14/16>>2", scale: "0.01", offset: "-8192", [0x71, 0x7E, 0x21, 0x83, 0x29, 0x71]),
        Layout("be:u14/16>>2", scale: "0.01", offset: "-8192", [0x7E, 0x71, 0x83, 0x21, 0x71, 0x29]),
        Layout("le:s16/16>>0", scale: "0.01", [0x9C, 0xFF, 0xC8, 0x00, 0x4A, 0xFC]),
        Layout("le:u16/16>>0", scale: "0.01", offset: "-32768", [0x9C, 0x7F, 0xC8, 0x80, 0x4A, 0x7C]),
        Layout("be:u16/16>>0", scale: "0.01", offset: "-32768", [0x7F, 0x9C, 0x80, 0xC8, 0x7C, 0x4A]),
        Layout(
            "le:s24/32>>8", scale: "0.01", [0xA5, 0x9C, 0xFF, 0xFF, 0xA5, 0xC8, 0x00, 0x00, 0xA5, 0x4A, 0xFC, 0xFF]),
        Layout(
            "be:s24/32>>8", scale: "0.01", [0xFF, 0xFF, 0x9C, 0xA5, 0x00, 0x00, 0xC8, 0xA5, 0xFF, 0xFC, 0x4A, 0xA5]),
        Layout(
            "le:u24/32>>8", scale: "0.01", offset: "-8388608",
            [0xA5, 0x9C, 0xFF, 0x7F, 0xA5, 0xC8, 0x00, 0x80, 0xA5, 0x4A, 0xFC, 0x7F]),
        Layout(
            "be:u24/32>>8", scale: "0.01", offset: "-8388608",
            [0x7F, 0xFF, 0x9C, 0xA5, 0x80, 0x00, 0xC8, 0xA5, 0x7F, 0xFC, 0x4A, 0xA5]),
        Layout(
            "le:s32/32>>0", scale: "0.00000001",
            [0x00, 0x1F, 0x0A, 0xFA, 0x00, 0xC2, 0xEB, 0x0B, 0x80, 0x26, 0x60, 0xC7]),
        Layout(
            "be:s32/32>>0", scale: "0.00000001",
            [0xFA, 0x0A, 0x1F, 0x00, 0x0B, 0xEB, 0xC2, 0x00, 0xC7, 0x60, 0x26, 0x80]),
        Layout(
            "le:u32/32>>0", scale: "0.00000001", offset: "-2147483648",
            [0x00, 0x1F, 0x0A, 0x7A, 0x00, 0xC2, 0xEB, 0x8B, 0x80, 0x26, 0x60, 0x47]),
        Layout(
            "be:u32/32>>0", scale: "0.00000001", offset: "-2147483648",
            [0x7A, 0x0A, 0x1F, 0x00, 0x8B, 0xEB, 0xC2, 0x00, 0x47, 0x60, 0x26, 0x80]),
        Layout(
            "le:s64/64>>0", scale: "0.00000001",
            [
                0x00, 0x1F, 0x0A, 0xFA, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0xC2, 0xEB, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x80,
                0x26, 0x60, 0xC7, 0xFF, 0xFF, 0xFF, 0xFF,
            ]),
        Layout(
            "be:s64/64>>0", scale: "0.00000001",
            [
                0xFF, 0xFF, 0xFF, 0xFF, 0xFA, 0x0A, 0x1F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0B, 0xEB, 0xC2, 0x00, 0xFF,
                0xFF, 0xFF, 0xFF, 0xC7, 0x60, 0x26, 0x80,
            ]),
        Layout(
            "le:u64/64>>0", scale: "0.00000001", offset: "-1000000000",
            [
                0x00, 0xE9, 0xA4, 0x35, 0x00, 0x00, 0x00, 0x00, 0x00, 0x8C, 0x86, 0x47, 0x00, 0x00, 0x00, 0x00, 0x80,
                0xF0, 0xFA, 0x02, 0x00, 0x00, 0x00, 0x00,
            ]),
        Layout(
            "be:u64/64>>0", scale: "0.00000001", offset: "-1000000000",
            [
                0x00, 0x00, 0x00, 0x00, 0x35, 0xA4, 0xE9, 0x00, 0x00, 0x00, 0x00, 0x00, 0x47, 0x86, 0x8C, 0x00, 0x00,
                0x00, 0x00, 0x00, 0x02, 0xFA, 0xF0, 0x80,
            ]),
    ])
    func case05EveryWidthIsReadSignedOrNotInEitherOrder(_ layout: Layout) throws { try expect(layout) }

    @Test(arguments: [
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
    func case06ChannelsArePlacedByTheirIndexAndSize(_ layout: Layout) throws { try expect(layout) }

    @Test(arguments: [
        Layout(
            "le:s12/32>>0", scale: "0.01",
            [0x9C, 0x5F, 0xCD, 0xAB, 0xC8, 0x50, 0xCD, 0xAB, 0x4A, 0x5C, 0xCD, 0xAB]),
        Layout(
            "le:s16/32>>0", scale: "0.01",
            [0x9C, 0xFF, 0xCD, 0xAB, 0xC8, 0x00, 0xCD, 0xAB, 0x4A, 0xFC, 0xCD, 0xAB]),
        Layout(
            "le:s16/32>>0", scale: "0.01",
            [0x9C, 0xFF, 0x00, 0x00, 0xC8, 0x00, 0x00, 0x00, 0x4A, 0xFC, 0x00, 0x00]),
    ])
    func case07WhatLiesAboveTheValueIsNoSign(_ layout: Layout) throws { try expect(layout) }

    @Test(arguments: [
        Layout("be:s16/16>>0", scale: "0.01", [0xFF, 0x9C, 0x00, 0xC8, 0xFC, 0x4A]),
        Layout("be:s12/16>>4", scale: "0.01", [0xF9, 0xC5, 0x0C, 0x85, 0xC4, 0xA5]),
    ])
    func case08BigEndianIsTurnedOnce(_ layout: Layout) throws { try expect(layout) }

    @Test(arguments: ["buffered", "polled"])
    func case28TheOffsetIsAddedBeforeTheScaleAndMayBeAFraction(_ mode: String) throws {
        let tablet = try FakeTablet(in: directory, "--scale", "0.01", "--matrix", "")
        tablet.remove { $0.hasPrefix("in_timestamp") }
        try tablet.set("in_accel_offset", "0.5")
        for (axis, count) in [("x", "-100"), ("y", "200"), ("z", "-950")] {
            try tablet.set("in_accel_\(axis)_raw", count)
        }
        let node = try Fifo(tablet.node, isKept: true)
        let client = try start(tablet, mode).connect(saying: "watch samples")
        if mode == "buffered" {
            try tablet.wait(for: "enable", in: "buffer", toBe: "1")
            try node.write([0x9C, 0xFF, 0xC8, 0x00, 0x4A, 0xFC])
        }
        let row = try #require(try client.next { $0.first?.isNumber == true })
        let numbers = row.split(separator: ",").dropFirst().compactMap { Double($0) }
        try #require(numbers.count == 3)
        for (number, expected) in zip(numbers, [-0.995, 2.005, -9.495]) { #expect(abs(number - expected) < 1e-9) }
    }

    private func expect(_ layout: Layout, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let tablet = try FakeTablet(in: directory, "--scale", layout.scale, "--matrix", "")
        tablet.remove { $0.hasPrefix("in_timestamp") }
        for (axis, (type, index)) in zip(["x", "y", "z"], zip(layout.types, layout.order)) {
            try tablet.set("scan_elements/in_accel_\(axis)_type", type)
            try tablet.set("scan_elements/in_accel_\(axis)_index", index)
        }
        if let offset = layout.offset { try tablet.set("in_accel_offset", offset) }
        let node = try Fifo(tablet.node, isKept: true)
        let client = try start(tablet, "buffered").connect(saying: "watch samples")
        try tablet.wait(for: "enable", in: "buffer", toBe: "1")
        try node.write(layout.scan)
        let row = try client.next { $0.first?.isNumber == true }
        let isRight = row?.split(separator: ",").dropFirst().elementsEqual(["-1", "2", "-9.5"]) == true
        #expect(isRight, "\(row ?? "none")", sourceLocation: sourceLocation)
    }

    private func start(_ tablet: FakeTablet, _ mode: String) throws -> RunningDaemon {
        try RunningDaemon(in: directory, source: "auto", ["--mode", mode], environment: tablet.environment)
    }
}
