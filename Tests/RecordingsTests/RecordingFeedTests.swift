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
            ["# orientation: portrait\n", "# gain: 11\n", "# panel: wide\n", "# level: 1\n"],
            ["'portrait'", "'11'", "'wide'", "'1'"]))
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

    @Test(
        "a state that cannot be is an error: no row may make ticks without end, or vanish",
        arguments: zip(
            ["next=0", "hold=1", "last=1", "x=2.1", "ty=-1e308", "u=1 next=2", "next=nan"],
            ["next is '0'", "hold is '1'", "last is '1'", "x is '2.1'", "ty is '-1e308'", "before its state", "'nan'"]))
    func impossibleStates(_ change: String, _ words: String) {
        let sound = "u=0 x=0 y=0 tx=0 ty=0 status=closed orientation=normal hold=none next=0.02"
        // Of a key that is said twice the last counts.
        let text = "# folddaemon recording 1\n# state: \(sound) \(change)\nt,x,y,z\n0.5,0,0,9\n"
        var feed = RecordingFeed(file: "hand.csv")
        feed.append(Array(text.utf8)[...])
        let error = thrown(RecordingError.self) { while try feed.next() != nil {} }
        #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
    }

    @Test("a state belongs above the first row")
    func stateBetweenRows() {
        let state = "# state: u=0 x=0 y=0 tx=0 ty=0 status=closed orientation=normal hold=none next=0.02\n"
        var feed = RecordingFeed(file: "hand.csv")
        feed.append(Array((head + "0,0,0,9\n" + state + "1,0,0,9\n").utf8)[...])
        let error = thrown(RecordingError.self) { while try feed.next() != nil {} }
        #expect(error?.line == 4)
        #expect(error?.problem.contains("between rows") == true)
    }

    @Test("an input that ended before any row is no recording")
    func empty() {
        var feed = RecordingFeed(file: "hand.csv")
        feed.endInput()
        #expect(throws: RecordingError.self) { try feed.finish() }
    }
}
