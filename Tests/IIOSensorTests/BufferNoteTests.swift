import Foundation
import TestSupport
import Testing

@testable import IIOSensor

@Suite struct BufferNoteTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func case26WhatThisProcessNotedIsItsOwn() throws {
        let note = try #require(BufferNote(in: directory("")))
        #expect(!note.claims("/sys/devices/hub"))
        note.write("/sys/devices/hub")
        #expect(note.claims("/sys/devices/hub"))
        #expect(!note.claims("/sys/devices/another"))
        note.remove()
        #expect(!note.claims("/sys/devices/hub"))
    }

    /// A note of three lines that are the machine's, but for what is changed.
    private func noted(boot: String? = nil, process: String, birth: String) throws -> Bool {
        let note = try #require(BufferNote(in: directory("")))
        note.write("/sys/devices/hub")
        var lines = try String(contentsOfFile: directory("buffer"), encoding: .utf8).split(separator: "\n").map(
            String.init)
        lines[1] = boot ?? lines[1]
        (lines[2], lines[3]) = (process, birth)
        _ = try directory.file("buffer", lines.joined(separator: "\n") + "\n")
        return note.claims("/sys/devices/hub")
    }

    @Test func case26ALeftoverOfAProcessThatIsNoMoreIsOurs() throws {
        // No process has a number so high.
        #expect(try noted(process: "99999999", birth: "5"))
        // Process 1 lives, but began at another time.
        #expect(try noted(process: "1", birth: "99999999999"))
    }

    @Test func case26AnotherServiceThatLivesKeepsItsBuffer() throws {
        let stat = try String(contentsOfFile: "/proc/1/stat", encoding: .utf8)
        let birth = String(stat.split(separator: ")").last?.split(separator: " ")[19] ?? "")
        #expect(try !noted(process: "1", birth: birth))
    }

    @Test func case26ANoteOfAnEarlierBootSaysNothing() throws {
        #expect(try !noted(boot: "earlier", process: "99999999", birth: "5"))
    }
}
