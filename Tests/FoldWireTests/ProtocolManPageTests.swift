import Foundation
import MotionCore
import TestSupport
import Testing

@testable import FoldWire

/// folddaemon-protocol(7) has the names and numbers that the code and docs/protocol.md have.
@Suite struct ProtocolManPageTests {
    private let page: ManPage
    private let document: [String]

    init() throws {
        page = try ManPage("folddaemon-protocol.7")
        let path = ManPage.directory + "/../protocol.md"
        document = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func statesTheVersionAndTheLimits() throws {
        #expect(page.lines(of: "DESCRIPTION").contains("This page is a reference of version \(WireProtocol.version)."))
        let limits = page.entries(of: "Limits")
        let numbers = [
            WireProtocol.longestRequest, WireProtocol.mostRequestsPerSecond, 4096, WireProtocol.waitingRows, 8,
        ]
        #expect(limits.map(\.head) == numbers.map { ".It \($0)" })
        let clients = try #require(limits.first { $0.lines.first == "clients of" })
        #expect(ManPage.text(of: clients.lines).contains(" \(WireProtocol.mostControllers) of .Pa control.sock"))
        let rates = try #require(page.entries(of: "Requests").first { $0.head.hasPrefix(".It Cm rate= ") })
        #expect(WireProtocol.rates == 0.1...1000)
        #expect(rates.lines.first?.contains("0.1 to 1000,") == true)
        #expect(rates.lines.contains("for every update; \(Int(WireProtocol.defaultRate)) without it"))
    }

    @Test func hasEveryFieldInItsOrder() {
        let fields = ManPage.arguments(of: "Cm", in: page.entries(of: "Fields").map(\.head))
        #expect(fields == FoldField.allCases.map(\.rawValue))
        #expect(page.lines(of: "Fields").first == "The first six come unless others are asked for.")
        #expect(FoldField.standard == Array(FoldField.allCases.prefix(6)))
        for orientation in Orientation.allCases {
            #expect(ManPage.words(in: page.lines(of: "Fields")).contains(orientation.rawValue))
        }
    }

    @Test func itsExamplesAreWhatTheCodeWrites() {
        var line: [UInt8] = []
        FoldForm().append(state(), to: &line)
        let example = page.literalLines(of: "DESCRIPTION")
        #expect(example.joined() + "\n" == text(line))
        let events = page.entries(of: "Events").compactMap(\.lines.first)
        for event in [WireEvent.orientation(.leftUp), .set(key: "gain", value: .number(-2)), .shutdown] {
            #expect(events.contains { $0.hasPrefix(text(event.json)) })
        }
    }

    @Test func hasTheRequestsAndOptionsThatARefusalNames() throws {
        let heads = page.entries(of: "Requests").map { ManPage.arguments(of: "Cm", in: [$0.head]) }
        #expect(heads.allSatisfy { $0.first == "watch" || $0.first?.hasSuffix("=") == true })
        let kinds = heads.filter { $0.first == "watch" }.map { $0.prefix(2).joined(separator: " ") }
        let named = refusal(of: "watch nothing").components(separatedBy: "'").filter { $0.hasPrefix("watch ") }
        #expect(kinds.sorted() == named.sorted())
        let options = heads.compactMap(\.first).filter { $0.hasSuffix("=") }
        let use = refusal(of: "watch fold x=1").components(separatedBy: "use ").last ?? ""
        #expect(Set(options) == Set(use.split { " ,".contains($0) }.map { String($0) }.filter { $0 != "and" }))
        let threshold = try #require(heads.first { $0.contains("threshold") })
        #expect(threshold.dropFirst(2) == ["below=", "above="])
    }

    @Test func hasEveryEventAndState() {
        let events: [WireEvent] = [
            .sensor(.ok, detail: ""), .orientation(.normal), .set(key: "", value: .null), .access(""),
            .shutdown,
        ]
        #expect(events.count == WireEvent.kinds)
        let names = events.compactMap { WireLine($0.json)?.text("event") }
        let states: [SensorState] = [.searching, .starting, .ok, .noGravity, .stale, .lost, .busy]
        let heads = ManPage.arguments(of: "Cm", in: page.entries(of: "Events").map(\.head))
        #expect(heads == names + states.map(\.rawValue))
    }

    @Test func hasTheControlRequestsAndSteps() throws {
        let entries = page.entries(of: "The control socket")
        let heads = entries.compactMap { ManPage.arguments(of: "Cm", in: [$0.head]).first }
        let said = controlRefusal(of: "nothing").components(separatedBy: "say ").last ?? ""
        let named = said.components(separatedBy: " or ").flatMap { $0.components(separatedBy: ", ") }
            .compactMap { $0.split(separator: " ").first.map { String($0) } }
        #expect(Set(heads) == Set(named))
        #expect(Set(heads).count == heads.count)
        let calibrate = try #require(entries.first { $0.head.hasPrefix(".It Cm calibrate") })
        let words = Set(ManPage.arguments(of: "Cm", in: calibrate.lines))
        #expect(words.isSuperset(of: CalibrationStep.all.map(\.name)))
    }

    /// The names in the document, of members and of what stands first in its tables, are in the page, and the page's
    /// in the document.
    @Test func hasTheNamesOfTheDocument() {
        let words = ManPage.words(in: page.lines)
        let quotedNames = document.flatMap { line in
            line.components(separatedBy: "\":").dropLast().compactMap { $0.components(separatedBy: "\"").last }
        }
        let rows = document.filter { $0.hasPrefix("| `") }.compactMap { $0.components(separatedBy: " |").first }
        let cells = rows.flatMap { row in
            row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        }
        let names = ManPage.words(in: quotedNames + cells).subtracting(["A", "B"])
        #expect(names.count > 80)
        #expect(names.subtracting(words) == [])
        let described = ManPage.words(in: ManPage.arguments(of: "Cm", in: page.lines))
        #expect(described.subtracting(ManPage.words(in: document)) == [])
    }

    private func refusal(of request: String) -> String {
        do { return "\(try WatchRequest(request.utf8))" } catch { return error.problem }
    }

    private func controlRefusal(of request: String) -> String {
        do { return "\(try ControlRequest(request.utf8))" } catch { return error.problem }
    }
}
