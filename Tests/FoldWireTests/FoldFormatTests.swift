import Testing

@testable import FoldWire

@Suite("FoldFormat")
struct FoldFormatTests {
    @Test(
        "events are objects, remarks in csv, and none in plain",
        arguments: zip(
            [FoldFormat.json, .csv, .plain],
            [
                #"{"event":"orientation","orientation":"left-up"}"# + "\n",
                #"# event: {"event":"orientation","orientation":"left-up"}"# + "\n", "",
            ]))
    func events(_ format: FoldFormat, _ expected: String) {
        var bytes = Array("…".utf8)
        format.append(.orientation(.leftUp), to: &bytes)
        #expect(text(bytes) == "…" + expected)
    }

    @Test("spelled as the protocol has them")
    func spelling() {
        #expect(FoldFormat.allCases.map(\.rawValue) == ["json", "csv", "plain"])
    }
}
