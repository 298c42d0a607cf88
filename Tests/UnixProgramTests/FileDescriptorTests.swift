import Glibc
import Testing
import UnixProgram
import TestSupport

@Suite struct FileDescriptorTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [0, 1, 99, 100])
    func contentsAreReadUpToTheLimit(_ length: Int) throws {
        let text = String(repeating: "x", count: length)
        let path = try directory.file("f", text)
        #expect(try FileDescriptor.contents(path, limit: 100) == Array(text.utf8))
    }

    @Test func contentsOverTheLimitAreRefused() throws {
        let path = try directory.file("f", String(repeating: "x", count: 101))
        expectNoInput(naming: "100") { try FileDescriptor.contents(path, limit: 100) }
    }

    @Test func contentsOfAFileLongerThanOneReadAreWhole() throws {
        let text = String((0..<200_000).map { Character(UnicodeScalar(UInt8(0x20 + $0 % 90))) })
        let path = try directory.file("f", text)
        #expect(try FileDescriptor.contents(path, limit: 1 << 20) == Array(text.utf8))
    }

    @Test func aDirectoryIsNoInput() {
        expectNoInput(naming: "directory") { try FileDescriptor.contents(directory.path, limit: 100) }
    }

    @Test func aMissingFileIsNoInput() {
        expectNoInput(naming: directory("missing")) { try FileDescriptor.contents(directory("missing"), limit: 100) }
    }

    @Test func aPathThroughAFileIsNoInput() throws {
        let path = try directory.file("f", "")
        expectNoInput(naming: "\(path)/g") { try FileDescriptor.contents("\(path)/g", limit: 100) }
    }

    @Test func aWaitEndsWithTheInputOrWithTheTime() throws {
        let pipe = try UnnamedPipe()
        #expect(!FileDescriptor.wait(pipe.output, for: Int16(POLLIN), timeout: 0))
        #expect(!FileDescriptor.wait(pipe.output, nanoseconds: 1_000_000))
        try FileDescriptor.writeAll(pipe.input, [1])
        #expect(FileDescriptor.wait(pipe.output, for: Int16(POLLIN), timeout: 10_000))
        #expect(FileDescriptor.wait(pipe.output, nanoseconds: 10_000_000_000))
        #expect(FileDescriptor.wait(pipe.output, nanoseconds: nil))
    }

    @Test func writeAllWaitsForAReaderThatIsSlow() throws {
        let pipe = try UnnamedPipe()
        FileDescriptor.setNonblocking(pipe.input, true)
        // Sixteen times what a pipe holds.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let writer = try Thread { [input = pipe.input] in try? FileDescriptor.writeAll(input, bytes) }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while received.count < bytes.count,
            FileDescriptor.wait(pipe.output, for: Int16(POLLIN), timeout: 10_000),
            case .value(let count) = FileDescriptor.read(pipe.output, into: &buffer)
        {
            received += buffer[..<count]
        }
        #expect(received == bytes)
        #expect(writer.join(timeout: 10_000))
        pipe.closeInput()
    }

    @Test func pipesAndPlainFilesAreToldApart() throws {
        let pipe = try UnnamedPipe()
        let file = try FileDescriptor.openInput(try directory.file("f", ""))
        defer { FileDescriptor.close(file) }
        #expect(FileDescriptor.isPipe(pipe.output))
        #expect(!FileDescriptor.isRegularFile(pipe.output))
        #expect(FileDescriptor.isRegularFile(file))
        #expect(!FileDescriptor.isPipe(file))
        #expect(!FileDescriptor.isTerminal(file))
    }

    @Test func aDirectorysNamesAreItsEntriesAndAMissingOneHasNone() throws {
        _ = try directory.file("a", "")
        _ = try directory.file(".b", "")
        #expect(((try? directoryEntries(directory.path)) ?? []).sorted() == [".b", "a"])
        #expect(((try? directoryEntries(directory("missing"))) ?? []) == [])
    }

    private func expectNoInput(naming words: String, _ body: () throws -> [UInt8]) {
        let failure = failure(of: { _ = try body() })
        #expect(failure?.status == .noInput)
        #expect(failure?.message.contains(words) == true)
    }
}
