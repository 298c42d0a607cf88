import UnixProgram

@testable import folddaemon

/// The configuration file, as inih and the reader around it take it, against a reading of its own.
func fuzz(_ input: [UInt8]) {
    let expected = ReadConfiguration(input)
    switch load(input) {
    case .success(let configuration):
        claim(expected != nil, "a wrong line was passed over")
        let found = "\(configuration)"
        claim(found == expected.map { "\($0.configuration)" }, "read otherwise: \(found)")
        if !input.contains(UInt8(ascii: "\r")), let other = try? load(carriageReturns(input)).get() {
            claim("\(other)" == found, "a line's end made a difference")
        }
    case .failure(let failure):
        claim(expected == nil, "refused: \(failure.message)")
        claim(failure.status == .configuration, "the status \(failure.status)")
        claimSentence(failure.message)
        let place = failure.message.split(separator: ":")
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
        let number = place.count > 2 ? Int(place[1]) : nil
        claim(place.first == "input.conf" && number.map { (1...lines).contains($0) } == true, failure.message)
    }
}

private func load(_ bytes: [UInt8]) -> Result<Configuration, Failure> {
    do {
        var configuration = try ConfigurationFile.parse("input.conf", bytes, into: Configuration())
        // Where a value stands differs with the lines' ends, and is no part of what is read.
        configuration.origins = [:]
        return .success(configuration)
    } catch { return .failure(error) }
}

private func carriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).joined(separator: [0x0d, 0x0a]))
}

/// The rules of the file, once more: what a line is, and which key it sets.
private struct ReadConfiguration {
    var configuration = Configuration()
    private var section: [UInt8] = []

    init?(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) where !line.isEmpty {
            guard line.count <= 190, !line.contains(0), take(line) else { return nil }
        }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
        let text = Self.trimmed(line)
        if text.isEmpty { return true }
        if text.startIndex != line.startIndex { return false }
        guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return true }
        if first == UInt8(ascii: "[") {
            section = Array(text.dropFirst().dropLast())
            return text.count > 1 && text.firstIndex(of: UInt8(ascii: "]")) == text.endIndex - 1
        }
        guard let sign = text.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
            return false
        }
        let (name, value) = (Self.trimmed(text[..<sign]), Self.trimmed(text[(sign + 1)...]))
        let key = Configuration.keys.first {
            section.elementsEqual($0.section.utf8) && name.elementsEqual($0.name.utf8)
        }
        return key.map { (try? $0.set(&configuration, String(decoding: value, as: UTF8.self))) != nil } ?? false
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
        let front = text.drop(while: isBlank)
        return front[..<(front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex)]
    }
}
