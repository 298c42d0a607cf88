import Testing

@testable import FoldWire

@Suite("WireLine: a line as a client reads it")
struct WireLineTests {
    @Test("an update's members")
    func update() throws {
        let line =
            #"{"seq":17,"t":12.266667,"fold":0.123457,"roll":-0.095911,"pitch":0.012000,"status":"partially-open"}"#
        let wire = try #require(WireLine(line.utf8))
        #expect(wire.number("seq") == 17)
        #expect(wire.number("t") == 12.266667)
        #expect(wire.number("roll") == -0.095911)
        #expect(wire.text("pitch") == "0.012000")
        #expect(wire.text("status") == "partially-open")
        #expect(wire.number("status") == nil)
        #expect(wire.text("hinge") == nil)
        #expect(wire.number("hinge") == nil)
    }

    @Test("members that are not known are passed over, whatever they hold")
    func unknownMembers() throws {
        let line =
            #"{"tilt":[-0.5,0.25],"effect":{"blur":68.2,"list":[{"a":"]}\","},[1,[2]]]},"gravity":[],"none":{},"#
            + #""roll":null,"lifted":true,"fold":0.5,"note":"a,b:c}{"}"#
        let wire = try #require(WireLine(line.utf8))
        #expect(wire.number("fold") == 0.5)
        #expect(wire.text("tilt") == "[-0.5,0.25]")
        #expect(wire.text("effect") == #"{"blur":68.2,"list":[{"a":"]}\","},[1,[2]]]}"#)
        #expect(wire.text("gravity") == "[]")
        #expect(wire.text("none") == "{}")
        #expect(wire.text("roll") == "null")
        #expect(wire.number("roll") == nil)
        #expect(wire.text("lifted") == "true")
        #expect(wire.text("note") == "a,b:c}{")
        #expect(wire.text("blur") == nil)
    }

    @Test("members as what they are")
    func kinds() throws {
        let line = #"{"b":"0.5","a":0.5,"level":[0.1,-0.2],"o":{"x":{"y":"z"}},"n":null,"s":"null","a":0.75}"#
        let wire = try #require(WireLine(line.utf8))
        #expect(wire.names == ["b", "level", "o", "n", "s", "a"], "of a name that comes twice the last counts")
        #expect(wire.number("a") == 0.75)
        #expect(wire.number("b") == nil, "a text is no number")
        #expect(wire.string("b") == "0.5")
        #expect(wire.string("a") == nil && wire.string("n") == nil && wire.string("missing") == nil)
        #expect(wire.value("level") == .list([.number(0.1), .number(-0.2)]))
        #expect(wire.value("o")?["x"]?["y"] == .text("z"))
        #expect(wire.value("n") == .null)
        #expect(wire.value("s") == .text("null"))
        #expect(wire.value("missing") == nil)
    }

    @Test(
        "escapes in strings",
        arguments: zip(
            [
                #"plain"#, #""#, #"a\"b"#, #"a\\b"#, #"a\/b"#, #"a\nb\tc"#, #"\b\f\r"#, #"\u0041\u00e9\u20ac"#,
                #"\u000a\u001b"#, #"\u00E9"#, "é°🙂", #"\ud83d\ude42"#,
            ],
            [
                "plain", "", "a\"b", "a\\b", "a/b", "a\nb\tc", "\u{8}\u{c}\r", "Aé€", "\n\u{1b}", "é", "é°🙂", "🙂",
            ]))
    func escapes(_ written: String, _ expected: String) {
        let line = "{\"detail\":\"\(written)\",\"last\":1}"
        let wire = WireLine(line.utf8)
        #expect(wire?.text("detail") == expected)
        #expect(wire?.number("last") == 1)
    }

    @Test(
        "an event that was written is read", arguments: ["", "a \"b\" \\ c\n", "\u{0}\u{1f}\u{7f}", "m/s² 🙂", "},{:[]"])
    func eventsReadBack(_ detail: String) throws {
        let wire = try #require(WireLine(WireEvent.sensor(.noGravity, detail: detail).json))
        #expect(wire.text("event") == "sensor")
        #expect(wire.text("state") == "no-gravity")
        #expect(wire.text("detail") == detail)
        let error = try #require(WireLine(WireEvent.errorLine(detail).dropLast()))
        #expect(error.text("error") == detail)
    }

    @Test("an object without members is one")
    func empty() throws {
        #expect(try #require(WireLine("{}".utf8)).text("fold") == nil)
    }

    @Test(
        "what is no object is none",
        arguments: [
            "", "{", "}", "[]", "17", "null", "\"{}\"", "seq,t,fold", "# event: {}", "{\"a\"}", "{\"a\":}", "{\"a\":1",
            "\"a\":1}", "{a:1}", "{\"a\":1 \"b\":2}}", "{\"a\":\"b}", "{\"a\":\"b\"\"c\":1}", "{\"a\":[1,2}",
            "{\"a\":{\"b\":1}", "{\"a\":1]}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\\", "{,}",
            "{\"a\":,}",
            "{\"a\":1,,\"b\":2}", "{\"a\":\"b\\\"}", "{\"a\":\"\\ud83d\"}", "{\"a\":\"\\ud83d \\ude42\"}", "{\"a\":1,}",
            "{\"a\":[1,}",
        ])
    func malformed(_ line: String) {
        #expect(WireLine(line.utf8) == nil)
    }
}
