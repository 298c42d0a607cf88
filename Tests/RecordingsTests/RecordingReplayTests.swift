import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("RecordingReplay: what was recorded comes out as it was")
struct RecordingReplayTests {
    private static func replay(_ text: [UInt8], orientation: OrientationSetting? = nil) throws -> [FoldState] {
        var replay = RecordingReplay(file: "hand.csv", orientation: orientation)
        var states: [FoldState] = []
        replay.append(text[...])
        while let state = try replay.next() { states.append(state) }
        replay.endInput()
        while let state = try replay.next() { states.append(state) }
        try replay.finish()
        return states
    }

    @Test("rows and the ticks between them; no tick follows the last")
    func rowsAndTicks() throws {
        let rows = "0,0,-4.903325,-8.492808026\n0.08,0,-4.903325,-8.492808026"
        let states = try Self.replay(Array((head + rows).utf8))
        #expect(
            states.map(\.time.count) == [0, 25_000_000, 41_666_667, 58_333_334, 75_000_001, 80_000_000])
        #expect(states.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        let (first, last) = (try #require(states.first), try #require(states.last))
        #expect(abs(first.fold - 0.034) < 1e-9)
        // 1 − 0.88^5.8 of a third.
        #expect(abs((last.roll ?? .nan) + 0.174523187794) < 1e-8)
        #expect(abs(last.fold - 0.249237100471) < 1e-8)
    }

    @Test("a line between rows applies from the next row; the ticks before it go by what was")
    func linesBetweenRows() throws {
        let text =
            head + "0,0,-4.903325,-8.492808026\n# gain: 0\n# orientation: left-up\n0.03,0,-4.903325,-8.492808026\n"
        let states = try Self.replay(Array(text.utf8))
        #expect(states.map(\.time.count) == [0, 25_000_000, 30_000_000])
        #expect(states.map(\.orientation) == [.rightUp, .rightUp, .leftUp])
        // 1.6 × (1 − 0.88^2.5)/3 − 0.03.
        #expect(abs((states.dropFirst().first?.fold ?? 0) - 0.115892483799) < 1e-8)
        #expect(states.last?.fold == 0)
    }

    @Test("the orientation of the command line, of the header, and the default")
    func orientations() throws {
        let row = "0,0,4.903325,-8.492808026\n"
        let left = Array(("# folddaemon recording 1\n# orientation: landscape-left\nt,x,y,z\n" + row).utf8)
        #expect(try Self.replay(left).map(\.orientation) == [.leftUp])
        let fold = try Self.replay(left).first?.fold ?? 0
        #expect(abs(fold - 0.034) < 1e-9)
        #expect(try Self.replay(left, orientation: .fixed(.rightUp)).map(\.fold) == [0])
        #expect(try Self.replay(Array((head + row).utf8)).map(\.orientation) == [.rightUp])
    }

    @Test("a state in the header is gone on from, by the first row's ticks")
    func state() throws {
        let state =
            "u=1 x=0 y=-0.2 tx=0 ty=-0.5 status=closed orientation=right-up hold=none next=1.01 last=0.98"
        let text = "# folddaemon recording 1\n# state: \(state)\nt,x,y,z\n1.012,0,0,-9.8\n"
        let states = try Self.replay(Array(text.utf8))
        #expect(states.map(\.time.count) == [1_010_000_000, 1_012_000_000])
        let tick = try #require(states.first)
        #expect(tick.sampleTime == Nanoseconds(980_000_000))
        // −0.2 − 0.3 × (1 − 0.88^0.6), and a status that was closed.
        #expect(abs((tick.roll ?? .nan) + 0.222149707695) < 1e-9)
        #expect(tick.status == .partiallyOpen)
    }

    @Test(
        "a line above the first row applies from that row; the ticks before it go by the header and its state",
        arguments: ["# gain: 0", "# orientation: left-up"])
    func lineAboveTheFirstRow(_ line: String) throws {
        let state = "u=1 x=0 y=-0.2 tx=0 ty=-0.5 status=partially-open orientation=right-up hold=none next=1.01"
        let header = "# folddaemon recording 1\n# orientation: right-up\n# state: \(state)\nt,x,y,z\n"
        let states = try Self.replay(Array((header + line + "\n1.012,0,-4.903325,-8.492808026\n").utf8))
        try #require(states.count == 2)
        // 1.6 × (0.2 + 0.3 × (1 − 0.88^0.6)) − 0.03.
        #expect(abs(states[0].fold - 0.325439532312) < 1e-9)
        #expect(states[0].orientation == .rightUp)
        #expect(states[1].fold == 0)
    }

    @Test("what is wrong with it is thrown, after what was right")
    func errors() {
        var replay = RecordingReplay(file: "hand.csv")
        var count = 0
        replay.append(Array((head + "0,0,0,9\n0.01,0,0,9\n0,0,0,9\n").utf8)[...])
        let error = thrown(RecordingError.self) { while try replay.next() != nil { count += 1 } }
        #expect(error?.line == 5)
        #expect(count == 2)
        #expect(throws: RecordingError.self) { try Self.replay([]) }
    }

    /// One update without what may differ: its number, gravity, and the origin of time.
    private struct Published: Equatable {
        var time: Nanoseconds
        var sampleTime: Nanoseconds
        var numbers: [Double?]
        var status: Status
        var orientation: Orientation

        init(_ state: FoldState, origin: Nanoseconds = .zero) {
            time = state.time - origin
            sampleTime = state.sampleTime - origin
            numbers = [state.fold, state.roll, state.pitch, state.tilt?.x, state.tilt?.y]
            status = state.status
            orientation = state.orientation
        }
    }

    @Test(
        "what a recorder writes of a live run, from its start or from its midst, replays to what was published",
        arguments: Sampling.all, [0, 1, 57, 120])
    func writtenAndReplayed(sampling: Sampling, recorded: Int) throws {
        for seed in 1...25 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let orientations: [OrientationSetting] = [.auto(.portrait), .auto(.landscape), .fixed(.bottomUp)]
            var settings = Settings(orientation: orientations[Int(seed % 3)])
            if seed % 2 == 0 { settings.tuning.level = Tilt(x: 0.011, y: -0.013) }
            var run = RecordedRun(settings)
            sampling.feed(&run, recorded: recorded, random: &random)
            let replayed = try Self.replay(run.text)
            try #require(replayed.count == run.published.count, "seed \(seed)")
            #expect(replayed.count > 50)
            #expect(replayed.map(\.sequence) == (1...UInt64(replayed.count)).map { $0 })
            let origin = run.origin
            #expect(origin.count % 1000 == 0)
            for (state, published) in zip(replayed, run.published) {
                try #require(Published(state) == Published(published, origin: origin), "seed \(seed)")
            }
        }
    }
}
