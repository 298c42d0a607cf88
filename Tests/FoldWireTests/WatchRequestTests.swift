import MotionCore
import TestSupport
import Testing

@testable import FoldWire

/// A request for the fold with what differs from the usual.
private func fold(
    rate: Double? = 60, change: Double? = nil, orientation: Orientation? = nil, format: FoldFormat = .json,
    fields: [FoldField] = [.sequence, .time, .fold, .roll, .pitch, .status]
) -> WatchRequest {
    var request = FoldRequest()
    request.rate = rate
    request.change = change
    request.orientation = orientation
    request.format = format
    request.fields = fields
    return .fold(request)
}

@Suite("WatchRequest")
struct WatchRequestTests {
    static let understood: [(String, WatchRequest)] = [
        ("watch fold", fold()),
        ("watch fold rate=max", fold(rate: nil)),
        ("watch fold rate=30", fold(rate: 30)),
        ("watch fold rate=0.1", fold(rate: 0.1)),
        ("watch fold rate=1e3", fold(rate: 1000)),
        ("watch fold format=csv", fold(format: .csv)),
        ("watch fold format=plain rate=12.5", fold(rate: 12.5, format: .plain)),
        ("watch fold rate=max format=json", fold(rate: nil)),
        ("  watch   fold  rate=60 ", fold()),
        ("watch fold rate=5 rate=6", fold(rate: 6)),
        ("watch fold change=0.01", fold(change: 0.01)),
        ("watch fold change=0", fold(change: 0)),
        ("watch fold change=1 rate=max", fold(rate: nil, change: 1)),
        ("watch fold orientation=left-up", fold(orientation: .leftUp)),
        ("watch fold orientation=landscape-right", fold(orientation: .rightUp)),
        ("watch fold orientation=normal", fold(orientation: .normal)),
        ("watch fold orientation=bottom-up", fold(orientation: .bottomUp)),
        ("watch fold fields=fold", fold(fields: [.fold])),
        ("watch fold fields=status,t,seq", fold(fields: [.status, .time, .sequence])),
        (
            "watch fold fields=seq,t,fold,roll,pitch,status,tilt,gravity,orientation,age,effect,hinge",
            fold(fields: [
                .sequence, .time, .fold, .roll, .pitch, .status, .tilt, .gravity, .orientation, .age, .effect, .hinge,
            ])
        ),
        ("watch status", .status),
        ("watch samples", .samples),
        ("watch off", .off),
        (" watch off ", .off),
    ]

    @Test("is understood", arguments: understood)
    func isUnderstood(_ line: String, _ expected: WatchRequest) throws {
        #expect(try WatchRequest(line.utf8) == expected)
    }

