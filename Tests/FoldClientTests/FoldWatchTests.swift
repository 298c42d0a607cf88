import Glibc
import TestSupport
import Testing
import UnixProgram

@testable import FoldClient

@Suite("FoldWatch: a watch that outlives its connection")
struct FoldWatchTests {
    @Test("tries come quickly at first, and then once a second")
    func retryTimes() {
        var times = RetryTimes()
        let milliseconds = (1...8).map { _ in times.next() / 1_000_000 }
        #expect(milliseconds == [50, 100, 200, 400, 800, 1000, 1000, 1000])
    }

    @Test("whoever is turned away tries again ever more seldom, up to five seconds")
    func turnedAwayTimes() {
        var times = RetryTimes()
        let milliseconds = (1...9).map { _ in times.next(turnedAway: true) / 1_000_000 }
        #expect(milliseconds == [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000])
    }

    @Test("without a daemon it says so once, and then waits for its time")
    func waits() throws {
        let directory = try TemporaryDirectory()
        let watch = FoldWatch(socket: directory("fold.sock"), reconnects: true)
        #expect(watch.timeout == 0 && watch.descriptor == -1)
        var progress = try watch.advance { _ in }
        #expect(progress == .waits(path: directory("fold.sock")))
        #expect(watch.timeout > 0 && watch.timeout <= 50)
        for _ in 0..<3 {
            FileDescriptor.wait(watch.descriptor, for: Int16(POLLIN), timeout: watch.timeout)
            progress = try watch.advance { _ in }
            #expect(progress == .goesOn)
        }
        #expect(watch.timeout > 0)
    }

    @Test("where somebody listens and nobody answers, each connection says so once, and is kept")
    func silent() throws {
        let directory = try TemporaryDirectory()
        let path = directory("fold.sock")
        let server = try StandInServer(path)
        let watch = FoldWatch(socket: path, request: .default, reconnects: true, patience: 50_000_000)
        for round in 1...2 {
            #expect(try advances(watch, until: .silent(path: path)))
            #expect(watch.timeout == -1, "there is nothing more to tell")
            let daemon = try server.accept()
            // Late, but it serves.
            try daemon.say("line \(round)")
            FileDescriptor.wait(watch.descriptor, for: Int16(POLLIN), timeout: 10_000)
            var lines: [String] = []
            let progress = try watch.advance { lines.append(String(decoding: $0, as: UTF8.self)) }
            #expect(progress == .goesOn)
            #expect(lines == ["line \(round)"])
            daemon.end()
            #expect(try advances(watch, until: .waits(path: path)))
        }
    }

    @Test("whoever heard a word is not told of a silence after it")
    func quiet() throws {
        let directory = try TemporaryDirectory()
        let server = try StandInServer(directory("fold.sock"))
        let watch = FoldWatch(socket: server.path, request: .default, reconnects: false, patience: 50_000_000)
        var progress = try watch.advance { _ in }
        #expect(progress == .goesOn)
        let daemon = try server.accept()
        try daemon.say("a line")
        FileDescriptor.wait(watch.descriptor, for: Int16(POLLIN), timeout: 10_000)
        progress = try watch.advance { _ in }
        #expect(progress == .goesOn)
        #expect(watch.timeout == -1)
    }

    /// Whether `watch` comes to `progress` after steps that only go on, each when it asks for it.
    private func advances(_ watch: FoldWatch, until progress: FoldWatch.Progress) throws -> Bool {
        for _ in 1...10 {
            FileDescriptor.wait(watch.descriptor, for: Int16(POLLIN), timeout: watch.timeout)
            let next = try watch.advance { _ in }
            if next != .goesOn { return next == progress }
        }
        return false
    }

    @Test("a place where a daemon can never answer is not waited for")
    func wrongPlace() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("file", "")
        let long = directory(String(repeating: "x", count: 200))
        for (path, code) in [("\(file)/fold.sock", ENOTDIR), (long, ENAMETOOLONG)] {
            let watch = FoldWatch(socket: path, reconnects: true)
            let error = thrown(FoldClientError.self) { try watch.advance { _ in } }
            #expect(error == .unreachable(path: path, reason: SystemError(code)))
        }
    }
}
