import Foundation

/// The programs under test, and the files that tests of them go by.
enum Programs {
    /// Built together with these tests, and so beside them.
    static let folddaemon = beside("folddaemon")
    static let foldctl = beside("foldctl")
    static let readmeExample = beside("ReadmeExample")

    /// The package's own directory.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private static func beside(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
