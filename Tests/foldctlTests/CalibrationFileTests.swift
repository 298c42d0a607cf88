import Foundation
import TestSupport
import Testing
import UnixProgram

@testable import foldctl

@Suite struct CalibrationFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let mark = "# Written by foldctl calibrate.\n"
    private static let matrix = mark + "[sensor]\nmatrix = a\n"
    private static let both = matrix + "[fold]\nlevel = b\n"

    static let additions: [(String?, Bool, String)] = [
        // what is there, whether it is forced, what is there then
        (nil, false, mark + "[fold]\nlevel = new\n"), (nil, true, mark + "[fold]\nlevel = new\n"),
        (matrix, false, matrix + "[fold]\nlevel = new\n"), (both, true, matrix + "[fold]\nlevel = new\n"),
        (mark + "[fold]\ngain = 2\n[sensor]\n", false, mark + "[fold]\nlevel = new\ngain = 2\n[sensor]\n"),
        // of two the last counts; a comment is none, nor is the key of another section
        (mark + "[fold]\nlevel = 1\nlevel=2\n", true, mark + "[fold]\nlevel = 1\nlevel = new\n"),
        (mark + "[fold]\n#level = 1\n", false, mark + "[fold]\nlevel = new\n#level = 1\n"),
        (mark + "[sensor]\nlevel = 1\n", false, mark + "[sensor]\nlevel = 1\n[fold]\nlevel = new\n"),
        // another's file keeps all else
        ("[fold]\n# mine\ngain = 2", true, "[fold]\nlevel = new\n# mine\ngain = 2\n"),
        ("", true, "[fold]\nlevel = new\n"),
    ]

    @Test(arguments: additions)
    func theKeyIsSetAndAllElseStays(_ before: String?, _ isForced: Bool, _ after: String) throws {
        if let before { try directory.file("c.conf", before) }
        var file = CalibrationFile(directory("c.conf"), section: "fold", key: "level")
        try file.prepare(isForced: isForced)
        file.set("new")
        #expect(file.text == after)
        try file.write()
        #expect(try String(contentsOfFile: directory("c.conf"), encoding: .utf8) == after)
        #expect(try directoryEntries(directory.path) == ["c.conf"])
        #expect(mode(directory("c.conf")) == 0o644)
    }

    static let refused: [(String, String)] = [
        (both, "has a level already; replace it with --force"),
        (mark + "[fold]\nlevel : 7\n", "has a level already"),
        ("[fold]\ngain = 2\n", "is not of foldctl calibrate"), ("", "is not of foldctl calibrate"),
        ("# Written by foldctl calibrate. Or not.\n", "is not of foldctl calibrate"),
    ]

    @Test(arguments: refused)
    func whatIsThereIsReplacedOnlyByForce(_ before: String, _ words: String) throws {
        try directory.file("c.conf", before)
        var file = CalibrationFile(directory("c.conf"), section: "fold", key: "level")
        let failure = thrown(Failure.self) { try file.prepare(isForced: false) }
        #expect(failure?.status == .cannotCreate)
        #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }

    @Test func onlyAPlainFileIsWritten() throws {
        try directory.file("d/c.conf", Self.matrix)
        symlink("d/c.conf", directory("link.conf"))
        for name in ["d", "link.conf"] {
            var file = CalibrationFile(directory(name), section: "fold", key: "level")
            let failure = thrown(Failure.self) { try file.prepare(isForced: true) }
            #expect(failure?.message.contains("is no plain file") == true)
        }
    }

    @Test func aDirectoryIsAsOpenAsItIsSaidToBeWhateverTheUmask() throws {
        // Group and others may write it, which the usual umasks take away; root's 077 took all from the daemon.
        try CalibrationFile.makeDirectory(directory("new"), mode: 0o777)
        #expect(mode(directory("new")) == 0o777)
        try CalibrationFile.makeDirectory(directory("new"))
        #expect(mode(directory("new")) == 0o777, "one that is there is its owner's")
    }

    @Test func withoutItsDirectoryNothingIsLeft() throws {
        var file = CalibrationFile(directory("none/c.conf"), section: "fold", key: "level")
        try file.prepare(isForced: false)
        file.set("new")
        let error = thrown(SystemError.self) { try file.write() }
        #expect(error?.code == ENOENT)
        #expect(try directoryEntries(directory.path) == [])
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        stat(path, &facts)
        return facts.st_mode & 0o777
    }
}
