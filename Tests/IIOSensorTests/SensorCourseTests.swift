import MotionCore
import Testing

import UnixProgram

@testable import IIOSensor

/// The decisions about a sensor, as a table: what came of each deed, and what is done next.
@Suite struct SensorCourseTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var mode = SensorMode.auto
        var share = SensorShare.polled
        var hasNeighbour = false
        /// Each outcome with the deed that follows, and the state that is told with it.
        let course: [(SensorCourse.Outcome, SensorCourse.Deed, SensorState?)]

        init(
            _ name: String, mode: SensorMode = .auto, share: SensorShare = .polled, neighbour: Bool = false,
            _ course: [(SensorCourse.Outcome, SensorCourse.Deed, SensorState?)]
        ) {
            testDescription = name
            self.mode = mode
            self.share = share
            hasNeighbour = neighbour
            self.course = course
        }
    }

    private static let free = SensorCourse.Prospect(name: "chip")
    private static let without = SensorCourse.Prospect(name: "chip", hasBuffer: false)
    private static let foreign = SensorCourse.Prospect(name: "chip", isBufferOn: true)
    private static let ours = SensorCourse.Prospect(name: "chip", isBufferOn: true, isBufferOurs: true)
    private static let open = SensorCourse.Deed.openBuffer(probe: 500)
    private static let invalid = BufferRefusal(SystemError(22), "the buffer")
    private static let busy = BufferRefusal(SystemError(16), "the buffer")
    private static let silent = SensorCourse.Outcome.streamEnded(.silent(isBrief: false))
    private static let brief = SensorCourse.Outcome.streamEnded(.silent(isBrief: true))

    static let rows: [Row] = [
        Row(
            "a buffer that delivers is streamed",
            [(.found(free), open, .starting), (.bufferDelivers, .stream, nil)]),
        Row(
            "case 9: without a buffer it is polled, said once",
            [
                (.found(without), .poll(beside: false), .starting),
                (.pollEnded(.failed("chip: no answer")), .rest(1000), .stale), (.rested, .search, nil),
                (.found(without), .poll(beside: false), nil),
            ]),
        Row(
            "case 10: a buffer that may not be opened is polled",
            [
                (.found(free), open, .starting),
                (.bufferRefused(BufferRefusal(SystemError(13), "the buffer")), .poll(beside: false), .starting),
            ]),
        Row(
            "case 10: one that times out is polled too",
            [
                (.found(free), open, .starting),
                (.bufferRefused(BufferRefusal(SystemError(110), "the buffer")), .poll(beside: false), .starting),
            ]),
        Row(
            "case 11: a buffer that never delivers is polled",
            [(.found(free), open, .starting), (.bufferSilent, .poll(beside: false), .starting)]),
        Row(
            "case 12: silence is re-armed, then polled, then backed off, and never given up",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil), (silent, .checkSilence, nil),
                (.isSilent, .search, .stale), (.found(free), open, .starting),
                (.bufferSilent, .poll(beside: false), .starting),
                (.pollEnded(.failed("chip: no answer")), .rest(1000), .stale), (.rested, .search, nil),
                (.found(free), open, nil), (.bufferSilent, .poll(beside: false), nil),
                (.pollEnded(.failed("chip: no answer")), .rest(2000), .stale), (.rested, .search, nil),
                (.found(free), open, nil), (.bufferSilent, .poll(beside: false), nil),
                (.pollEnded(.failed("chip: no answer")), .rest(4000), .stale), (.rested, .search, nil),
            ]),
        Row(
            "case 12: a buffer that delivers a little and falls silent each time is given up",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
                (brief, .checkSilence, nil), (.isSilent, .search, .stale), (.found(free), open, .starting),
                (.bufferDelivers, .stream, nil), (brief, .checkSilence, nil), (.isSilent, .search, .stale),
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
                (brief, .checkSilence, nil), (.isSilent, .poll(beside: false), .stale),
            ]),
        Row(
            "case 12: a buffer that was asked for is tried again, at longer intervals", mode: .buffered,
            [
                (.found(free), open, .starting), (.bufferSilent, .rest(1000), .stale), (.rested, .search, nil),
                (.found(free), open, nil), (.bufferSilent, .rest(2000), .stale), (.rested, .search, nil),
                (.found(free), open, nil), (.bufferDelivers, .stream, nil), (silent, .checkSilence, nil),
                (.isSilent, .search, .stale), (.found(free), open, .starting), (.bufferSilent, .rest(1000), .stale),
            ]),
        Row(
            "case 13: a time-out while polling is tried again", mode: .polled,
            [
                (.found(free), .poll(beside: false), .starting),
                (.pollEnded(.failed("chip: Connection timed out")), .rest(1000), .stale), (.rested, .search, nil),
                (.found(free), .poll(beside: false), nil),
            ]),
        Row(
            "case 19: a sensor that is merely still is read on",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil), (silent, .checkSilence, nil),
                (.isStill, .resumeStream, nil), (silent, .checkSilence, nil), (.isStill, .resumeStream, nil),
            ]),
        Row(
            "case 19: a frozen one is opened anew",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
                (.streamEnded(.frozen), .search, .stale), (.found(free), open, .starting),
            ]),
        Row(
            "case 20: a sensor that is not there is looked for",
            [
                (.nothingFound("none"), .rest(1000), .searching), (.rested, .search, nil),
                (.nothingFound("none"), .rest(1000), .searching), (.rested, .search, nil),
                (.found(free), open, .starting),
            ]),
        Row(
            "where there is only a hinge, an accelerometer is looked for less often",
            [(.onlyHinge, .rest(10_000), nil), (.rested, .search, nil), (.found(free), open, .starting)]),
        Row(
            "case 24: unplugged and plugged",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
                (.streamEnded(.gone("unplugged")), .search, .lost), (.nothingFound("none"), .rest(1000), .searching),
                (.rested, .search, nil), (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
            ]),
        Row(
            "case 25: let go before a sleep, opened after it",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil), (.goesToSleep, .sleep, .stale),
                (.awake, .search, nil), (.found(free), .openBuffer(probe: 2000), .starting),
                (.bufferDelivers, .stream, nil),
            ]),
        Row(
            "case 25: dumb after a sleep, it is switched off for longer than the hub's 3 s, once",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil), (.goesToSleep, .sleep, .stale),
                (.awake, .search, nil), (.found(free), .openBuffer(probe: 2000), .starting),
                (.bufferSilent, .rest(3500), .stale), (.rested, .search, nil), (.found(free), open, .starting),
                (.bufferSilent, .poll(beside: false), .starting),
            ]),
        Row(
            "case 25: a sleep that nobody announced",
            [
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil), (.overslept, .resumeStream, nil),
                (brief, .checkSilence, nil), (.isSilent, .rest(3500), .stale), (.rested, .search, nil),
                (.found(free), open, .starting), (.bufferDelivers, .stream, nil),
            ]),
        Row(
            "case 26: a foreign buffer stays untouched, and is polled beside",
            [
                (.found(foreign), .poll(beside: true), .starting), (.pollEnded(.alone), .search, nil),
                (.found(free), open, .starting),
            ]),
        Row(
            "case 26: where the driver lets only one read it is busy, told once, and had as soon as it is free",
            [
                (.found(foreign), .poll(beside: true), .starting), (.pollEnded(.busy), .rest(1000), .busy),
                (.rested, .search, nil), (.found(foreign), .poll(beside: true), nil),
                (.pollEnded(.busy), .rest(1000), .busy), (.rested, .search, nil), (.found(free), open, nil),
                (.bufferDelivers, .stream, nil),
            ]),
        Row("case 26: share = take", mode: .auto, share: .take, neighbour: true, [(.found(foreign), open, .starting)]),
        Row(
            "case 26: share = wait", mode: .auto, share: .wait,
            [
                (.found(foreign), .rest(1000), .busy), (.rested, .search, nil), (.found(foreign), .rest(1000), .busy),
                (.rested, .search, nil), (.found(free), open, nil),
            ]),
        Row(
            "case 26: mode = buffered waits too", mode: .buffered, share: .polled,
            [(.found(foreign), .rest(1000), .busy), (.rested, .search, nil), (.found(free), open, nil)]),
        Row("case 26: a leftover of our own is taken back", [(.found(ours), open, .starting)]),
        Row(
            "case 26: beside iio-sensor-proxy it is polled, whatever its buffer", mode: .auto, share: .polled,
            neighbour: true,
            [(.found(free), .poll(beside: true), .starting), (.neighbourChanged, .search, nil)]),
        Row(
            "case 26: a buffer that another program snatches first is polled beside",
            [(.found(free), open, .starting), (.bufferRefused(busy), .poll(beside: true), .starting)]),
        Row(
            "case 26: or waited for", mode: .buffered, share: .polled,
            [(.found(free), open, .starting), (.bufferRefused(busy), .rest(1000), .busy)]),
        Row(
            "a driver that wants a trigger is polled",
            [(.found(free), open, .starting), (.bufferRefused(invalid), .poll(beside: false), .starting)]),
        Row(
            "what means nothing is looked at again",
            [(.unusable("no scale"), .rest(1000), .searching), (.rested, .search, nil)]),
    ]

    @Test(arguments: rows)
    func whatFollows(_ row: Row) {
        var course = SensorCourse(mode: row.mode, share: row.share)
        course.hasNeighbour = row.hasNeighbour
        for (outcome, deed, state) in row.course {
            let step = course.next(outcome)
            #expect(step.deed == deed, "after \(outcome)")
            #expect(step.report?.state == state, "after \(outcome): \(step.report?.detail ?? "nothing")")
        }
    }

    @Test func case10TwoCausesHaveTwoSentences() {
        let denied = BufferRefusal(SystemError(13), "the buffer of chip").detail
        let late = BufferRefusal(SystemError(110), "the buffer of chip").detail
        #expect(denied.contains("may not be opened") && denied.contains("root"))
        #expect(late.contains("interrupt"))
    }

    @Test func theWaitGrowsToHalfAMinute() {
        var course = SensorCourse(mode: .polled, share: .polled)
        var waits: [Int32] = []
        for _ in 0..<8 {
            _ = course.next(.found(Self.free))
            if case .rest(let wait) = course.next(.pollEnded(.failed("no answer"))).deed { waits.append(wait) }
        }
        #expect(waits == [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000])
        // A reading begins it afresh.
        course.polls()
        #expect(course.next(.pollEnded(.failed("no answer"))).deed == .rest(1000))
    }
}
