import MotionCore
import PlainText

/// A row of a recording, in the file's own unit and sign.
struct RecordingRow {
    let time: Nanoseconds
    let acceleration: Vector3

    /// Why a line is no row: what was found where.
    struct Problem: Error {
        let problem: String
        let place: Range<Int>
    }

    /// The row that stands in `line` of `text`; columns after the four are passed over.
    init(_ text: [UInt8], _ line: Range<Int>) throws(Problem) {
        var at = line.lowerBound
        let number = try Self.field(text, &at, line.upperBound, "the time t in seconds")
        guard let time = number.billionths else {
            let place = line.lowerBound..<at - 1
            throw Problem(problem: "the time \(quoted(text[place])) is beyond ±4000000000 s", place: place)
        }
        self.time = Nanoseconds(time)
        let x = try Self.component(text, &at, line.upperBound, "the acceleration x")
        let y = try Self.component(text, &at, line.upperBound, "the acceleration y")
        let z = try Self.component(text, &at, line.upperBound, "the acceleration z")
        acceleration = Vector3(x, y, z)
    }

    private static func component(
        _ text: [UInt8], _ at: inout Int, _ end: Int, _ what: StaticString
    ) throws(Problem) -> Double {
        let start = at
        guard let value = try field(text, &at, end, what).double(text) else {
            throw noNumber(text, start..<at - 1, what)
        }
        return value
    }

    /// The number that fills the field at `at`, which moves on past the field's comma.
    private static func field(
        _ text: [UInt8], _ at: inout Int, _ end: Int, _ what: StaticString
    ) throws(Problem) -> DecimalNumber {
        let start = at
        if start <= end, let number = DecimalNumber(text, from: &at, to: end),
            at == end || text[at] == UInt8(ascii: ",")
        {
            at += 1
            return number
        }
        guard start <= end else {
            throw Problem(
                problem: "the row ends before \(what), as where a recording was cut; a row is t,x,y,z", place: end..<end
            )
        }
        throw noNumber(text, start..<(text[start..<end].firstIndex(of: UInt8(ascii: ",")) ?? end), what)
    }

    private static func noNumber(_ text: [UInt8], _ place: Range<Int>, _ what: StaticString) -> Problem {
        Problem(
            problem:
                "found \(quoted(text[place])) where \(what) is expected; write it as a decimal number such as -9.81",
            place: place)
    }
}
