import Foundation
import UnixProgram

/// A directory of a test's own, which goes with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/folddaemon-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in it.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the file `name` of `text`; its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
        return self(name)
    }
}
