import Testing
import UnixProgram
import TestSupport

@testable import folddaemon

@Suite struct OptionsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func theCommandLineIsBeforeDropInsBeforeTheFileBeforeTheDefault() throws {
        try directory.file(
            "f.conf",
            "[sensor]\nmode = buffered\nsource = iio:a\nrate = 10\n[service]\nfold-socket = /file\n[fold]\ngain = -2\n"
        )
        try directory.file(
            "f.conf.d/a.conf", "[sensor]\nmode = auto\nsource = iio:drop-in\n[service]\nfold-socket = /drop-in\n")
        let configuration = try options("--mode", "polled", "--source", "pipe:-").configuration
        #expect(configuration.sensor.mode == .polled)
        #expect(configuration.source == .pipe("-"))
        #expect(configuration.foldSocket == "/drop-in")
        #expect(configuration.sensor.rate == 10)
        #expect(configuration.tuning.gain == -2)
        #expect(configuration.tuning.deadzone == 0.03)
    }

    @Test func theCommandLineHoldsWhereverConfigStands() throws {
        let path = try directory.file("f.conf", "[sensor]\nmode = buffered\n")
        #expect(try Options(["--mode", "polled", "--config", path]).configuration.sensor.mode == .polled)
        #expect(try Options(["--config=\(path)", "--mode=polled"]).configuration.sensor.mode == .polled)
        #expect(try Options(["--config", path]).configuration.sensor.mode == .buffered)
    }

    @Test func theCommandLinesOrientationIsKeptApartFromTheFiles() throws {
        try directory.file("f.conf", "[fold]\norientation = bottom-up\n")
        let configuration = try options("--orientation", "landscape-left").configuration
        #expect(configuration.forcedOrientation == "landscape-left")
        #expect(configuration.orientation == "bottom-up")
    }

    @Test func itIsKnownWhoGaveAValue() throws {
        try directory.file("f.conf", "[sensor]\nmode = buffered\nrate = 10\n[service]\nexit-idle-time = 5\n")
        let configuration = try options(
            "--mode", "polled", "--socket", "/s", "--control=/c", "--source", "hinge", "--orientation", "normal",
            "--always-on", "--exit-idle-time", "0.5"
        ).configuration
        let texts = configuration.origins.mapValues { $0.text }
        #expect(texts["rate"] == "\(directory("f.conf")):3")
        let others = Configuration.keys.filter { texts[$0.name] == "the command line" }.map(\.name)
        #expect(
            Set(others) == [
                "mode", "fold-socket", "control-socket", "source", "orientation", "always-on", "exit-idle-time",
            ])
        #expect(configuration.exitIdleTime == 0.5)
    }

    @Test func whatOnlyTheCommandLineSaysIsTaken() throws {
        try directory.file("f.conf", "")
        let configuration = try options("--speed", "2.5", "--loop", "--always-on").configuration
        #expect(configuration.speed == .times(2.5))
        #expect(configuration.isLooping)
        #expect(configuration.alwaysOn)
        #expect(try options("--speed=max").configuration.speed == .max)
        #expect(try options().configuration.speed == .times(1))
    }

    @Test(arguments: [
        ("/a/./b//c.sock", "/a/b/c.sock"), ("//a", "/a"), ("/a/b/", "/a/b/"), ("/a/../b", "/a/../b"),
    ])
    func aPlaceIsWrittenInOneWay(_ path: String, _ expected: String) throws {
        try directory.file("f.conf", "")
        #expect(try options("--socket", path).configuration.foldSocket == expected)
    }

    @Test func bothSocketsCannotBeOne() throws {
        try directory.file("f.conf", "")
        let configuration = try options("--socket", "/a/b.sock", "--control", "/a//b.sock").configuration
        #expect(failure(of: { _ = try configuration.controlPath })?.status == .configuration)
        #expect(try options("--socket", "/a/b.sock").configuration.controlPath == "/a/control.sock")
    }

    @Test func aRelativeSocketStartsFromTheWorkingDirectory() throws {
        try directory.file("f.conf", "")
        #expect(try options("--socket", "/a/b").configuration.foldSocket == "/a/b")
        // Longer than an address where the working directory is deep.
        let here = workingDirectory()
        if here.utf8.count < 90 {
            #expect(try options("--socket", "fold.sock").configuration.foldSocket == "\(here)/fold.sock")
        }
    }

    @Test(
        arguments: [
            (["--help"], "help"), (["-h"], "help"), (["--version"], "version"), (["--check"], "check"), ([], "serve"),
        ] as [([String], String)])
    func sayWhatToDo(_ words: [String], action: String) throws {
        try directory.file("f.conf", "")
        #expect("\(try options(words).action)" == action)
    }

    @Test(arguments: ["--help", "--version"])
    func helpNeedsNoConfiguration(_ word: String) throws {
        #expect(throws: Never.self) { try Options([word, "--config", directory("missing.conf")]) }
    }

    @Test(arguments: [
        (["--exit-idle-time", "-1"], "--exit-idle-time"), (["--source", "nowhere"], "--source"),
        (["--speed", "0"], "--speed"), (["--speed", "-1"], "--speed"),
        (["--speed", "fast"], "--speed"), (["--speed", "nan"], "--speed"), (["--orientation", "up"], "--orientation"),
        (["--mode", "raw"], "--mode"), (["--socket", "/" + String(repeating: "s", count: 107)], "--socket"),
        (["--socket"], "--socket"), (["--loop=yes"], "--loop"), (["--frobnicate"], "--frobnicate"), (["-v"], "-v"),
        (["start"], "start"),
    ])
    func whatIsWrongIsUsageAndIsNamed(_ words: [String], name: String) throws {
        try directory.file("f.conf", "")
        let problem = failure(of: { _ = try options(words) })
        #expect(problem?.status == .usage)
        #expect(problem?.message.contains(name) == true)
    }

    private func options(_ words: String...) throws -> Options { try options(words) }

    private func options(_ words: [String]) throws -> Options {
        try Options(["--config", directory("f.conf")] + words)
    }
}
