import CInih
import Glibc
import PlainText
import Recordings
import UnixProgram

/// The configuration file and its drop-ins, read by inih line by line.
///
/// inih gives its handler no line number and cuts long lines silently, so that the lines are handed to it by a reader of
/// our own, which counts them and refuses what inih would misread.
final class ConfigurationFile {
    static let defaultPath = "/etc/folddaemon/folddaemon.conf"
    /// inih's own limit is 200 bytes, newline and NUL included.
    private static let longestLine = 190
    private static let longestFile = 1 << 20

    private let path: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 0
    private var configuration: Configuration
    private var failure: Failure?

    /// `configuration` with what stands in `path` and in the files `path`.d/*.conf, in their names' order, without hidden ones.
    ///
    /// The default file may be missing; one that was named (`isNamed`) may not.
    static func load(_ path: String, isNamed: Bool, into configuration: Configuration) throws -> Configuration {
        var result = configuration
        if isNamed || access(path, F_OK) == 0 {
            result = try parse(path, FileDescriptor.contents(path, limit: longestFile), into: result)
        }
        // What begins with a point is an editor's, not the owner's.
        for name in try dropIns(path + ".d").sorted() where name.hasSuffix(".conf") && !name.hasPrefix(".") {
            let dropIn = "\(path).d/\(name)"
            let advice = "let the service's user read it, or move it away"
            result = try parse(dropIn, FileDescriptor.contents(dropIn, limit: longestFile, advice), into: result)
        }
        return result
    }

    private static func dropIns(_ path: String) throws(Failure) -> [String] {
        do { return try directoryEntries(path) } catch {
            throw Failure(
                error.status(otherwise: .configuration),
                "cannot read \(path): \(error); make it readable, or move it away")
        }
    }

    /// `configuration` with what `bytes` say, the text of the file `path`.
    static func parse(
        _ path: String, _ bytes: [UInt8], into configuration: Configuration
    ) throws(Failure) -> Configuration {
        try ConfigurationFile(path, bytes, configuration).parse()
    }

    private init(_ path: String, _ bytes: [UInt8], _ configuration: Configuration) {
        self.path = path
        self.bytes = bytes
        self.configuration = configuration
    }

    private func parse() throws(Failure) -> Configuration {
        inih_take_lines_as_they_stand()
        let this = Unmanaged.passUnretained(self).toOpaque()
        let wrongLine = ini_parse_stream(
            { text, capacity, data in
                guard let data, let text else { return nil }
                return Unmanaged<ConfigurationFile>.fromOpaque(data).takeUnretainedValue().nextLine(text, Int(capacity))
            }, this,
            { data, section, key, value in
                guard let data, let section, let key, let value else { return 0 }
                let file = Unmanaged<ConfigurationFile>.fromOpaque(data).takeUnretainedValue()
                file.take(String(cString: section), String(cString: key), String(cString: value))
                return 1
            }, this)
        if let failure { throw failure }
        if wrongLine != 0 {
            throw Failure(
                .configuration, "\(path):\(wrongLine): neither '[section]' nor 'key = value' nor a comment with '#'")
        }
        return configuration
    }

    /// Copies the next line into `text`; nil at the end, or at what inih would misread.
    private func nextLine(_ text: UnsafeMutablePointer<CChar>, _ capacity: Int) -> UnsafeMutablePointer<CChar>? {
        guard position < bytes.count, failure == nil else { return nil }
        line += 1
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let content = bytes[position..<end]
        position = end + 1
        if content.count > Self.longestLine || content.count + 2 > capacity {
            return refuse("a line of over \(Self.longestLine) bytes; shorten it")
        }
        if content.contains(0) { return refuse("a NUL byte; this is no configuration file") }
        if let first = content.first, Self.isBlank(first), !content.allSatisfy(Self.isBlank) {
            return refuse("a line that begins with a blank; begin it in the first column")
        }
        if content.first == UInt8(ascii: "["), !Self.isSection(content) {
            return refuse("'[section]' and more in one line; begin a new line after the section")
        }
        for (index, byte) in content.enumerated() { text[index] = CChar(bitPattern: byte) }
        text[content.count] = CChar(bitPattern: UInt8(ascii: "\n"))
        text[content.count + 1] = 0
        return text
    }

    /// Whether a line that begins with `[` has its `]`, and nothing after it. Without one inih itself refuses it.
    private static func isSection(_ line: ArraySlice<UInt8>) -> Bool {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")) else { return true }
        return line[(end + 1)...].allSatisfy(isBlank)
    }

    /// What inih takes for a blank: C's isspace.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private func refuse(_ problem: String) -> UnsafeMutablePointer<CChar>? {
        failure = Failure(.configuration, "\(path):\(line): \(problem)")
        return nil
    }

    private func take(_ section: String, _ key: String, _ value: String) {
        guard failure == nil else { return }
        guard let known = Configuration.keys.first(where: { $0.section == section && $0.name == key }) else {
            let keys = Configuration.keys.filter { $0.section == section }.map(\.name)
            let problem =
                section.isEmpty
                ? "a key above the first section; put it below [sensor], [fold] or [service]"
                : keys.isEmpty
                    ? "there is no section \(quoted("[\(section)]".utf8)); use [sensor], [fold] and [service]"
                    : "there is no key \(quoted(key.utf8)) in [\(section)]; use \(keys.joined(separator: ", "))"
            _ = refuse(problem)
            return
        }
        configuration.origins[key] = .file(path, line: line)
        do { try known.set(&configuration, value) } catch { _ = refuse("[\(section)] \(error.problem)") }
    }
}
