import Foundation
import MotionCore
import Testing

@testable import FoldWire

/// docs/protocol.md is the specification; what it says in numbers and names is what the code has.
@Suite("docs/protocol.md")
struct ProtocolDocumentTests {
    private let document: String

    init() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        document = try String(contentsOf: package.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
    }

    @Test("states the version and the limits")
    func limits() {
        #expect(document.contains("\nVersion \(WireProtocol.version)."))
        #expect(limit("a request's length") == WireProtocol.longestRequest)
        #expect(limit("requests within a second") == WireProtocol.mostRequestsPerSecond)
        #expect(limit("rows that wait for a reader of samples") == WireProtocol.waitingRows)
        #expect(limit("clients of `control.sock` at a time") == WireProtocol.mostControllers)
    }

    @Test("states the defaults and ranges of watching the fold")
    func ranges() {
        #expect(WireProtocol.rates == 0.1...1000)
        #expect(row("`rate=`")?.contains("0.1…1000 lines a second") == true)
        #expect(row("`rate=`")?.hasSuffix("| \(Int(WireProtocol.defaultRate)) |") == true)
        #expect(WireProtocol.folds == 0...1)
        #expect(row("`change=`")?.contains("0…1:") == true)
        #expect(row("`watch threshold below=A above=B`")?.contains("0 ≤ A < B ≤ 1") == true)
        let fields = FoldField.standard.map(\.rawValue).joined(separator: ",")
        #expect(row("`fields=`")?.hasSuffix("| `\(fields)` |") == true)
        #expect(row("`format=`")?.hasSuffix("| `\(FoldRequest().format.rawValue)` |") == true)
    }

    @Test("has a row for every field, in their order")
    func fields() {
        let names = FoldField.allCases.map { "| `\($0.rawValue)` |" }
        let rows = document.split(separator: "\n").filter { line in names.contains { line.hasPrefix($0) } }
        #expect(rows.prefix(names.count).enumerated().allSatisfy { $1.hasPrefix(names[$0]) })
        #expect(rows.count >= names.count)
    }

    @Test("names every state, status, orientation and format")
    func names() {
        let states: [SensorState] = [.ok, .searching, .starting, .lost, .stale, .noGravity, .busy]
        for state in states { #expect(row("`\(state.rawValue)`") != nil, "\(state)") }
        for status in [Status.fullyOpen, .partiallyOpen, .closed] {
            #expect(row("`status`")?.contains("`\(status.rawValue)`") == true)
        }
        for orientation in Orientation.allCases {
            #expect(row("`orientation`")?.contains("`\(orientation.rawValue)`") == true)
            #expect(row("`orientation=`")?.contains("`\(orientation.rawValue)`") == true)
        }
        for format in FoldFormat.allCases { #expect(row("`format=`")?.contains("`\(format.rawValue)`") == true) }
    }

    @Test("its example lines are what the code writes")
    func examples() {
        var line: [UInt8] = []
        FoldForm().append(state(), to: &line)
        #expect(document.contains(text(line)))
        for event in [WireEvent.orientation(.leftUp), .set(key: "gain", value: .number(-2)), .shutdown] {
            #expect(document.contains("\n    " + text(event.json) + "\n"))
        }
    }

    @Test("its requests are understood")
    func requests() throws {
        for request in ["watch status", "watch samples", "watch off"] {
            #expect(row("`\(request)`") != nil)
            _ = try WatchRequest(request.utf8)
        }
        #expect(document.contains(#""status" / "get" [ SP key ] / "set" SP key "=" value / "sensors" / "version""#))
        #expect(document.contains(#"/ "calibrate" SP step"#))
        let steps = document.components(separatedBy: "| step | answer |").last?.components(separatedBy: "\n\n").first
        for step in CalibrationStep.all {
            #expect(steps?.contains("\n| `\(step.name)` |") == true)
            #expect(try ControlRequest("calibrate \(step.name)".utf8) == .calibrate(step))
        }
    }

    /// The first row of a table that begins with `cell`.
    private func row(_ cell: String) -> String? {
        document.split(separator: "\n").first { $0.hasPrefix("| \(cell) |") || $0.hasPrefix("| \(cell) …") }.map(
            String.init)
    }

    /// The number in the row that begins with `what`.
    private func limit(_ what: String) -> Int? {
        row(what).flatMap { Int($0.dropFirst(what.count + 5).prefix { $0.isNumber }) }
    }
}
