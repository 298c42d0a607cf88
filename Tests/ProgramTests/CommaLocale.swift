import Foundation
import TestSupport

/// A locale that writes a comma where sysfs has a point.
enum CommaLocale {
    /// What a program's environment must have to run in it; nil where this machine neither has one nor can make it.
    static let environment: [String: String]? = try? make()

    /// Lives as long as the tests, and is removed as they end.
    nonisolated(unsafe) private static var directory: TemporaryDirectory?

    private static func make() throws -> [String: String]? {
        let name = "de_DE.UTF-8"
        for environment in [["LC_ALL": name], try compiled(name)] where try hasComma(environment) { return environment }
        return nil
    }

    private static func compiled(_ name: String) throws -> [String: String] {
        let directory = try TemporaryDirectory()
        Self.directory = directory
        atexit { CommaLocale.directory = nil }
        _ = try ChildProcess.run("localedef", ["-i", "de_DE", "-f", "UTF-8", directory(name)])
        return ["LC_ALL": name, "LOCPATH": directory.path]
    }

    private static func hasComma(_ environment: [String: String]) throws -> Bool {
        try ChildProcess.run("locale", ["decimal_point"], environment: environment).output == [","]
    }
}
