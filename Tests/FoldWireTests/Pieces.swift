@testable import MotionCore

/// An update of known numbers.
func state(
    sequence: UInt64 = 17, time: Int64 = 12_266_666_700, fold: Double = 0.1234567, roll: Double = -0.0959106,
    pitch: Double = 0.012, status: Status = .partiallyOpen,
    tilt: Tilt = Tilt(x: 0, y: 0), filtered: Tilt = Tilt(x: 0, y: 0), gravity: Gravity = .level,
    sampleTime: Int64? = nil
) -> FoldState {
    FoldState(
        sequence: sequence, time: Nanoseconds(time), fold: fold, roll: roll, pitch: pitch, status: status,
        tilt: tilt, filtered: filtered, gravity: gravity, orientation: .rightUp,
        sampleTime: Nanoseconds(sampleTime ?? time))
}

/// The bytes as text.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
