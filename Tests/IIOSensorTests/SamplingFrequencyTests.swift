import Testing

@testable import IIOSensor

@Suite struct SamplingFrequencyTests {
    @Test(arguments: [
        // rate asked, what the driver lists, what to write
        (60, "12.5 25 50 100", "100"),
        (60, "15.62 31.26 62.5 125 250 500 1000 2000", "62.5"),
        (60, "60", "60"),
        (60, "59.999 60.001", "60.001"),
        (100, "12.5 25 50 100", "100"),
        (1, "12.5 25 50 100", "12.5"),
        (60, "1600 0.781 62.500000 100 1.563", "62.500000"),
        (60, "104 52 26", "104"),
        (60, " 50   62.5  125 ", "62.5"),
    ])
    func ofAListTheLowestThatIsEnoughIsTakenAsItIsListed(_ rate: Double, available: String, word: String) {
        #expect(SamplingFrequency.choose(rate, available: available) == word)
    }

    @Test(arguments: [
        (60, "10 20 30", "30"), (60, "30 20 10", "30"), (400, "12.5 25 50 100", "100"), (60, "59.999", "59.999"),
    ])
    func ofAListThatIsAllLowerTheHighestIsTaken(_ rate: Double, available: String, word: String) {
        #expect(SamplingFrequency.choose(rate, available: available) == word)
    }

    @Test(arguments: [
        (60, "0 10 62", "62"),
        (5, "0 10 62", "10"),
        (60, "0.000000 12.500000 100.000000", "100.000000"),
        (200, "0 10 62", "62"),
    ])
    func zeroIsNoFrequencySinceItSwitchesTheSensorOff(_ rate: Double, available: String, word: String) {
        #expect(SamplingFrequency.choose(rate, available: available) == word)
    }

    @Test(
        arguments: [
            // rate asked, lowest, step and highest, what to write
            (60, "[1 1 400]", 60),
            (60.2, "[1 0.5 100]", 60.5),
            (60, "[10 7 100]", 66),
            (60, "[100 1 400]", 100),
            (60, "[1 1 50]", 50),
            (1, "[0 1 400]", 1),
            (60, "[0.0001 0.000001 1000]", 60),
        ] as [(Double, String, Double)])
    func ofARangeTheLowestStepThatIsEnoughIsTaken(_ rate: Double, available: String, frequency: Double) throws {
        let word = try #require(SamplingFrequency.choose(rate, available: available))
        let found = try #require(Double(word))
        #expect(abs(found - frequency) < 1e-6)
    }

    @Test(arguments: [
        "", " ", "fast", "nan inf", "0", "0 0.0", "0x3c", "12,5 25,0", "[]", "[1 400]", "[0 0 0]", "[1 0 400]",
        "[a b c]", "[1 -1 400]",
    ])
    func withoutAUsableNumberNothingIsChosen(_ available: String) {
        #expect(SamplingFrequency.choose(60, available: available) == nil)
    }

    @Test func wordsThatAreNoNumberArePassedOver() {
        #expect(SamplingFrequency.choose(60, available: "slow 50 fast 62.5 Hz") == "62.5")
    }
}
