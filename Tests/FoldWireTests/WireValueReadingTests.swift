import Testing

@testable import FoldWire

@Suite("WireValue: read from JSON")
struct WireValueReadingTests {
    @Test("what was written is read")
    func readsBack() throws {
        let value = WireValue.object([
            WireMember("source", .text("auto")), WireMember("mode", .null), WireMember("used", .flag(true)),
            WireMember("age", .number(-0.5)), WireMember("none", .list([])), WireMember("empty", .object([])),
            WireMember(
                "sensors",
                .list([
                    .object([WireMember("name", .text("a \"b\"\n")), WireMember("label", .null)]), .flag(false),
                    .list([.number(1), .number(2.25)]),
                ])),
        ])
        var text: [UInt8] = []
        text.append(json: value)
        let read = try #require(WireValue(json: text))
        #expect(read == value)
        #expect(read["source"]?.string == "auto")
        #expect(read["used"]?.bool == true)
        #expect(read["age"]?.double == -0.5)
        #expect(read["sensors"]?.elements?.count == 3)
        #expect(read["sensors"]?.elements?[0]["label"] == .null)
        #expect(read["nothing"] == nil)
        #expect(read["source"]?["auto"] == nil)
        #expect(read["source"]?.double == nil && read["age"]?.string == nil && read["mode"]?.bool == nil)
        #expect(read.members?.map(\.name) == ["source", "mode", "used", "age", "none", "empty", "sensors"])
    }

    @Test("a string is none of the words that stand for themselves")
    func words() {
        let texts = ["null", "true", "1.5", "[]"]
        for text in texts { #expect(WireValue(json: "\"\(text)\"".utf8) == .text(text)) }
        #expect(WireValue(json: " 1e3 ".utf8) == .number(1000))
        #expect(WireValue(json: "[ 1 , { \"a\" : [ ] } ]".utf8)?.elements?[1]["a"] == .list([]))
    }

    @Test(
        "what is no value is none",
        arguments: [
            "", " ", "nul", "tru", "1 2", "[1", "[1,]", "[,]", "{\"a\"}", "{\"a\":}", "{a:1}", "\"a", "\"a\\q\"",
            "\"a\\q\"1",
            "1e999", "NaN", "]", "{\"a\":1}}", "[1e999]",
        ])
    func malformed(_ text: String) {
        #expect(WireValue(json: text.utf8) == nil)
    }

    @Test("depth has an end")
    func depth() {
        #expect(WireValue(json: (String(repeating: "[", count: 16) + String(repeating: "]", count: 16)).utf8) != nil)
        let deep = 200_000
        #expect(WireValue(json: String(repeating: "[", count: deep).utf8) == nil)
        #expect(WireValue(json: (String(repeating: "[", count: 17) + String(repeating: "]", count: 17)).utf8) == nil)
    }
}
