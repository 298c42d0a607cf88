import FoldWire
import IIOSensor
import MotionCore
import PlainText
import TestSupport
import Testing
import UnixProgram

@testable import folddaemon

/// folddaemon.conf(5) has the keys that the code has, with their sections, defaults and ranges.
@Suite struct ConfigurationManPageTests {
    private let page: ManPage

    init() throws {
        page = try ManPage("folddaemon.conf.5")
    }

    @Test func everyKeyStandsInItsSectionAndNoOther() {
        var sections: [String] = []
        for key in Configuration.keys where sections.last != key.section { sections.append(key.section) }
        #expect(page.sections.map(\.title).filter { $0.hasPrefix("[") } == sections.map { "[\($0)]" })
        for section in sections {
            let keys = Configuration.keys.filter { $0.section == section }.map(\.name)
            let entries = page.entries(of: "[\(section)]").map(\.head)
            #expect(ManPage.arguments(of: "Ic", in: entries) == keys)
        }
    }

    @Test func everyKeyHasItsDefault() throws {
        for key in Configuration.keys {
            let text = try text(of: key.name)
            if let value = Self.text(key.value(Configuration())), !key.name.hasSuffix("-socket") {
                let words = "The default is \(value)"
                #expect(text.contains(words + ".") || text.contains(words + ","), "\(key.name): \(value)")
            } else {
                #expect(text.contains("By default"), "\(key.name)")
            }
        }
    }

    @Test func rangesAreThoseOfTheCode() throws {
        let ranges = [
            ("gain", Tuning.gainRange), ("deadzone", Tuning.deadzoneRange), ("smoothing", Tuning.smoothingRange),
            ("level", Tuning.levelRange), ("rate", SensorRequest.rateRange),
            ("clients", Double(Configuration.clientsRange.lowerBound)...Double(Configuration.clientsRange.upperBound)),
        ]
        for (key, range) in ranges {
            let words = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            let text = try text(of: key)
            #expect(text.contains(" \(words).") || text.contains(" \(words);"), "\(key): \(words)")
        }
        let path = try text(of: "fold-socket")
        #expect(path.contains(" \(UnixSocket.longestPath) bytes"))
    }

    @Test func everyChoiceIsNamed() throws {
        let choices: [(key: String, values: [String])] = [
            ("sign", SensorSign.allCases.map(\.rawValue)), ("mode", SensorMode.allCases.map(\.rawValue)),
            ("share", SensorShare.allCases.map(\.rawValue)), ("panel", ["portrait", "landscape"]),
            (
                "orientation",
                Orientation.allCases.map(\.rawValue) + ["auto", "landscape-right", "landscape-left"]
            ),
            ("source", ["auto", "iio", "hinge", "replay", "pipe"]),
            ("always-on", ["yes", "true", "on", "1", "no", "false", "off", "0"]),
        ]
        for (key, values) in choices {
            let named = Set(ManPage.arguments(of: "Cm", in: try entry(of: key).lines))
            #expect(named.isSuperset(of: values), "\(key) lacks \(Set(values).subtracting(named))")
        }
    }

    @Test func itsExampleIsTaken() throws {
        let lines = page.literalLines(of: "EXAMPLES")
        #expect(lines.count > 5)
        let text = lines.joined(separator: "\n") + "\n"
        let configuration = try ConfigurationFile.parse("example", Array(text.utf8), into: Configuration())
        #expect(configuration.tuning.gain == -2)
        #expect(configuration.clients == 16)
    }

    private func entry(of key: String) throws -> ManPage.Entry {
        let entries = ["[sensor]", "[fold]", "[service]"].flatMap { page.entries(of: $0) }
        return try #require(entries.first { ManPage.arguments(of: "Ic", in: [$0.head]) == [key] })
    }

    private func text(of key: String) throws -> String { ManPage.text(of: try entry(of: key).lines) }

    /// A value as the configuration has it; nil for one that is found by itself.
    private static func text(_ value: WireValue) -> String? {
        switch value {
        case .number(let number): text(number)
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        case .list(let values): values.compactMap { text($0) }.joined(separator: ",")
        default: nil
        }
    }

    private static func text(_ number: Double) -> String {
        var text: [UInt8] = []
        text.append(shortest: number)
        return String(decoding: text, as: UTF8.self)
    }
}
