import Testing

@testable import FoldWire

@Suite("LineSplitter: bytes in, lines out")
struct LineSplitterTests {
    private static func lines(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        var splitter = LineSplitter()
        var lines: [String] = []
        for piece in pieces {
            splitter.append(piece)
            while let line = splitter.next() { lines.append(text(line)) }
        }
        return lines
    }

    @Test(
        "by \\n or \\r\\n",
        arguments: zip(
            [
                "", "a", "a\n", "a\r\n", "a\nb\n", "a\r\nb\nc", "\n", "\r\n", "\n\n", "a\rb\n", "a\r\r\n", "\r\r\n",
                "a\n\r\nb\n", "é\u{0}\n",
            ],
            [
                [], [], ["a"], ["a"], ["a", "b"], ["a", "b"], [""], [""], ["", ""], ["a\rb"], ["a\r"], ["\r"],
                ["a", "", "b"], ["é\u{0}"],
            ] as [[String]]))
    func endings(_ input: String, _ expected: [String]) {
        #expect(Self.lines([Array(input.utf8)[...]]) == expected)
    }

    @Test("split or joined anywhere they are the same")
    func splitAnywhere() {
        let bytes = Array("watch fold rate=max\r\nwatch off\n\nwatch samples\r\n\r\nrest".utf8)
        let expected = ["watch fold rate=max", "watch off", "", "watch samples", ""]
        for first in bytes.indices {
            for second in first..<bytes.endIndex {
                let found = Self.lines([bytes[..<first], bytes[first..<second], bytes[second...]])
                if found != expected { Issue.record("split at \(first) and \(second): \(found)") }
            }
        }
        #expect(Self.lines(bytes.indices.map { bytes[$0...$0] }) == expected)
    }

    @Test("it tells how much of a line waits for its end")
    func pending() {
        var splitter = LineSplitter()
        #expect(splitter.pending == 0)
        splitter.append(Array("abc".utf8)[...])
        let none = splitter.next()
        #expect(none == nil)
        #expect(splitter.pending == 3)
        splitter.append(Array("d\nef\ng".utf8)[...])
        #expect(splitter.next().map(text) == "abcd")
        #expect(splitter.pending == 4)
        #expect(splitter.next().map(text) == "ef")
        #expect(splitter.pending == 1)
        // The end of a line that may be on its way is not counted.
        splitter.append(Array("\r".utf8)[...])
        #expect(splitter.pending == 1)
        splitter.append(Array("\n".utf8)[...])
        #expect(splitter.next().map(text) == "g")
        #expect(splitter.pending == 0)
    }
}
