import Foundation
import Testing

@testable import FoldWire

@Suite("JSON strings")
struct WireTextTests {
    private static func json(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: text)
        return bytes
    }

    @Test(
        "are escaped where they must be",
        arguments: zip(
            [
                "", "plain", "a\"b", "back\\slash", "\n", "\r\t", "\u{0}", "\u{1b}[31m", "\u{1f}", "\u{7f}", "m/s² °",
                "🙂", "'/",
            ],
            [
                #""""#, #""plain""#, #""a\"b""#, #""back\\slash""#, #""\u000a""#, #""\u000d\u0009""#, #""\u0000""#,
                #""\u001b[31m""#, #""\u001f""#, #""\u007f""#, #""m/s² °""#, #""🙂""#, #""'/""#,
            ]))
    func escaping(_ value: String, _ expected: String) {
        #expect(text(Self.json(value)) == expected)
    }

    @Test("every byte of ASCII comes back from another reader of JSON")
    func everyByte() throws {
        let value = String(decoding: (0..<128).map { UInt8($0) }, as: UTF8.self)
        let read = try JSONSerialization.jsonObject(with: Data(Self.json(value)), options: .fragmentsAllowed)
        #expect(read as? String == value)
    }
}