    @Test(
        "a threshold is read in either order, and its line read back",
        arguments: [
            ("watch threshold below=0.3 above=0.5", 0.3, 0.5), ("watch threshold above=1 below=0", 0.0, 1.0),
            ("watch threshold below=0.25 above=0.26", 0.25, 0.26),
        ])
    func threshold(_ line: String, _ below: Double, _ above: Double) throws {
        let request = WatchRequest.threshold(try #require(Threshold(below: below, above: above)))
        #expect(try WatchRequest(line.utf8) == request)
        #expect(try WatchRequest(request.line.dropLast()) == request)
    }

    /// Each with words that its refusal must have: what was wrong, or what would be right.
    static let refused: [(String, String)] = [
        ("", "''"), (" ", "' '"), ("hello", "'hello'"), ("WATCH fold", "'WATCH fold'"), ("watchfold", "'watchfold'"),
        ("watch\tfold", "'watch\\x09fold'"), ("watch", "nothing"), ("watch hinges", "'hinges'"),
        ("watch Fold", "'Fold'"), ("watch fold rate=0", "'0'"), ("watch fold rate=0.0999", "'0.0999'"),
        ("watch fold rate=1000.1", "'1000.1'"), ("watch fold rate=-5", "'-5'"), ("watch fold rate=nan", "'nan'"),
        ("watch fold rate=inf", "'inf'"), ("watch fold rate=", "0.1…1000"), ("watch fold rate", "0.1…1000"),
        ("watch fold rate=Max", "'Max'"), ("watch fold rate=60Hz", "'60Hz'"), ("watch fold format=xml", "'xml'"),
        ("watch fold format=", "json, csv or plain"), ("watch fold format=JSON", "'JSON'"),
        ("watch fold speed=3", "'speed=3'"), ("watch fold fold", "'fold'"), ("watch samples rate=3", "'rate=3'"),
        ("watch off now", "'now'"), ("watch fold rate=0x10", "'0x10'"), ("\u{1b}[2J", "'\\x1b[2J'"),
        ("watch fold change=-0.1", "'-0.1'"), ("watch fold change=1.5", "0…1"), ("watch fold change=nan", "'nan'"),
        ("watch fold change", "0…1"), ("watch fold orientation=auto", "'auto'"),
        ("watch fold orientation=portrait", "bottom-up"), ("watch fold fields=", "''"),
        ("watch fold fields=fold,", "''"), ("watch fold fields=fold,fold", "twice"),
        ("watch fold fields=folds", "'folds'"), ("watch fold fields=Fold", "seq,t,fold"),
        ("watch fold format=plain fields=t,fold", "bare fold"),
        ("watch fold fields=t,fold format=plain", "bare fold"), ("watch status rate=3", "'rate=3'"),
        ("watch status now", "'now'"), ("watch threshold", "below=0.3 above=0.5"),
        ("watch threshold below=0.3", "below=0.3 above=0.5"), ("watch threshold above=0.3", "above='0.3'"),
        ("watch threshold below=0.5 above=0.5", "less than"), ("watch threshold below=0.6 above=0.5", "below='0.6'"),
        ("watch threshold below=-0.1 above=0.5", "0…1"), ("watch threshold below=0.1 above=1.1", "0…1"),
        ("watch threshold below=nan above=0.5", "'nan'"), ("watch threshold below=0.1 above=0.5 rate=1", "'rate=1'"),
    ]

    @Test("is refused, and told what was wrong", arguments: refused)
    func isRefused(_ line: String, _ words: String) {
        let refusal = thrown(Refusal.self) { try WatchRequest(line.utf8) }
        #expect(refusal?.problem.contains(words) == true, "\(refusal?.problem ?? "")")
    }

    @Test("a refusal quotes no more than a little of what came")
    func longRefusal() {
        let line = "watch " + String(repeating: "x", count: 1000)
        let refusal = thrown(Refusal.self) { try WatchRequest(line.utf8) }
        #expect((refusal?.problem.count ?? 1000) < 200)
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [[0xff, 0xfe], Array("watch fold \u{fffd}".utf8)] as [[UInt8]])
    func notText(_ line: [UInt8]) {
        #expect(throws: Refusal.self) { try WatchRequest(line) }
    }

    @Test("without a word it is the fold, 60 a second, as JSON")
    func withoutAWord() {
        #expect(WatchRequest.default == fold(rate: 60, format: .json))
    }

    static let lines: [(WatchRequest, String)] = [
        (fold(), "watch fold\n"),
        (fold(rate: nil, format: .csv), "watch fold rate=max format=csv\n"),
        (fold(rate: 0.1, format: .plain), "watch fold rate=0.1 format=plain\n"),
        (fold(rate: 1000.0 / 3), "watch fold rate=333.3333333333333\n"),
        (
            fold(change: 0.05, orientation: .bottomUp, fields: [.fold, .effect]),
            "watch fold change=0.05 orientation=bottom-up fields=fold,effect\n"
        ),
        (.status, "watch status\n"),
        (.samples, "watch samples\n"), (.off, "watch off\n"),
    ]

    @Test("its line is read back as it was", arguments: lines)
    func line(_ request: WatchRequest, _ expected: String) throws {
        #expect(text(request.line) == expected)
        #expect(try WatchRequest(request.line.dropLast()) == request)
    }
}
