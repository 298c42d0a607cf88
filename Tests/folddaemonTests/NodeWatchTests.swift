import Foundation
import TestSupport
import Testing
import UnixProgram

@testable import folddaemon

@Suite(.serialized) struct NodeWatchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What the watcher of `directory` tells, up to `count` times, while `steps` are done, the next after each word; the
    /// test fails by its time limit where a word does not come.
    private func words(
        _ count: Int, isSettled: @escaping (String) -> Bool = { _ in true }, _ steps: [() throws -> Void]
    ) throws -> [String] {
        let loop = try EventLoop()
        var words: [String] = []
        var rest = steps[...]
        let next = { if let step = rest.popFirst() { try? step() } }
        let watch = try NodeWatch(loop, directory: directory.path, isSettled: isSettled) { id, isGone in
            words.append("\(id) \(isGone ? "gone" : "there")")
            if words.count == count { loop.stop(.ok) } else { next() }
        }
        let deadline = try loop.timer { loop.stop(.unavailable) }
        deadline.set(BootClock.now() + 20_000_000_000)
        next()
        return withExtendedLifetime((watch, deadline)) {
            _ = loop.run()
            return words
        }
    }

    private func make(_ name: String) throws { try directory.file(name, "") }

    @Test func whatComesAndGoesIsTold() throws {
        try make("iio:device0")
        let told = try words(
            4,
            [
                { try make("iio:device1") }, { unlink(directory("iio:device0")) }, { try make("iio:device0") },
                {
                    try make("tty1")
                    unlink(directory("iio:device1"))
                },
            ])
        #expect(told == ["iio:device1 there", "iio:device0 gone", "iio:device0 there", "iio:device1 gone"])
    }

    @Test func aNodeThatBecomesSomebodyElsesIsTold() throws {
        try make("iio:device0")
        #expect(try words(1, [{ chmod(directory("iio:device0"), 0o640) }]) == ["iio:device0 there"])
    }

    @Test func udevsRulesAreWaitedFor() throws {
        var looks = 0
        let told = try words(
            1,
            isSettled: { _ in
                looks += 1
                return looks > 3
            }, [{ try make("iio:device0") }])
        #expect(told == ["iio:device0 there"])
        #expect(looks == 4)
    }

    @Test func withoutUdevNothingIsWaitedForLong() throws {
        #expect(try words(1, isSettled: { _ in false }, [{ try make("iio:device0") }]) == ["iio:device0 there"])
    }

    @Test func anotherNodeOfTheSameNameIsNew() {
        let node = NodeList.Node(number: 1, mode: 0o600, user: 0, group: 0)
        var other = node
        var list = NodeList(["iio:device0": node, "iio:device1": node])
        other.number = 2
        let news = list.take(["iio:device0": other, "iio:device2": node])
        #expect(news.gone == ["iio:device1"])
        #expect(news.new == ["iio:device0", "iio:device2"])
        let none = list.take(["iio:device0": other, "iio:device2": node])
        #expect(none.gone.isEmpty && none.new.isEmpty)
    }
}
