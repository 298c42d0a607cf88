@testable import MotionCore

/// An update of known numbers.
func state(
    sequence: UInt64 = 17, time: Int64 = 12_266_666_700, fold: Double = 0.1234567, roll: Double = -0.0959106,
    pitch: Double = 0.012, status: Status = .partiallyOpen,
    tilt: Tilt = Tilt(x: 0, y: 0), gravity: Gravity = .level, hinge: Hinge? = nil, sampleTime: Int64? = nil
) -> FoldState {
    FoldState(
        sequence: sequence, time: Nanoseconds(time), sampleTime: Nanoseconds(sampleTime ?? time), fold: fold,
        lean: Lean(tilt: tilt, filtered: Tilt(x: -pitch, y: roll), gravity: gravity), hinge: hinge, status: status,
        orientation: .rightUp)
}

/// An update from a hinge.
func hingeState(fold: Double, status: Status, hinge: Hinge) -> FoldState {
    FoldState(
        sequence: 17, time: Nanoseconds(12_266_666_700), sampleTime: Nanoseconds(12_266_666_700), fold: fold, lean: nil,
        hinge: hinge, status: status, orientation: .rightUp)
}

/// The bytes as text.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
