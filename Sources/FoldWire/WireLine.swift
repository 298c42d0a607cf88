import PlainText

/// A line from the daemon, as a client reads it: a look at the members of one JSON object.
///
/// Members may be added to the protocol's objects later, so that what is not known is passed over.
public struct WireLine: Sendable {
    private struct Member {
        let name: String
        let text: String
        let isString: Bool
    }

    private var members: [Member] = []

    /// The members of the JSON object in `line`; nil if it is none. Strings lose their quotes, everything else is kept
    /// as it was written. Of a name that comes twice the last counts.
    public init?(_ line: some Collection<UInt8>) {
        var scanner = JSONScanner(Array(line))
        guard scanner.take(UInt8(ascii: "{")) else { return nil }
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                guard let name = scanner.string(), scanner.take(UInt8(ascii: ":")) else { return nil }
                let isString = scanner.comesNext(UInt8(ascii: "\""))
                guard let text = scanner.value() else { return nil }
                members.removeAll { $0.name == name }
                members.append(Member(name: name, text: text, isString: isString))
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return nil }
        }
        if !scanner.isAtEnd { return nil }
    }

    /// The members' names, in their order.
    public var names: [String] {
        // A key path in what other modules inline ends the release build by Swift 6.0.3.
        members.map { $0.name }
    }

    /// The member `name` as text: a string's characters, anything else as it was written.
    public func text(_ name: String) -> String? { member(name)?.text }

    /// The member `name`, where it is a string.
    public func string(_ name: String) -> String? {
        member(name).flatMap { $0.isString ? $0.text : nil }
    }

    /// The member `name`, where it is a number.
    public func number(_ name: String) -> Double? {
        member(name).flatMap { $0.isString ? nil : decimal($0.text) }
    }

    /// The member `name`, with all that is in it.
    public func value(_ name: String) -> WireValue? {
        member(name).flatMap { $0.isString ? .text($0.text) : WireValue(json: $0.text.utf8) }
    }

    private func member(_ name: String) -> Member? { members.first { $0.name == name } }
}
