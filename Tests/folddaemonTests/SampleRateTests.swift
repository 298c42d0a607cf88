import MotionCore
import Testing

@testable import folddaemon

@Suite struct SampleRateTests {
    @Test(arguments: [
        // period in ns, samples, Hz
        (16_000_000, 3, 62.5), (16_000_000, 63, 62.5), (16_000_000, 64, 62.5), (16_000_000, 65, 62.5),
        (16_000_000, 1000, 62.5), (100_000_000, 7, 10.0),
    ])
    func anEvenRateIsFound(_ period: Int64, _ count: Int, _ hertz: Double) throws {
        let found = try #require(rate((0..<count).map { Int64($0) * period }).hertz)
        #expect(abs(found - hertz) < 1e-9)
    }

    @Test func onlyTheLastOnesCount() throws {
        let times = (0..<100).map { Int64($0) * 100_000_000 } + (1...64).map { 9_900_000_000 + Int64($0) * 10_000_000 }
        #expect(abs(try #require(rate(times).hertz) - 100) < 1e-9)
    }

    @Test(arguments: [[], [1], [1, 2], [5, 5, 5], [9, 5, 3]] as [[Int64]])
    func whatTellsNothingIsNoRate(_ times: [Int64]) {
        #expect(rate(times).hertz == nil)
    }

    private func rate(_ times: [Int64]) -> SampleRate {
        var rate = SampleRate()
        for time in times { rate.take(Nanoseconds(time)) }
        return rate
    }
}
