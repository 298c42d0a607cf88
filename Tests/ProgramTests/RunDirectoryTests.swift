import Glibc
import TestSupport
import Testing

/// Where a daemon notes which buffer is its own.
@Suite struct RunDirectoryTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [("", "run"), ("own", "own"), ("own:/elsewhere", "own")])
    func itIsTheUnitsOwnOrTheSockets(_ unit: String, _ place: String) throws {
        mkdir(directory("own"), 0o700)
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100)
        let given = unit.isEmpty ? [:] : ["RUNTIME_DIRECTORY": directory(unit)]
        let daemon = try RunningDaemon(
            in: directory, source: "auto", ["--mode", "buffered"],
            environment: tablet.environment.merging(given) { $1 })
        let client = try daemon.connect()
        _ = try client.next { sequence(of: $0) != nil }
        #expect(["run", "own"].filter { exists(directory("\($0)/buffer")) } == [place])
        #expect(try daemon.end() == 0)
        #expect(!exists(directory("\(place)/buffer")))
    }
}
