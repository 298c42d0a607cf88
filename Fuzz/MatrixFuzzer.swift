import MotionCore
import PlainText

@testable import IIOSensor

/// Mount matrices as drivers, udev and owners give them: a reading `x, y, z` in the first line, then a matrix a line.
func fuzz(_ input: [UInt8]) {
    let lines = input.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard let first = lines.first else { return }
    let numbers = first.split(separator: ",").map { decimal(trimmed($0)) ?? 1 } + [0, 0, 0]
    let reading = Vector3(numbers[0], numbers[1], numbers[2])
    let texts = lines.dropFirst().prefix(8)
    for text in texts { check(text, reading) }
    let found = FoundMatrix.first(of: texts.map { ("the driver", $0) })
    for warning in found.warnings { claimSentence(warning) }
    claim(found.matrix.usable == found.matrix, "an unusable one was found: \(found)")
    check(found.matrix, reading)
}

private func check(_ text: String, _ reading: Vector3) {
    guard let matrix = MountMatrix(text: text) else { return }
    claim(MountMatrix(text: matrix.text) == matrix, "written otherwise than read: \(matrix)")
    guard let usable = matrix.usable else { return }
    claim(usable.x == matrix.x && usable.y == matrix.y, "a row that shapes the fold was changed: \(matrix)")
    claim(usable.usable == usable, "used, and not usable: \(usable)")
    check(usable, reading)
}

/// Claims what follows from rows of 0.9…1.1 that are not near to parallel: nothing grows much, and nothing vanishes.
private func check(_ matrix: MountMatrix, _ reading: Vector3) {
    // Beyond, the sums of a product may overflow on the way.
    guard abs(reading.x) < 1e150, abs(reading.y) < 1e150, abs(reading.z) < 1e150 else { return }
    let turned = matrix.apply(reading)
    claim(turned.isFinite, "\(matrix) makes \(turned) of \(reading)")
    claim(turned.length <= 1.91 * reading.length * (1 + 1e-12), "\(matrix) makes \(turned) of \(reading)")
    // Under it, what is left of a product may be nothing.
    if reading.length > 1e-150 {
        claim(turned.length >= 0.1 * reading.length, "\(matrix) makes \(turned) of \(reading)")
    }
}
