import MotionCore
import Testing

@testable import FoldWire

@Suite("WireEvent")
struct WireEventTests {
    @Test(
        "byte for byte",
        arguments: zip(
            [
                WireEvent.sensor(.ok, detail: "accel_3d, buffered"), .sensor(.searching, detail: ""),
                .sensor(.noGravity, detail: "a \"b\" \\ c\n"), .sensor(.lost, detail: "x"),
                .sensor(.stale, detail: "x"),
                .sensor(.busy, detail: "x"), .sensor(.starting, detail: "x"), .orientation(.rightUp),
                .orientation(.leftUp), .orientation(.normal), .orientation(.bottomUp),
                .set(key: "gain", value: .number(-1.6)), .set(key: "orientation", value: .text("auto")),
                .set(key: "level", value: .list([.number(0.01), .number(-0.5)])), .access("x"), .shutdown,
            ],
            [
                #"{"event":"sensor","state":"ok","detail":"accel_3d, buffered"}"#,
                #"{"event":"sensor","state":"searching","detail":""}"#,
                #"{"event":"sensor","state":"no-gravity","detail":"a \"b\" \\ c\u000a"}"#,
                #"{"event":"sensor","state":"lost","detail":"x"}"#,
                #"{"event":"sensor","state":"stale","detail":"x"}"#,
                #"{"event":"sensor","state":"busy","detail":"x"}"#,
                #"{"event":"sensor","state":"starting","detail":"x"}"#,
                #"{"event":"orientation","orientation":"right-up"}"#,
                #"{"event":"orientation","orientation":"left-up"}"#,
                #"{"event":"orientation","orientation":"normal"}"#,
                #"{"event":"orientation","orientation":"bottom-up"}"#,
                #"{"event":"set","key":"gain","value":-1.600000}"#,
                #"{"event":"set","key":"orientation","value":"auto"}"#,
                #"{"event":"set","key":"level","value":[0.010000,-0.500000]}"#, #"{"event":"access","detail":"x"}"#,
                #"{"event":"shutdown"}"#,
            ]))
    func json(_ event: WireEvent, _ expected: String) {
        #expect(text(event.json) == expected)
    }

    @Test("each kind is another, and known before")
    func kinds() {
        let events = [
            WireEvent.sensor(.ok, detail: ""), .orientation(.normal), .set(key: "gain", value: .null), .access(""),
            .shutdown,
        ]
        #expect(Set(events.map(\.kind)) == Set(0..<WireEvent.kinds))
        #expect(WireEvent.sensor(.lost, detail: "x").kind == WireEvent.sensor(.ok, detail: "y").kind)
    }

    @Test("a refusal is an error line")
    func errorLine() {
        #expect(
            text(WireEvent.errorLine("there is no 'x' to \"watch\"")) == #"{"error":"there is no 'x' to \"watch\""}"#
                + "\n")
    }
}
