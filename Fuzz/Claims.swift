import FoldWire

/// Ends the run with `sentence` where what must hold does not.
func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError(sentence()) }
}

/// Claims that `text` can be told to somebody: one short line without anything that a terminal obeys.
func claimSentence(_ text: String) {
    let isControl = { (scalar: UnicodeScalar) in scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) }
    claim(!text.isEmpty && text.utf8.count <= 500, "a sentence of \(text.utf8.count) bytes")
    claim(!text.unicodeScalars.contains(where: isControl), "a control character in \(text.debugDescription)")
}

/// Claims that `line` is one JSON line, its end included; what a client finds in it.
func claimLine(_ line: [UInt8]) -> WireLine? {
    claim(line.last == UInt8(ascii: "\n"), "a line without an end")
    claim(!line.dropLast().contains(UInt8(ascii: "\n")), "two lines instead of one")
    let wire = WireLine(line.dropLast())
    claim(wire != nil, "no JSON object: \(String(decoding: line, as: UTF8.self))")
    return wire
}
