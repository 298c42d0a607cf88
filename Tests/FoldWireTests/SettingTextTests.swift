import Testing

@testable import FoldWire

@Suite("SettingText")
struct SettingTextTests {
    static let lines: [(WireValue, String?, String)] = [
        (.number(-1.6), nil, "key = -1.6"), (.number(4096), "from f.conf:3", "key = 4096    # from f.conf:3"),
        (.flag(true), nil, "key = yes"), (.list([.number(0.01), .number(0)]), nil, "key = 0.01, 0"),
        (.text("iio:a\u{1b}b"), nil, "key = iio:a b"), (.null, "from the default", "# key is found by itself"),
    ]

    @Test("a line is what a configuration has, and a note", arguments: lines)
    func line(_ value: WireValue, _ note: String?, _ expected: String) {
        #expect(settingLine("key", value, note: note) == expected)
    }
}
