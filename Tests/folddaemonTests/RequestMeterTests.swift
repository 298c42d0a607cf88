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

    @Test func whereASecondBeginsMakesNoDifference() {
        // One, a pause that is not quite a second, and 199 in 60 ms: one more is allowed when the first is a second old.
        let late = Self.start + 950_000_000
        #expect(allowed(ofTimes: [Self.start] + (0..<199).map { late + $0 * 300_000 }) == 1 + 99 + 1)
    }

    @Test func aNewSecondBeginsAtNothing() {
        let flood = Array(repeating: Self.start, count: 101)
        #expect(allowed(ofTimes: flood + flood.map { $0 + 2 * Self.second }) == 200)
    }

    @Test func aHundredASecondAreServedForEver() {
        #expect(allowed(ofTimes: (0..<1000).map { Self.start + $0 * 10_000_001 }) == 1000)
    }

    /// How many requests at `times` are no flood.
    private func allowed(ofTimes times: [Int64]) -> Int {
        var meter = RequestMeter()
        return times.filter { meter.allows($0) }.count
    }
}
