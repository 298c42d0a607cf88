import TestSupport
import Testing

@testable import FoldWire

@Suite("ControlRequest")
struct ControlRequestTests {
    static let understood: [(String, ControlRequest)] = [
        ("status", .status), (" status ", .status), ("sensors", .sensors), ("version", .version), ("get", .get(nil)),
        (" origins ", .origins),
        ("get gain", .get("gain")), ("get  always-on ", .get("always-on")),
        ("set gain=-1.6", .set(key: "gain", value: "-1.6")), ("set  gain = -1.6 ", .set(key: "gain", value: "-1.6")),
        ("set level=0.01, -0.02", .set(key: "level", value: "0.01, -0.02")),
        (
            "set matrix=0, 1, 0; -1, 0, 0; 0, 0, 1", .set(key: "matrix", value: "0, 1, 0; -1, 0, 0; 0, 0, 1")
        ),
        ("set key=a=b", .set(key: "key", value: "a=b")),
        ("set key=\t\u{301}v", .set(key: "key", value: "\u{301}v")),
        ("set key=\u{301}v", .set(key: "key", value: "\u{301}v")),
        ("calibrate flat", .calibrate(.pose(.flat))), ("calibrate  top-up ", .calibrate(.pose(.topUp))),
        ("calibrate left-up", .calibrate(.pose(.leftUp))), ("calibrate matrix", .calibrate(.matrix)),
        ("calibrate level", .calibrate(.level)),
    ]

    @Test("is understood", arguments: understood)
    func isUnderstood(_ line: String, _ expected: ControlRequest) throws {
        #expect(try ControlRequest(line.utf8) == expected)
        #expect(try ControlRequest(expected.line.dropLast()) == expected)
    }

    static let refused: [(String, String)] = [
        ("", "''"), ("hello", "'hello'"), ("Status", "'Status'"), ("status now", "'now'"), ("sensors all", "'all'"),
        ("version 1", "'1'"), ("origins gain", "'gain'"), ("get gain level", "'gain level'"),
        ("get gain=3", "'gain=3'"),
        ("set", "key and a value"),
        ("set gain", "'gain'"), ("set gain -1.6", "'gain -1.6'"), ("set =3", "'=3'"), ("set gain=", "'gain='"),
        ("watch fold", "status, get"), ("calibrate", "'calibrate'"),
        ("calibrate Flat", "flat, top-up, left-up, matrix, level, not 'Flat'"),
        ("calibrate flat level", "'flat level'"),
    ]

    @Test("is refused, and told what was wrong", arguments: refused)
    func isRefused(_ line: String, _ words: String) {
        let refusal = thrown(Refusal.self) { try ControlRequest(line.utf8) }
        #expect(refusal?.problem.contains(words) == true, "\(refusal?.problem ?? "")")
    }

    @Test("an answer is an object in one line")
    func answer() {
        let members = [
            WireMember("text", .text("a \"b\"\n")), WireMember("number", .number(-1.6)), WireMember("none", .null),
            WireMember("yes", .flag(true)), WireMember("list", .list([.number(0), .text("")])),
            WireMember("object", .object([WireMember("in", .flag(false))])), WireMember("empty", .object([])),
        ]
        #expect(
            text(ControlRequest.answer(members))
                == #"{"ok":{"text":"a \"b\"\u000a","number":-1.600000,"none":null,"yes":true,"list":[0.000000,""],"#
                + #""object":{"in":false},"empty":{}}}"# + "\n")
    }
}
