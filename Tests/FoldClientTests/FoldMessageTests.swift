import FoldWire
import MotionCore
import TestSupport
import Testing

@testable import FoldClient

@Suite("FoldMessage: a line as what it means")
struct FoldMessageTests {
    @Test("an update with the standard fields")
    func update() throws {
        let line =
            #"{"seq":17,"t":12.266667,"fold":0.123457,"roll":-0.095911,"pitch":0.012000,"status":"partially-open"}"#
        guard case .update(let update) = try FoldMessage(line.utf8) else {
            Issue.record("no update")
            return
        }
        #expect(update.sequence == 17)
        #expect(update.time == Nanoseconds(12_266_667_000))
        #expect(update.fold == 0.123457)
        #expect(update.roll == -0.095911)
        #expect(update.pitch == 0.012)
        #expect(update.status == .partiallyOpen)
        #expect(update.tilt == nil && update.gravity == nil && update.orientation == nil)
        #expect(update.age == nil && update.effect == nil)
    }

    @Test("an update with everything, and more than is known")
    func everything() throws {
        let line =
            #"{"seq":18446744073709551615,"t":-1.000000,"fold":1.000000,"roll":null,"pitch":null,"status":"closed","#
            + #""tilt":[0.250000,-0.500000],"gravity":[0.000000,0.600000,-0.800000],"orientation":"bottom-up","#
            + #""age":0.012000,"effect":{"blur":68.207245,"scrim":0.454715,"front":1.000000,"angle":40.000000,"#
            + #""nudge":12.000000,"glow":1},"hinge":null,"shake":{"x":[1]}}"#
        guard case .update(let update) = try FoldMessage(line.utf8) else {
            Issue.record("no update")
            return
        }
        #expect(update.sequence == .max)
        #expect(update.time == Nanoseconds(-1_000_000_000))
        #expect(update.roll == nil && update.pitch == nil)
        #expect(update.tilt == Tilt(x: 0.25, y: -0.5))
        #expect(update.gravity == Vector3(0, 0.6, -0.8))
        #expect(update.orientation == .bottomUp)
        #expect(update.age == 0.012)
        #expect(update.hinge == nil)
        #expect(update.effect == FoldEffect(blur: 68.207245, scrim: 0.454715, front: 1, angle: 40, nudge: 12))
    }

    @Test(
        "a hinge, where it was asked for",
        arguments: [
            (#"{"angle":112.500000,"status":"partially-open"}"#, false),
            (#"{"angle":112.500000,"status":"partially-open","stale":true}"#, true),
        ])
    func hinge(_ member: String, isStale: Bool) throws {
        let line = #"{"seq":1,"t":0.5,"fold":0.375,"roll":null,"pitch":null,"status":"closed","hinge":"# + member + "}"
        guard case .update(let update) = try FoldMessage(line.utf8) else {
            Issue.record("no update")
            return
        }
        let angle = try #require(HingeAngle(degrees: 112.5))
        #expect(update.hinge == Hinge(angle: angle, status: .partiallyOpen, isStale: isStale))
        #expect(update.roll == nil && update.tilt == nil && update.gravity == nil)
    }

    @Test("changes of the status and of a threshold")
    func changes() throws {
        let status = try FoldMessage(#"{"seq":3,"t":0.500000,"status":"closed"}"#.utf8)
        #expect(status == .status(StatusChange(sequence: 3, time: Nanoseconds(500_000_000), status: .closed)))
        let threshold = try FoldMessage(#"{"seq":4,"t":0.000001,"lifted":true,"fold":0.510000}"#.utf8)
        #expect(
            threshold
                == .threshold(ThresholdChange(sequence: 4, time: Nanoseconds(1000), isLifted: true, fold: 0.51)))
    }

    @Test("events, as the daemon writes them")
    func events() throws {
        let events: [WireEvent] = [
            .sensor(.noGravity, detail: "all \"zero\""), .orientation(.leftUp), .access("x"), .shutdown,
            .set(key: "gain", value: .number(-2)), .set(key: "level", value: .list([.number(0.5), .number(0)])),
        ]
        for event in events {
            let message = try FoldMessage(event.json)
            #expect(message == .event(event))
        }
    }

    @Test(
        "what a newer daemon says is passed on as it is",
        arguments: [
            #"{"event":"battery","level":0.5}"#, #"{"event":"sensor","state":"sleepy","detail":""}"#,
            #"{"event":"orientation","orientation":"diagonal"}"#,
            #"{"seq":1,"t":0.0,"fold":0.5,"status":"inside-out"}"#,
            #"{"seq":1,"t":0.0,"fold":null,"status":"closed"}"#, #"{"seq":1,"t":0.0,"shake":1}"#, "{}", #"{"hello":1}"#,
        ])
    func others(_ line: String) throws {
        let message = try FoldMessage(line.utf8)
        #expect(message == .other(line))
    }

    @Test(
        "what does not parse is an error that quotes it, and no number",
        arguments: [
            ("", "JSON"), ("# folddaemon recording 1", "JSON"), ("0.500000", "JSON"), (#"{"seq":1"#, "JSON"),
            (#"{"seq":1,"t":0.0,"fold":"0.5","status":"closed"}"#, "'fold' is not a number"),
            (#"{"seq":1,"t":0.0,"fold":1.5,"status":"closed"}"#, "'fold' is not between 0 and 1"),
            (#"{"seq":1.5,"t":0.0,"fold":0.5,"status":"closed"}"#, "'seq' is not a positive integer"),
            (#"{"seq":-1,"t":0.0,"fold":0.5,"status":"closed"}"#, "'seq' is not a positive integer"),
            (#"{"seq":1,"t":1e30,"fold":0.5,"status":"closed"}"#, "'t' is not a time"),
            (#"{"seq":1,"t":"now","fold":0.5,"status":"closed"}"#, "'t' is not a number"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":7}"#, "'status' is not a text"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","roll":[1]}"#, "'roll' is not a number"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","roll":1e999}"#, "'roll' is not"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","tilt":[1]}"#, "'tilt' is not 2 numbers"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","tilt":[1,"a",2]}"#, "'tilt' is not 2 numbers"),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","effect":{"blur":1}}"#, "'effect' is not five numbers"),
            (#"{"seq":1,"t":0.0,"lifted":"yes","fold":0.5}"#, "'lifted' is not true or false"),
            (
                #"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","hinge":{"angle":500,"status":"closed"}}"#,
                "'hinge' is not"
            ),
            (#"{"seq":1,"t":0.0,"fold":0.5,"status":"closed","hinge":{"status":"closed"}}"#, "'hinge' is not an angle"),
            (#"{"event":7}"#, "'event' is not a text"), (#"{"error":null,"error":7}"#, "'error' is not a text"),
        ])
    func malformed(_ line: String, _ problem: String) {
        let error = thrown(FoldClientError.self) { try FoldMessage(line.utf8) }
        guard case .malformed(line, let said)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(said.contains(problem))
        #expect(error?.description.contains("is it folddaemon's socket?") == true)
    }

    @Test("a refusal is an error with the daemon's own sentence")
    func refusal() {
        let line = #"{"error":"rate is 0.1…1000 lines a second or max, not '0'"}"#
        let error = thrown(FoldClientError.self) { try FoldMessage(line.utf8) }
        #expect(error == .refused("rate is 0.1…1000 lines a second or max, not '0'"))
        #expect(error?.description == "the daemon refuses: rate is 0.1…1000 lines a second or max, not '0'")
    }
}
