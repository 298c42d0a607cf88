import Foundation
import UnixProgram

/// A directory of a test's own, which goes with it.
public final class TemporaryDirectory: Sendable {
    /// Its path.
    public let path: String

    /// Makes one.
    public init() throws {
        var template = Array("/tmp/folddaemon-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in it.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the file `name` of `text`, and the directories that lead to it; its path.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String {
        let parent = URL(fileURLWithPath: self(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
        return self(name)
    }
}
