import Testing

@testable import folddaemon

@Suite struct RequestMeterTests {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 77 * second

    @Test func aHundredRequestsInASecondAreNoFlood() {
        #expect(allowed(ofTimes: (0..<100).map { Self.start + $0 }) == 100)
    }

    @Test(arguments: [0, 1, 9_000_000] as [Int64])
    func theHundredAndFirstOfASecondIsOne(_ spacing: Int64) {
        #expect(allowed(ofTimes: (0..<101).map { Self.start + $0 * spacing }) == 100)
    }

    @Test func aFloodGoesOnBeingOne() {
        let times = Array(repeating: Self.start, count: 100) + [Self.start + 1, Self.start + 500_000_000]
        #expect(allowed(ofTimes: times) == 100)
    }

    @Test func aNewSecondBeginsAtNothing() {
        let flood = Array(repeating: Self.start, count: 101)
        #expect(allowed(ofTimes: flood + flood.map { $0 + 2 * Self.second }) == 200)
    }

    @Test func fiftyASecondAreServedForEver() {
        #expect(allowed(ofTimes: (0..<1000).map { Self.start + $0 * 20_000_000 }) == 1000)
    }

    /// How many requests at `times` are no flood.
    private func allowed(ofTimes times: [Int64]) -> Int {
        var meter = RequestMeter()
        return times.filter { meter.allows($0) }.count
    }
}
