import Glibc
import Testing
import UnixProgram
import TestSupport

@testable import folddaemon

@Suite struct ConfigurationFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func takesTheKeysOfItsSections() throws {
        let configuration = try load(
            """
            # The tablet in the kitchen.
            ; Another comment.

            [sensor]
            rate = 100
            mode=polled

            [fold]
            gain   =   -2
            level = 0.01, -0.02
            [service]
            clients = 7

            """)
        #expect(configuration.sensor.rate == 100)
        #expect(configuration.sensor.mode == .polled)
        #expect(configuration.tuning.gain == -2)
        #expect(configuration.tuning.level.x == 0.01)
        #expect(configuration.tuning.level.y == -0.02)
        #expect(configuration.clients == 7)
        #expect(configuration.tuning.deadzone == 0.03)
    }

    @Test(arguments: ["", "\n", "\r\n\r\n", "# nothing\n", "   \n\t\n", "\u{b}\n\u{c}\r\n", "[fold]\n"])
    func withoutAKeyItChangesNothing(_ text: String) throws {
        let configuration = try load(text)
        #expect(configuration.tuning.gain == -1.6)
        #expect(configuration.sensor.rate == 60)
    }

    @Test(arguments: [
        "[fold]\r\ngain = -2\r\n[sensor]\r\nrate = 100\r\n",
        "[fold]\ngain = -2\n[sensor]\nrate = 100",
        "[fold]\r\n\r\ngain = -2\n[sensor]\r\nrate = 100\r",
        "[fold]\ngain: -2\n[sensor]\nrate: 100\n",
        "[fold] \t\ngain = -2\n[sensor] \r\nrate = 100\n",
    ])
    func lineEndsOfAnySystemAreTaken(_ text: String) throws {
        let configuration = try load(text)
        #expect(configuration.tuning.gain == -2)
        #expect(configuration.sensor.rate == 100)
    }

    @Test func ofAKeyThatStandsTwiceTheLastCounts() throws {
        #expect(try load("[fold]\ngain = -2\ngain = -3\n").tuning.gain == -3)
    }

    @Test func aSemicolonAfterABlankBelongsToTheValue() throws {
        #expect(try load("[sensor]\nsource = iio:left ; right # top\n").source == .iio("left ; right # top"))
        let problem = failure(of: { try load("[fold]\ngain = -2 ; steeper\n") })
        #expect(problem?.message.contains("-2 ; steeper") == true)
    }

    @Test(arguments: [
        // the text, its wrong line, what the sentence must name
        ("[fold]\ngain = steep\n", 2, ["gain", "'steep'", "-10…10"]),
        ("[fold]\n\n# c\ngain = 11\n", 4, ["gain", "'11'", "-10…10"]),
        ("[sensor]\nrate = 0\n", 2, ["rate", "'0'", "1…400"]),
        ("[sensor]\nmode = raw\n", 2, ["mode", "'raw'", "auto", "buffered", "polled"]),
        ("[fold]\norientation = up\n", 2, ["orientation", "'up'", "landscape-right", "bottom-up"]),
        ("[fold]\ngain =\n", 2, ["gain", "''"]),
        ("[fold]\ntilt = 1\n", 2, ["'tilt'", "[fold]", "gain", "deadzone", "smoothing", "level", "orientation"]),
        ("[fold]\nGain = 1\n", 2, ["'Gain'", "[fold]"]),
        ("[sensor]\ngain = 1\n", 2, ["'gain'", "[sensor]", "rate"]),
        ("[folds]\ngain = 1\n", 2, ["[folds]", "[sensor]", "[fold]", "[service]"]),
        ("[\u{1b}[2J]\ngain = 1\n", 2, ["'[\\x1b[2J]'"]),
        ("gain = 1\n", 1, ["section"]),
        ("[fold] gain = 1\n", 1, ["[section]", "new line"]),
        ("[fold]]\n", 1, ["[section]", "new line"]),
        ("[fold] # tilt\n", 1, ["[section]", "new line"]),
        ("[fold]\ngain\n", 2, ["key = value"]),
        ("[fold\ngain = 1\n", 1, ["[section]"]),
        ("[fold]\n gain = -2\n", 2, ["blank"]),
        ("[fold]\n\tgain = -2\n", 2, ["blank"]),
        ("\u{c}[fold] gain = 1\n", 1, ["blank"]),
        ("[fold]\ngain = -2\n  # indented\n", 3, ["blank"]),
        ("[fold]\ngain = -2\0\n", 2, ["NUL"]),
        ("\0\0\0", 1, ["NUL"]),
        ("[fold]\ngain = -2\nlevel = 0\ngain = x\n", 3, ["level"]),
    ])
    func whatIsWrongIsToldWithItsLine(_ text: String, line: Int, words: [String]) {
        expectRefusal(line: line, words) { try load(text) }
    }

    @Test func aLineOfOneHundredAndNinetyBytesIsTheLongest() throws {
        let value = "-2" + String(repeating: "0", count: 190 - "gain = -2.".utf8.count)
        let longest = "gain = -2." + value.dropFirst(2)
        #expect(longest.utf8.count == 190)
        #expect(try load("[fold]\n\(longest)\n").tuning.gain == -2)
        expectRefusal(line: 2, ["190"]) { try load("[fold]\n\(longest)0\n") }
        expectRefusal(line: 1, ["190"]) { try load("# " + String(repeating: "c", count: 189)) }
    }

    @Test func aMissingFileIsAnErrorOnlyIfItWasNamed() throws {
        let path = directory("missing.conf")
        #expect(try ConfigurationFile.load(path, isNamed: false, into: Configuration()).tuning.gain == -1.6)
        let problem = failure(of: { _ = try ConfigurationFile.load(path, isNamed: true, into: Configuration()) })
        #expect(problem?.status == .noInput)
        #expect(problem?.message.contains(path) == true)
    }

    @Test func aDirectoryIsNoConfiguration() {
        let problem = failure(of: {
            _ = try ConfigurationFile.load(directory.path, isNamed: true, into: Configuration())
        })
        #expect(problem?.status == .noInput)
    }

    @Test func dropInsComeAfterTheFileInTheOrderOfTheirNames() throws {
        try directory.file("f.conf.d/20-b.conf", "[fold]\ngain = -4\ndeadzone = 0.2\n")
        try directory.file("f.conf.d/10-a.conf", "[fold]\ngain = -3\ndeadzone = 0.1\nsmoothing = 0.5\n")
        try directory.file("f.conf.d/30-c.conf.off", "[fold]\ngain = -9\n")
        let configuration = try load("[fold]\ngain = -2\nsmoothing = 0.4\n[sensor]\nrate = 100\n")
        #expect(configuration.tuning.gain == -4)
        #expect(configuration.tuning.deadzone == 0.2)
        #expect(configuration.tuning.smoothing == 0.5)
        #expect(configuration.sensor.rate == 100)
    }

    @Test func eachValueIsKnownWithItsFileAndLine() throws {
        let dropIn = try directory.file("f.conf.d/10-a.conf", "\n# turned\n[fold]\ngain = -3\n")
        let configuration = try load("[fold]\ngain = -2\r\n\nsmoothing = 0.4\nsmoothing = 0.12\n")
        let texts = configuration.origins.mapValues { $0.text }
        #expect(texts == ["gain": "\(dropIn):4", "smoothing": "\(directory("f.conf")):5"])
    }

    @Test func hiddenDropInsAreAnEditorsAndNotRead() throws {
        try directory.file("f.conf.d/10-a.conf", "[fold]\ngain = -3\n")
        // Emacs' lock on a file with changes that are not saved.
        symlink("me@host.1:2", directory("f.conf.d/.#10-a.conf"))
        try directory.file("f.conf.d/.10-b.conf", "[fold]\ngain = steep\n")
        let loaded = try ConfigurationFile.load(directory("f.conf"), isNamed: false, into: Configuration())
        #expect(loaded.tuning.gain == -3)
    }

    @Test func aDropInThatCannotBeReadIsTheServicesUsersToRead() throws {
        try directory.file("f.conf.d/10-a.conf", "")
        symlink("nowhere", directory("f.conf.d/20-b.conf"))
        let problem = thrown(Failure.self) {
            try ConfigurationFile.load(directory("f.conf"), isNamed: false, into: Configuration())
        }
        #expect(
            problem?.message
                == "cannot read \(directory("f.conf.d/20-b.conf")): No such file or directory; let the service's user read it, or move it away"
        )
    }

    @Test func dropInsCountWithoutTheFileToo() throws {
        try directory.file("f.conf.d/a.conf", "[fold]\ngain = -3\n")
        let configuration = try ConfigurationFile.load(directory("f.conf"), isNamed: false, into: Configuration())
        #expect(configuration.tuning.gain == -3)
    }

    @Test func anErrorInADropInNamesTheDropIn() throws {
        let dropIn = try directory.file("f.conf.d/a.conf", "[fold]\n\ngain = x\n")
        let problem = failure(of: { try load("[fold]\ngain = -2\n") })
        #expect(problem?.status == .configuration)
        #expect(problem?.message.hasPrefix("\(dropIn):3: ") == true)
    }

    @discardableResult
    private func load(_ text: String) throws -> Configuration {
        let path = try directory.file("f.conf", text)
        return try ConfigurationFile.load(path, isNamed: true, into: Configuration())
    }

    private func expectRefusal(line: Int, _ words: [String], _ body: () throws -> Configuration) {
        let problem = failure(of: { _ = try body() })
        #expect(problem?.status == .configuration)
        let message = problem?.message ?? ""
        #expect(message.hasPrefix("\(directory("f.conf")):\(line): "), "\(message)")
        for word in words { #expect(message.contains(word), "\(message)") }
    }
}
