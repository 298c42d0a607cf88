import Foundation

@testable import FoldWire

/// What a client reads: JSON lines, from a daemon of any version.
func fuzz(_ input: [UInt8]) {
    string(input)
    guard let line = WireLine(input) else { return }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let core = input.drop(while: isBlank)
    let end = core.lastIndex { !isBlank($0) } ?? core.startIndex
    claim(core.first == UInt8(ascii: "{") && core[end] == UInt8(ascii: "}"), "no braces, and an object nevertheless")
    claim(WireLine(core[..<end]) == nil, "whole without its end")
    claim(WireLine([0x20, 0x09] + input + [0x09, 0x20]) != nil, "blanks make a difference")
    for name in ["a", "fold", "seq"] {
        if let number = line.number(name) { claim(number.isFinite, "\(name) is \(number)") }
    }
}

/// A string that is understood is written so that it is understood once more; and as Foundation understands it.
private func string(_ input: [UInt8]) {
    var scanner = JSONScanner(input)
    guard let text = scanner.string() else { return }
    var written: [UInt8] = []
    written.append(json: text)
    var again = JSONScanner(written)
    claim(again.string() == text && again.isAtEnd, "written otherwise than read: \(text.debugDescription)")
    // Foundation refuses what is no UTF-8, which here becomes U+FFFD, and drops a byte-order mark wherever it stands.
    guard !text.unicodeScalars.contains(where: { ["\u{fffd}", "\u{feff}"].contains($0) }) else { return }
    guard let quote = input.firstIndex(of: UInt8(ascii: "\"")), let end = end(of: input, from: quote) else { return }
    let data = Data(input[quote..<end])
    let other = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? String
    claim(
        other.map { Array($0.utf8) } == Array(text.utf8),
        "\(text.debugDescription), and not \(String(describing: other))")
}

/// The place after the string that begins at `quote`.
private func end(of input: [UInt8], from quote: Int) -> Int? {
    var at = quote + 1
    while at < input.count, input[at] != UInt8(ascii: "\"") { at += input[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return at < input.count ? at + 1 : nil
}
