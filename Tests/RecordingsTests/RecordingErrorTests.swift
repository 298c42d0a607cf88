import MotionCore
import TestSupport
import Testing

@testable import Recordings

@Suite("RecordingError: file, line, column, and what was found")
struct RecordingErrorTests {
    struct Fault: CustomTestStringConvertible {
        var name: String
        var text: String
        /// What the sentence begins with, behind the file's name.
        var place: String
        /// What it says.
        var words: [String]
        var testDescription: String { name }

        init(_ name: String, _ text: String, at place: String, _ words: String...) {
            self.name = name
            self.text = text
            self.place = place
            self.words = words
        }
    }

    static let rows = [
        Fault("nan", head + "0,nan,0,9\n", at: ":3:3: ", "'nan'", "acceleration x"),
        Fault("NaN in z", head + "0,0,0,NaN\n", at: ":3:7: ", "'NaN'", "acceleration z"),
        Fault("inf", head + "0,1.5,-inf,9\n", at: ":3:7: ", "'-inf'", "acceleration y"),
        Fault("hexadecimal", head + "0,0,0x1p3,9\n", at: ":3:5: ", "'0x1p3'"),
        Fault("a hexadecimal time", head + "0x1,0,0,9\n", at: ":3:1: ", "'0x1'", "time"),
        Fault("a point without decimals", head + "0,0,1.,9\n", at: ":3:5: ", "'1.'"),
        Fault("decimals without a digit before them", head + "0,.5,1,9\n", at: ":3:3: ", "'.5'"),
        Fault("a blank in a field", head + "0, 1,0,9\n", at: ":3:3: ", "' 1'"),
        Fault("an empty field", head + "0,,0,9\n", at: ":3:3: ", "''"),
        Fault("a unit behind a number", head + "0,0,0,9.81m/s^2\n", at: ":3:7: ", "'9.81m/s^2'"),
        Fault("semicolons", head + "0;0;0;9\n", at: ":3:1: ", "'0;0;0;9'"),
        Fault("beyond a double", head + "0,1e309,0,9\n", at: ":3:3: ", "'1e309'"),
        Fault("a time beyond the range", head + "5e9,0,0,9\n", at: ":3:1: ", "'5e9'"),
        Fault("a name in place of a time", head + "now,0,0,9\n", at: ":3:1: ", "'now'"),
        Fault("two fields only", head + "0.5,1\n", at: ":3:6: ", "ends before", " y"),
        Fault("three fields only", head + "0.5,1,2\n", at: ":3:8: ", "ends before", " z"),
        Fault("three fields only, and CR LF", head + "0.5,1,2\r\n", at: ":3:8: ", "ends before", " z"),
        Fault("one field only", head + "0.5\n", at: ":3:4: ", "ends before", " x"),
        Fault("cut within a row", head + "0,0,0,9\n0.5,1,2", at: ":4:8: ", "ends before", " z"),
        Fault("cut within a number", head + "0,0,0,9\n0.5,1,2,-9.", at: ":4:9: ", "'-9.'"),
        Fault("cut behind a comma", head + "0,0,0,9\n0.5,1,", at: ":4:7: ", "''"),
        Fault("a time that goes back", head + "1,0,0,9\n1,0,0,9\n0.999999999,0,0,9\n", at: ":5:1: ", "'0.999999999'"),
        Fault("a line that is not counted twice", head + "\n# x\n\r\n0,a,0,9", at: ":6:3: ", "'a'"),
        Fault("what cannot be printed", head + "0,\u{1b}[2J,0,9", at: ":3:3: ", "'\\x1b[2J'"),
        Fault("a zero byte in a row", head + "0,1\u{0},0,9", at: ":3:3: ", "'1\\x00'"),
    ]

    static let headers = [
        Fault("another version", "# folddaemon recording 2\n", at: ":1", "'# folddaemon recording 2'", "version"),
        Fault("no first line", "t,x,y,z\n0,0,0,9\n", at: ":1", "'t,x,y,z'", "# folddaemon recording 1"),
        Fault("the first line with a blank behind it", "# folddaemon recording 1 \n", at: ":1", "recording 1 '"),
        Fault("binary", "\u{7f}ELF\u{2}\u{1}\u{1}\u{0}\u{0}\nmore\n", at: ":1", "'\\x7fELF\\x02\\x01\\x01\\x00"),
        Fault("other columns", "# folddaemon recording 1\nt,y,x,z\n0,0,0,9\n", at: ":2", "'t,y,x,z'", "t,x,y,z"),
        Fault("columns that only begin so", "# folddaemon recording 1\nt,x,y,zeta\n", at: ":2", "'t,x,y,zeta'"),
        Fault("a row before the columns", "# folddaemon recording 1\n0,0,0,9\n", at: ":2", "'0,0,0,9'"),
    ]

    /// The values of known keys, whose place is the value.
    static let values = [
        Fault("an unknown unit", "# folddaemon recording 1\n# unit: ft/s^2\n", at: ":2:9: ", "'ft/s^2'", "m/s^2 or g"),
        Fault("an unknown sign", "# folddaemon recording 1\n# sign: up\n", at: ":2:9: ", "'up'", "gravity or reaction"),
        Fault("a unit between rows", head + "0,0,0,9\n#unit:mg\n", at: ":4:7: ", "'mg'"),
    ]

    @Test("in a row", arguments: rows)
    func inARow(_ fault: Fault) {
        check(fault)
    }

    @Test("in the header", arguments: headers)
    func inTheHeader(_ fault: Fault) {
        check(fault)
    }

    @Test("in a value, whose column is named", arguments: values)
    func inAValue(_ fault: Fault) {
        check(fault)
    }

    private func check(_ fault: Fault) {
        let bytes = Array(fault.text.utf8)
        for pieces in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] {
            let error = thrown(RecordingError.self) { try items(pieces) }
            let sentence = error?.description ?? ""
            #expect(
                sentence.hasPrefix("hand.csv" + fault.place + (fault.place.hasSuffix(" ") ? "" : ":")), "\(sentence)")
            for words in fault.words { #expect(sentence.contains(words)) }
        }
    }

    @Test(
        "what ends before a row is no recording",
        arguments: zip(
            [
                "", "# folddaemon recording 1", "# folddaemon recording 1\n# sensor: a\n", head,
                head + "\n# event: {}\n",
            ],
            ["empty", "line 1", "line 2", "line 2", "line 4"]))
    func noRows(_ text: String, _ words: String) {
        let error = thrown(RecordingError.self) { try items(text) }
        let sentence = error?.description ?? ""
        #expect(sentence.hasPrefix("hand.csv: "))
        #expect(sentence.contains(words), "\(sentence)")
        #expect(sentence.contains("# folddaemon recording 1"), "it says what would be right")
    }

    @Test(
        "its description names the place as far as it is known",
        arguments: zip(
            [
                RecordingError(file: "a.csv", problem: "it is empty"),
                RecordingError(file: "a.csv", line: 7, problem: "no unit"),
                RecordingError(file: "-", line: 7, column: 12, problem: "no number"),
            ],
            ["a.csv: it is empty", "a.csv:7: no unit", "-:7:12: no number"]))
    func description(_ error: RecordingError, _ expected: String) {
        #expect(error.description == expected)
    }
}
