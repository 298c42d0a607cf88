import TestSupport
import Testing

@testable import FoldWire

@Suite("WatchRequest")
struct WatchRequestTests {
    @Test(
        "is understood",
        arguments: zip(
            [
                "watch fold", "watch fold rate=max", "watch fold rate=30", "watch fold rate=0.1", "watch fold rate=1e3",
                "watch fold format=csv", "watch fold format=plain rate=12.5", "watch fold rate=max format=json",
                "  watch   fold  rate=60 ", "watch samples", "watch off", " watch off ",
            ],
            [
                .fold(rate: 60, format: .json), .fold(rate: nil, format: .json), .fold(rate: 30, format: .json),
                .fold(rate: 0.1, format: .json), .fold(rate: 1000, format: .json), .fold(rate: 60, format: .csv),
                .fold(rate: 12.5, format: .plain), .fold(rate: nil, format: .json), .fold(rate: 60, format: .json),
                .samples, .off, .off,
            ] as [WatchRequest]))
    func understood(_ line: String, _ expected: WatchRequest) throws {
        #expect(try WatchRequest(line.utf8) == expected)
    }

    @Test(
        "is refused, and told what was wrong",
        arguments: zip(
            [
                "", " ", "hello", "WATCH fold", "watchfold", "watch\tfold", "watch", "watch hinges", "watch Fold",
                "watch fold rate=0", "watch fold rate=0.0999", "watch fold rate=1000.1", "watch fold rate=-5",
                "watch fold rate=nan", "watch fold rate=inf", "watch fold rate=", "watch fold rate",
                "watch fold rate=Max",
                "watch fold rate=60Hz", "watch fold format=xml", "watch fold format=", "watch fold format=JSON",
                "watch fold speed=3", "watch fold fold", "watch samples rate=3", "watch off now",
                "watch fold rate=0x10", "\u{1b}[2J",
            ],
            [
                "''", "' '", "'hello'", "'WATCH fold'", "'watchfold'", "'watch\\x09fold'", "nothing", "'hinges'",
                "'Fold'", "'0'", "'0.0999'", "'1000.1'", "'-5'", "'nan'", "'inf'", "0.1…1000", "0.1…1000", "'Max'",
                "'60Hz'", "'xml'", "json, csv or plain", "'JSON'", "'speed=3'", "'fold'", "'rate=3'", "'now'",
                "'0x10'", "'\\x1b[2J'",
            ]))
    func refused(_ line: String, _ words: String) {
        let refusal = thrown(WatchRequest.Refusal.self) { try WatchRequest(line.utf8) }
        #expect(refusal?.problem.contains(words) == true, "\(refusal?.problem ?? "")")
    }

    @Test("a refusal quotes no more than a little of what came")
    func longRefusal() {
        let line = "watch " + String(repeating: "x", count: 1000)
        let refusal = thrown(WatchRequest.Refusal.self) { try WatchRequest(line.utf8) }
        #expect((refusal?.problem.count ?? 1000) < 150)
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [[0xff, 0xfe], Array("watch fold \u{fffd}".utf8)] as [[UInt8]])
    func notText(_ line: [UInt8]) {
        #expect(throws: WatchRequest.Refusal.self) { try WatchRequest(line) }
    }

    @Test("without a word it is the fold, 60 a second, as JSON")
    func withoutAWord() {
        #expect(WatchRequest.default == .fold(rate: 60, format: .json))
    }

    @Test(
        "its line is read back as it was",
        arguments: zip(
            [
                WatchRequest.fold(rate: nil, format: .csv), .fold(rate: 60, format: .json),
                .fold(rate: 0.1, format: .plain), .fold(rate: 1000.0 / 3, format: .json), .samples, .off,
            ],
            [
                "watch fold rate=max format=csv\n", "watch fold rate=60 format=json\n",
                "watch fold rate=0.1 format=plain\n", "watch fold rate=333.3333333333333 format=json\n",
                "watch samples\n", "watch off\n",
            ]))
    func line(_ request: WatchRequest, _ expected: String) throws {
        #expect(text(request.line) == expected)
        #expect(try WatchRequest(request.line.dropLast()) == request)
    }
}
