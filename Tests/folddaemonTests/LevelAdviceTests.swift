import MotionCore
import Testing

@testable import folddaemon

@Suite struct LevelAdviceTests {
    /// Folds, each from its second on at 10 a second until the next, the end, and the fold that is spoken of.
    struct Rest: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let folds: [(from: Int, fold: Double)]
        var isNearLevel = true
        var end = 30
        var advice: String?
    }

    @Test(arguments: [
        Rest(testDescription: "no fold at all", folds: [(0, 0)]),
        Rest(testDescription: "a small one, for 10 s", folds: [(0, 0.05)], end: 10, advice: "of about 0.05;"),
        Rest(testDescription: "not yet 10 s", folds: [(0, 0.05)], end: 9),
        Rest(testDescription: "the smallest that is told", folds: [(0, 0.000001)], advice: "under 0.01;"),
        Rest(testDescription: "the largest", folds: [(0, 0.1)], advice: "of about 0.1;"),
        Rest(testDescription: "one that somebody may hold", folds: [(0, 0.100001)]),
        Rest(testDescription: "a small one of a tablet that stands", folds: [(0, 0.05)], isNearLevel: false),
        Rest(testDescription: "it moved 9 s ago", folds: [(0, 0.02), (21, 0.08)]),
        Rest(testDescription: "it moved 10 s ago", folds: [(0, 0.02), (20, 0.08)], advice: "of about 0.08;"),
        Rest(testDescription: "it was flat 9 s ago", folds: [(0, 0.05), (20, 0), (21, 0.05)]),
        Rest(
            testDescription: "it trembles a little", folds: [(0, 0.05), (12, 0.065), (13, 0.036)],
            advice: "of about 0.04;"),
        Rest(testDescription: "it trembles more", folds: [(0, 0.05), (21, 0.091), (22, 0.05)]),
        Rest(testDescription: "it is lifted step by step", folds: [(0, 0.01), (8, 0.055), (16, 0.1)], end: 25),
    ])
    func judges(_ rest: Rest) {
        var advice = LevelAdvice()
        for tenth in 0...rest.end * 10 {
            let fold = rest.folds.last { $0.from * 10 <= tenth }?.fold ?? 0
            advice.take(
                fold: fold, isNearLevel: rest.isNearLevel, at: Nanoseconds(Int64(tenth) * 100_000_000))
        }
        if let words = rest.advice {
            #expect(advice.sentence?.contains("a fold \(words)") == true, "\(advice.sentence ?? "none")")
            #expect(advice.sentence?.contains("foldctl calibrate --level") == true)
        } else {
            #expect(advice.sentence == nil)
        }
    }
}
