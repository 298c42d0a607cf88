import PlainText

/// A line from the stream, as a client reads it: a flat look at one JSON object.
///
/// Members may be added to the protocol's objects later, so that what is not known is passed over.
public struct WireLine: Sendable {
    private var members: [String: String] = [:]

    /// The members of the JSON object in `line`; nil if it is none. Strings lose their quotes, everything else is kept
    /// as it was written.
    public init?(_ line: some Collection<UInt8>) {
        var scanner = JSONScanner(Array(line))
        guard scanner.take(UInt8(ascii: "{")) else { return nil }
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                guard let name = scanner.string(), scanner.take(UInt8(ascii: ":")), let value = scanner.value() else {
                    return nil
                }
                members[name] = value
            } while scanner.take(UInt8(ascii: ","))
            guard scanner.take(UInt8(ascii: "}")) else { return nil }
        }
        if !scanner.isAtEnd { return nil }
    }

    /// The member `name` as text.
    public func text(_ name: String) -> String? { members[name] }

    /// The member `name` as a number.
    public func number(_ name: String) -> Double? { members[name].flatMap { decimal($0) } }
}
