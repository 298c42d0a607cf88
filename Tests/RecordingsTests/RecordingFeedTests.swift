import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("RecordingFeed: a recording on its way into a pipeline")
struct RecordingFeedTests {
    @Test("samples come one by one, each with the settings of the lines above it")
    func settingsBetweenRows() throws {
        var feed = RecordingFeed(file: "hand.csv", fallback: Settings(orientation: .auto(.portrait)))
        var pipeline = FoldPipeline()
        let text =
            "# folddaemon recording 1\n# sensor: accel_3d\n# gain: -1\nt,x,y,z\n0,0,0,9\n# gain: 2\n"
            + "# event: {\"event\":\"shutdown\"}\n# lost 2 rows\n# orientation: normal\n1,0,0,9\n2,0,0,9\n"
        feed.append(Array(text.utf8)[...])
        #expect(feed.sensor == nil)
        var gains: [Double] = []
        var orientations: [OrientationSetting] = []
        while let sample = try feed.next() {
            #expect(sample.time == Nanoseconds(Int64(gains.count) * 1_000_000_000))
            feed.prepare(&pipeline)
            gains.append(pipeline.settings.tuning.gain)
            orientations.append(pipeline.settings.orientation)
        }
        #expect(gains == [-1, 2, 2])
        #expect(orientations == [.auto(.portrait), .fixed(.normal), .fixed(.normal)])
        #expect(feed.sensor == "accel_3d")
        feed.endInput()
        try feed.finish()
    }

    @Test("what an owner sets between two lines stays")
    func ownersSettings() throws {
        var feed = RecordingFeed(file: "hand.csv")
        var pipeline = FoldPipeline()
        feed.append(Array((head + "0,0,0,9\n1,0,0,9\n# notes: x\n2,0,0,9\n").utf8)[...])
        var gains: [Double] = []
        while try feed.next() != nil {
            feed.prepare(&pipeline)
            gains.append(pipeline.settings.tuning.gain)
            pipeline.settings.tuning.gain = 7
        }
        #expect(gains == [-1.6, 7, -1.6])
    }

    @Test(
        "a value that is none is an error at its line",
        arguments: zip(
            ["# orientation: portrait\n", "# gain: 11\n", "# panel: wide\n", "# level: 1\n", "# state: u=0\n"],
            ["'portrait'", "'11'", "'wide'", "'1'", "the state has no"]))
    func errors(_ line: String, _ words: String) {
        for (text, number) in [
            ("# folddaemon recording 1\n" + line + "t,x,y,z\n0,0,0,9\n", 2), (head + "0,0,0,9\n\n" + line, 5),
        ] {
            var feed = RecordingFeed(file: "hand.csv")
            feed.append(Array(text.utf8)[...])
            let error = thrown(RecordingError.self) { while try feed.next() != nil {} }
            #expect(error?.line == number)
            #expect(error?.description.hasPrefix("hand.csv:\(number):") == true)
            #expect(error?.problem.contains(words) == true)
        }
    }

    @Test("an input that ended before any row is no recording")
    func empty() {
        var feed = RecordingFeed(file: "hand.csv")
        feed.endInput()
        #expect(throws: RecordingError.self) { try feed.finish() }
    }
}
