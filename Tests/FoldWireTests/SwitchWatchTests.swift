import Testing

@testable import FoldWire
@testable import MotionCore

@Suite("StatusWatch and ThresholdWatch")
struct SwitchWatchTests {
    @Test("the status is told at once, and at each change")
    func status() {
        var watch = StatusWatch()
        var told: [String] = []
        let statuses: [Status] = [.fullyOpen, .fullyOpen, .partiallyOpen, .partiallyOpen, .closed, .fullyOpen]
        for (index, status) in statuses.enumerated() {
            let update = state(sequence: UInt64(index + 1), time: Int64(index) * 500_000_000, status: status)
            if watch.isNews(update) {
                told.append(text(watch.line(of: update)))
                watch.told(update)
            }
        }
        #expect(
            told == [
                "{\"seq\":1,\"t\":0.000000,\"status\":\"fully-open\"}\n",
                "{\"seq\":3,\"t\":1.000000,\"status\":\"partially-open\"}\n",
                "{\"seq\":5,\"t\":2.000000,\"status\":\"closed\"}\n",
                "{\"seq\":6,\"t\":2.500000,\"status\":\"fully-open\"}\n",
            ])
    }

    @Test("a status that came and went before it could be told is no news")
    func passing() {
        var watch = StatusWatch()
        watch.told(state(status: .fullyOpen))
        #expect(watch.isNews(state(status: .closed)))
        #expect(!watch.isNews(state(status: .fullyOpen)))
    }

    /// Folds with whether each is told, and as what.
    static let lifts: [(Double, Bool?)] = [
        (0.4, false), (0.5, nil), (0.500001, true), (0.4, nil), (0.3, nil), (0.299999, false), (0.31, nil),
        (0.5, nil), (1, true), (0, false),
    ]

    @Test("a threshold is over `above`, until it is under `below`")
    func threshold() throws {
        var watch = ThresholdWatch(try #require(Threshold(below: 0.3, above: 0.5)))
        for (fold, expected) in Self.lifts {
            let update = state(sequence: 3, time: 0, fold: fold)
            watch.take(update)
            #expect(watch.isNews == (expected != nil), "\(fold)")
            if let expected, watch.isNews {
                let line = text(watch.line(of: update))
                #expect(line.hasPrefix("{\"seq\":3,\"t\":0.000000,\"lifted\":\(expected),\"fold\":"), "\(line)")
                watch.told()
            }
        }
    }

    @Test("a fold over the threshold at once is told as lifted")
    func liftedAtOnce() throws {
        var watch = ThresholdWatch(try #require(Threshold(below: 0.3, above: 0.5)))
        let update = state(sequence: 9, time: 1_500_000_000, fold: 0.75)
        watch.take(update)
        #expect(text(watch.line(of: update)) == "{\"seq\":9,\"t\":1.500000,\"lifted\":true,\"fold\":0.750000}\n")
    }

    @Test(
        "limits are two folds with a gap between",
        arguments: [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (0.0, Double.nan)])
    func limits(_ below: Double, _ above: Double) {
        #expect(Threshold(below: below, above: above) == nil)
    }
}
