import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("The text of a state line")
struct MemoryTextTests {
    static let text =
        "u=0.016666667 x=0.1 y=-0.5 tx=0.25 ty=-0.625 status=closed orientation=left-up hold=none next=0.041666667"

    static let memory = PipelineMemory(
        lastUpdate: Nanoseconds(16_666_667), lastSample: Nanoseconds(16_666_667), nextTick: Nanoseconds(41_666_667),
        filter: Tilt(x: 0.1, y: -0.5), target: Tilt(x: 0.25, y: -0.625), status: .closed, orientation: .leftUp,
        runStart: nil)

    @Test("is written, with times from the origin")
    func writing() {
        #expect(Self.memory.text(origin: .zero) == Self.text)
        var memory = Self.memory
        memory.runStart = Nanoseconds(-3)
        memory.lastSample = Nanoseconds(16_000_000)
        #expect(
            memory.text(origin: Nanoseconds(1_000_000))
                == "u=0.015666667 x=0.1 y=-0.5 tx=0.25 ty=-0.625 status=closed orientation=left-up "
                + "hold=-0.001000003 next=0.040666667 last=0.015000000")
    }

    @Test("is read")
    func reading() throws {
        #expect(try PipelineMemory(text: Self.text) == Self.memory)
    }

    @Test("is read in any order, with words that are not known, and exponents")
    func readingInAnyOrder() throws {
        let text =
            "next=41666667e-9 new=7 status=closed orientation=landscape-left tx=25E-2 ty=-0.625  x=1e-1 y=-0.5 "
            + "hold=-1.5 u=0.016666667 last=0.01 plain"
        var memory = Self.memory
        memory.runStart = Nanoseconds(-1_500_000_000)
        memory.lastSample = Nanoseconds(10_000_000)
        #expect(try PipelineMemory(text: text) == memory)
    }

    @Test(
        "lacks none of its words",
        arguments: ["u", "x", "y", "tx", "ty", "status", "orientation", "hold", "next"])
    func missing(_ key: String) {
        let words = Self.text.split(separator: " ").filter { !$0.hasPrefix(key + "=") }
        #expect(words.count == 8)
        let problem = thrown(SettingProblem.self) {
            try PipelineMemory(text: words.joined(separator: " "))
        }
        #expect(problem?.problem.contains("\(key)=") == true)
    }

    @Test(
        "has values that are some",
        arguments: [
            "u=nan", "u=5e9", "x=", "y=0x1", "tx=inf", "ty=1.", "status=open", "orientation=auto", "orientation=up",
            "hold=", "hold=never", "next=.5", "last=soon",
        ])
    func wrong(_ word: String) {
        let key = word.prefix { $0 != "=" }
        let words = Self.text.split(separator: " ").filter { !$0.hasPrefix(key + "=") } + [Substring(word)]
        let problem = thrown(SettingProblem.self) {
            try PipelineMemory(text: words.joined(separator: " "))
        }
        #expect(problem?.problem.contains(key) == true)
        #expect(problem?.problem.contains("'\(word.dropFirst(key.count + 1))'") == true)
    }

    @Test("reads back to the bits that were written", arguments: UInt64(1)...4)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let statuses: [Status] = [.fullyOpen, .partiallyOpen, .closed]
        for _ in 0..<500 {
            let update = Int64(random.uniform(-1e18...1e18))
            let memory = PipelineMemory(
                lastUpdate: Nanoseconds(update),
                lastSample: Nanoseconds(random.oneIn(2) ? update : update - Int64(random.next() % 2_000_000_000)),
                nextTick: Nanoseconds(update + 25_000_000),
                filter: Tilt(x: random.uniform(-1...1), y: random.uniform(-1e-9...1e-9)),
                target: Tilt(x: random.uniform(-2...2), y: random.oneIn(5) ? 0 : random.uniform(-1...1)),
                status: statuses[Int(random.next() % 3)],
                orientation: Orientation.allCases[Int(random.next() % 4)],
                runStart: random.oneIn(2) ? nil : Nanoseconds(update - 100_000_000))
            let read = try PipelineMemory(text: memory.text(origin: .zero))
            try #require(read == memory)
        }
    }
}
