import Foundation

@testable import PlainText

/// Numbers as text, read and written, against the C library's.
func fuzz(_ input: [UInt8]) {
    guard let number = DecimalNumber(input, in: 0..<input.count) else { return }
    let text = String(decoding: input, as: UTF8.self)
    let value = strtod(text, nil)
    let read = number.double(input)
    claim(read?.bitPattern == (value.isFinite ? value.bitPattern : nil), "\(text) is \(read as Double?), not \(value)")
    if let billionths = number.billionths {
        let error = abs(Double(billionths) - value * 1e9)
        claim(error <= 1 + abs(value) * 1e9 * 0x1p-50, "\(text) is \(billionths) billionths")
        write(time: billionths)
    } else {
        claim(abs(value) > 3.999999e9, "\(text) is no time")
    }
    if value.isFinite { write(value) }
}

private func write(_ value: Double) {
    var fixed: [UInt8] = []
    fixed.append(fixed: value)
    let expected = String(format: "%.6f", value)
    let isZero = expected == "-0.000000"
    let found = String(decoding: fixed, as: UTF8.self)
    claim(abs(value) >= 0x1p63 ? found == "null" : found == (isZero ? "0.000000" : expected), "\(value) as \(found)")
    var shortest: [UInt8] = []
    shortest.append(shortest: value)
    let back = DecimalNumber(shortest, in: 0..<shortest.count)?.double(shortest)
    claim(back == value, "\(value) as \(String(decoding: shortest, as: UTF8.self))")
}

private func write(time: Int64) {
    var text: [UInt8] = []
    text.append(exactSeconds: time)
    claim(
        DecimalNumber(text, in: 0..<text.count)?.billionths == time,
        "\(time) as \(String(decoding: text, as: UTF8.self))")
}
