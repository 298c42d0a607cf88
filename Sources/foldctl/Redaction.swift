/// Takes out of a text what tells whose machine it is from: the host's name and home directories.
struct Redaction {
    private let hosts: [[UInt8]]
    private let home: [UInt8]

    /// What stands for the host's name.
    static let host = "[host]"
    /// What stands for a user's own directory's name.
    static let user = "[user]"

    /// Takes out the names `host`, longest first, and the directory `home`.
    init(host: [String], home: String?) {
        // Upper and lower case are told apart: a host that is called debian leaves Debian its name.
        hosts = Set(host).map { Array($0.utf8) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        let path = Array((home ?? "").utf8)
        self.home = path.last == UInt8(ascii: "/") ? path.dropLast() : path
    }

    /// `text` without them.
    func redact(_ text: String) -> String {
        var bytes = Array(text.utf8)
        if home.count > 1 { bytes = Self.replace(home, by: "~", in: bytes, isEnd: Self.endsPath) }
        bytes = Self.withoutUsers(bytes)
        for host in hosts { bytes = Self.replace(host, by: Self.host, in: bytes, isEnd: { !Self.isWord($0) }) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `text` with `new` for each `old` that stands as a whole word, or ends where `isEnd` says so of what follows.
    private static func replace(
        _ old: [UInt8], by new: String, in text: [UInt8], isEnd: (UInt8?) -> Bool
    ) -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        while at < text.count {
            let end = at + old.count
            if text[at...].starts(with: old), !isWord(at > 0 ? text[at - 1] : nil),
                isEnd(end < text.count ? text[end] : nil)
            {
                result += new.utf8
                at = end
            } else {
                result.append(text[at])
                at += 1
            }
        }
        return result
    }

    /// `text` with `[user]` for what stands after `/home/`.
    private static func withoutUsers(_ text: [UInt8]) -> [UInt8] {
        let start = Array("/home/".utf8)
        var result: [UInt8] = []
        var at = 0
        while at < text.count {
            guard text[at...].starts(with: start) else {
                result.append(text[at])
                at += 1
                continue
            }
            result += start
            at += start.count
            let name = text[at...].prefix { $0 != UInt8(ascii: "/") && !endsText($0) }
            if !name.isEmpty { result += user.utf8 }
            at += name.count
        }
        return result
    }

    private static func endsPath(_ byte: UInt8?) -> Bool { byte.map { $0 == UInt8(ascii: "/") || !isWord($0) } ?? true }

    private static func endsText(_ byte: UInt8) -> Bool {
        byte <= 0x20
            || [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "'"), 0x22].contains(byte)
    }

    private static func isWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
