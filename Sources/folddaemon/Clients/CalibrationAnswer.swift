import FoldWire
import MotionCore
import PlainText
import Recordings

/// What is told of a calibration.
enum CalibrationAnswer {
    /// What was read in `pose`.
    static func pose(_ pose: CalibrationPose, _ resting: RestingVector) -> [WireMember] {
        [
            WireMember("pose", .text(pose.rawValue)), WireMember("vector", vector(resting.vector)),
            WireMember("length", .number(resting.vector.length)), WireMember("spread", .number(resting.spread)),
        ]
    }

    /// The matrix that was found, with what to write where.
    static func matrix(_ found: MountCalibration, _ entry: HwdbEntry) -> [WireMember] {
        let deviations = CalibrationPose.allCases.map {
            WireMember($0.rawValue, .number(orNull: found.deviations[$0]))
        }
        return [
            WireMember("matrix", .text(found.matrix.text)),
            WireMember("kind", .text(found.isPermutation ? "permutation" : "rotation")),
            WireMember("deviations", .object(deviations)),
            WireMember("configuration", .list([.text("[sensor]"), .text("matrix = \(found.matrix.text)")])),
            WireMember("hwdb", .list(entry.lines.map { .text($0) })),
        ]
    }

    /// The level that was found.
    static func level(_ level: Tilt, _ resting: RestingVector) -> [WireMember] {
        var tuning = Tuning()
        tuning.level = level
        return [
            WireMember("level", .list([.number(level.x), .number(level.y)])),
            WireMember("length", .number(resting.vector.length)), WireMember("spread", .number(resting.spread)),
            WireMember("configuration", .list([.text("[fold]"), .text("level = \(tuning.text(.level))")])),
        ]
    }

    /// Three components.
    static func vector(_ vector: Vector3) -> WireValue {
        .list([.number(vector.x), .number(vector.y), .number(vector.z)])
    }
}
