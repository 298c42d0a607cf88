import MotionCore
import Testing

@testable import folddaemon

@Suite struct RecordingStreamTests {
    @Test func beginsWithTheHeaderOfARecording() {
        let stream = RecordingStream(FoldPipeline(), sensor: "accel_3d")
        #expect(
            lines(stream) == [
                "# folddaemon recording 1", "# sensor: accel_3d", "# unit: m/s^2", "# sign: gravity",
                "# orientation: right-up", "t,x,y,z",
            ])
    }

    @Test func theHeaderHasWhatIsNotTheDefault() {
        var settings = Settings(orientation: .fixed(.bottomUp))
        settings.tuning.gain = -2.5
        settings.tuning.level = Tilt(x: 0.01, y: -0.02)
        let stream = RecordingStream(FoldPipeline(settings: settings), sensor: nil)
        #expect(
            lines(stream) == [
                "# folddaemon recording 1", "# unit: m/s^2", "# sign: gravity", "# orientation: bottom-up",
                "# gain: -2.5", "# level: 0.01,-0.02", "t,x,y,z",
            ])
    }

    @Test func inMidMotionTheHeaderHasTheStateOnTheRecordingsOwnTime() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.update(Sample(time: Nanoseconds(12_345_678_901), acceleration: Vector3(0, -4.903325, -8.492808)))
        var stream = RecordingStream(pipeline, sensor: nil)
        let state = try #require(lines(stream).first { $0.hasPrefix("# state: ") })
        let words = state.split(separator: " ")
        #expect(words.contains("u=0.000000901"))
        #expect(words.contains("next=0.025000901"))
        #expect(words.contains("status=partially-open"))
        #expect(words.contains("orientation=right-up"))
        #expect(words.contains("hold=none"))
        stream.row(time: Nanoseconds(12_362_345_568), acceleration: Vector3(0, -5, -8))
        #expect(lines(stream).last == "0.016667568,0,-5,-8")
    }

    @Test func aStateThatComesBeforeTheFirstRowIsOnTheRecordingsOwnTimeToo() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.update(Sample(time: Nanoseconds(12_345_678_901), acceleration: Vector3(0, -4.903325, -8.492808)))
        var stream = emptied()
        stream.restored(try #require(pipeline.memory))
        stream.row(time: Nanoseconds(12_362_345_568), acceleration: Vector3(0, -5, -8))
        #expect(lines(stream).first?.hasPrefix("# state: u=0.000000901 ") == true)
        #expect(lines(stream).last == "0.016667568,0,-5,-8")
    }

    @Test func rowsCountFromTheMicrosecondOfTheFirst() {
        var stream = emptied()
        stream.row(time: Nanoseconds(7_000_000_001_999), acceleration: Vector3(0.5, -1, -9.75))
        stream.row(time: Nanoseconds(7_000_016_668_667), acceleration: Vector3(1e-7, 20, -0.1))
        #expect(lines(stream) == ["0.000000999,0.5,-1,-9.75", "0.016667667,0.0000001,20,-0.1"])
    }

    @Test func whatWasSentWaitsNoMore() {
        var stream = emptied()
        fill(&stream, 2)
        // The end of a line that was begun goes before anything else, and waits here no more.
        #expect(String(decoding: stream.sent(5), as: UTF8.self) == "000000,0,0,-9\n")
        #expect(lines(stream) == ["1.000000000,0,0,-9"])
        #expect(stream.sent(stream.waiting.count) == [])
        #expect(stream.waiting.isEmpty)
    }

    @Test func fourThousandAndNinetySixRowsWait() {
        var stream = emptied()
        fill(&stream, 4096)
        #expect(lines(stream).count == 4096)
        #expect(lines(stream).last == "4095.000000000,0,0,-9")
        fill(&stream, 3, from: 4096)
        #expect(lines(stream).count == 4096)
    }

    @Test func lostRowsAreToldBeforeTheNextOne() {
        var stream = emptied()
        fill(&stream, 4099)
        _ = stream.sent(stream.waiting.count)
        fill(&stream, 2, from: 4099)
        #expect(lines(stream) == ["# lost 3 rows", "4099.000000000,0,0,-9", "4100.000000000,0,0,-9"])
        _ = stream.sent(stream.waiting.count)
        fill(&stream, 1, from: 4101)
        #expect(lines(stream) == ["4101.000000000,0,0,-9"])
    }

    @Test func aRowThatFitsEndsTheLossEvenWhileOthersWait() {
        var stream = emptied()
        fill(&stream, 4097)
        let firstRow = "0.000000000,0,0,-9\n"
        _ = stream.sent(2 * firstRow.utf8.count)
        fill(&stream, 1, from: 4097)
        #expect(lines(stream).suffix(3) == ["4095.000000000,0,0,-9", "# lost 1 rows", "4097.000000000,0,0,-9"])
    }

    @Test func aChangeStandsBeforeTheRowItAppliesFrom() {
        var stream = emptied()
        fill(&stream, 1)
        stream.set(.orientation, "left-up")
        stream.set(Tuning.Key.gain, "-2")
        fill(&stream, 1, from: 1)
        #expect(
            lines(stream) == ["0.000000000,0,0,-9", "# orientation: left-up", "# gain: -2", "1.000000000,0,0,-9"])
    }

    @Test func aChangeAmongLostRowsIsOwedAndOnlyItsNewestValue() {
        var stream = emptied()
        fill(&stream, 4097)
        stream.set(.orientation, "left-up")
        fill(&stream, 1, from: 4097)
        stream.set(Tuning.Key.gain, "-2")
        stream.set(.orientation, "right-up")
        _ = stream.sent(stream.waiting.count)
        fill(&stream, 1, from: 4098)
        #expect(
            lines(stream) == ["# lost 2 rows", "# gain: -2", "# orientation: right-up", "4098.000000000,0,0,-9"])
    }

    @Test func aChangeAfterTheLossIsOwedTooSinceItMayNotStandBeforeIt() {
        var stream = emptied()
        fill(&stream, 4097)
        _ = stream.sent(stream.waiting.count)
        stream.set(.orientation, "left-up")
        fill(&stream, 1, from: 4097)
        #expect(lines(stream) == ["# lost 1 rows", "# orientation: left-up", "4097.000000000,0,0,-9"])
    }

    @Test func aChangeThatFindsNoRoomIsOwedEvenWhereNoRowIsLost() {
        var stream = emptied()
        fill(&stream, 4096)
        stream.set(.orientation, "left-up")
        _ = stream.sent(stream.waiting.count)
        fill(&stream, 1, from: 4096)
        #expect(lines(stream) == ["# orientation: left-up", "4096.000000000,0,0,-9"])
    }

    @Test func eventsStandBesideTheRows() {
        var stream = emptied()
        fill(&stream, 1)
        stream.tell(.shutdown)
        #expect(lines(stream) == ["0.000000000,0,0,-9", #"# event: {"event":"shutdown"}"#])
    }

    @Test func eventsTakeNoMemoryBeyondTheLimit() {
        var stream = emptied()
        fill(&stream, 4096)
        for _ in 0..<10 { stream.tell(.sensor(.stale, detail: "silent")) }
        #expect(lines(stream).count == 4096)
    }

    @Test func anotherSensorIsNamedOnce() {
        var stream = RecordingStream(FoldPipeline(), sensor: "accel_3d")
        _ = stream.sent(stream.waiting.count)
        stream.opened("accel_3d")
        stream.opened("lis3dh")
        stream.opened("lis3dh")
        #expect(lines(stream) == ["# sensor: lis3dh"])
    }

    @Test func aSensorsNameForgesNoRow() {
        var stream = emptied()
        stream.opened("a\n0,1,2,3\rb")
        #expect(lines(stream) == ["# sensor: a 0,1,2,3 b"])
    }

    /// A stream whose header was sent.
    private func emptied() -> RecordingStream {
        var stream = RecordingStream(FoldPipeline(), sensor: nil)
        _ = stream.sent(stream.waiting.count)
        return stream
    }

    /// Adds `count` rows, a second apart, the first at `start` seconds.
    private func fill(_ stream: inout RecordingStream, _ count: Int, from start: Int = 0) {
        for second in start..<start + count {
            stream.row(time: Nanoseconds(Int64(second) * 1_000_000_000), acceleration: Vector3(0, 0, -9))
        }
    }

    private func lines(_ stream: RecordingStream) -> [Substring] {
        let text = String(decoding: stream.waiting, as: UTF8.self)
        #expect(text.isEmpty || text.hasSuffix("\n"), "the last line is whole")
        return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    }
}
