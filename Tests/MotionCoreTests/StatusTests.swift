import Testing

@testable import MotionCore

@Suite("Status: a switch that does not flicker")
struct StatusTests {
    struct Row: CustomTestStringConvertible {
        var from: Status
        var fold: Double
        var to: Status
        var testDescription: String { "\(from) at \(fold)" }
    }

    @Test(
        "the next status by the last and the fold",
        arguments: [
            Row(from: .fullyOpen, fold: 0, to: .fullyOpen),
            Row(from: .fullyOpen, fold: 0.01, to: .fullyOpen),
            Row(from: .fullyOpen, fold: 0.02, to: .fullyOpen),
            Row(from: .fullyOpen, fold: 0.020001, to: .partiallyOpen),
            Row(from: .fullyOpen, fold: 0.849999, to: .partiallyOpen),
            Row(from: .fullyOpen, fold: 0.85, to: .closed),
            Row(from: .fullyOpen, fold: 1, to: .closed),
            Row(from: .partiallyOpen, fold: 0, to: .fullyOpen),
            Row(from: .partiallyOpen, fold: .leastNonzeroMagnitude, to: .partiallyOpen),
            Row(from: .partiallyOpen, fold: 0.02, to: .partiallyOpen),
            Row(from: .partiallyOpen, fold: 0.83, to: .partiallyOpen),
            Row(from: .partiallyOpen, fold: 0.849999, to: .partiallyOpen),
            Row(from: .partiallyOpen, fold: 0.85, to: .closed),
            Row(from: .closed, fold: 1, to: .closed),
            Row(from: .closed, fold: 0.85, to: .closed),
            Row(from: .closed, fold: 0.84, to: .closed),
            Row(from: .closed, fold: 0.83, to: .closed),
            Row(from: .closed, fold: 0.829999, to: .partiallyOpen),
            Row(from: .closed, fold: 0.01, to: .partiallyOpen),
            Row(from: .closed, fold: 0, to: .fullyOpen),
        ])
    func next(_ row: Row) {
        #expect(row.from.next(fold: row.fold) == row.to)
    }

    @Test("spelled as the protocol has them")
    func spelling() {
        #expect(
            [Status.fullyOpen, .partiallyOpen, .closed].map(\.rawValue) == ["fully-open", "partially-open", "closed"])
    }

    @Test("a pipeline starts as fully-open: a first fold of 0.018 is still that")
    func beginning() throws {
        var pipeline = FoldPipeline()
        // 0.12 × −1.6 × −22.5/90 − 0.03 = 0.018; at 26° it is 0.0254…
        #expect(pipeline.state(rolled(22.5), at: .zero)?.status == .fullyOpen)
        var other = FoldPipeline()
        #expect(other.state(rolled(26), at: .zero)?.status == .partiallyOpen)
    }
}
