import FoldWire
import Foundation
import Testing

@testable import folddaemon

/// systemd/folddaemon.conf: every key with its default, as comments.
@Suite("systemd/folddaemon.conf")
struct ConfigurationSampleTests {
    private let text: String
    private static let places = ["fold-socket", "control-socket"]
    /// Keys that are found by themselves: what stands there is an example.
    private static let found = ["matrix", "panel"]

    init() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        text = try String(contentsOf: package.appendingPathComponent("systemd/folddaemon.conf"), encoding: .utf8)
    }

    @Test("as it stands it changes nothing")
    func parses() throws {
        let configuration = try ConfigurationFile.parse("f", Array(text.utf8), into: Configuration())
        #expect(configuration.origins.isEmpty)
    }

    @Test("has every key once, in its section, with its meaning above and its default")
    func keys() throws {
        // A comment has a blank after its sign, a key has none.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isKey = { (line: Substring) in line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" }
        let live = lines.map { isKey($0) ? $0.dropFirst() : $0 }.joined(separator: "\n")
        let configuration = try ConfigurationFile.parse("f", Array(live.utf8), into: Configuration())
        #expect(Set(configuration.origins.keys) == Set(Configuration.keys.map(\.name)))
        #expect(lines.filter(isKey).count == Configuration.keys.count)
        for (index, line) in lines.enumerated() where isKey(line) {
            #expect(lines[index - 1].hasPrefix("# "), "\(line)")
        }
        for key in Configuration.keys where !(Self.places + Self.found).contains(key.name) {
            #expect(key.value(configuration) == key.value(Configuration()), "\(key.name)")
        }
        #expect(configuration.foldSocket == "/run/folddaemon/fold.sock")
        #expect(configuration.controlSocket == "/run/folddaemon/control.sock")
    }
}
