import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("The text of tunings")
struct TuningTextTests {
    struct Row: CustomTestStringConvertible {
        var key: Tuning.Key
        var text: String
        /// As it is written again; nil where it is refused.
        var written: String?
        var testDescription: String { "\(key.rawValue) '\(text)'" }

        init(_ key: Tuning.Key, _ text: String, _ written: String?) {
            self.key = key
            self.text = text
            self.written = written
        }
    }

    @Test(
        "is taken within the ranges, bounds included",
        arguments: [
            Row(.gain, "-1.6", "-1.6"), Row(.gain, "-10", "-10"), Row(.gain, "1e1", "10"), Row(.gain, "0.0", "0"),
            Row(.gain, "10.000001", nil), Row(.gain, "-11", nil), Row(.gain, "nan", nil), Row(.gain, "", nil),
            Row(.gain, "1,6", nil), Row(.gain, " 1", nil),
            Row(.deadzone, "0", "0"), Row(.deadzone, "0.5", "0.5"), Row(.deadzone, "0.03", "0.03"),
            Row(.deadzone, "-0.01", nil), Row(.deadzone, "0.500001", nil),
            Row(.smoothing, "0.01", "0.01"), Row(.smoothing, "1", "1"), Row(.smoothing, "0.009999", nil),
            Row(.smoothing, "1.1", nil), Row(.smoothing, "0", nil),
            Row(.level, "0.01,-0.02", "0.01,-0.02"), Row(.level, " 0.01 , -0.02 ", "0.01,-0.02"),
            Row(.level, "1,-1", "1,-1"), Row(.level, "0.01", nil), Row(.level, "0.01,", nil), Row(.level, "1,2,3", nil),
            Row(.level, "1.5,0", nil), Row(.level, "0;0", nil), Row(.level, "", nil),
        ])
    func setting(_ row: Row) throws {
        var tuning = Tuning()
        tuning.gain = 3
        tuning.deadzone = 0.25
        tuning.smoothing = 0.75
        tuning.level = Tilt(x: 0.5, y: -0.5)
        let before = tuning
        if let written = row.written {
            try tuning.set(row.key, to: row.text)
            #expect(tuning.text(row.key) == written)
            for key in Tuning.Key.allCases where key != row.key { #expect(tuning.text(key) == before.text(key)) }
        } else {
            let problem = thrown(SettingProblem.self) { try tuning.set(row.key, to: row.text) }
            #expect(tuning == before)
            #expect(problem?.problem.hasPrefix("\(row.key.rawValue) is ") == true)
        }
    }

    @Test(
        "a refusal says what is allowed, and what was found",
        arguments: zip(
            [Tuning.Key.gain, .deadzone, .smoothing, .level, .level],
            [
                "gain is -10…10, not '99'", "deadzone is 0…0.5, not '99'", "smoothing is 0.01…1, not '99'",
                "level is two tilts as in 0.01,-0.02, not '99'", "level is -1…1, not '99'",
            ]))
    func refusals(_ key: Tuning.Key, _ expected: String) {
        var tuning = Tuning()
        let text = expected.contains("level is -1") ? "0,99" : "99"
        let problem = thrown(SettingProblem.self) { try tuning.set(key, to: text) }
        #expect(problem?.problem == expected)
    }

    @Test(
        "the defaults",
        arguments: zip([Tuning.Key.gain, .deadzone, .smoothing, .level], ["-1.6", "0.03", "0.12", "0,0"]))
    func defaults(_ key: Tuning.Key, _ expected: String) {
        #expect(Tuning().text(key) == expected)
    }
}
