import PlainText

extension WireValue {
    /// The value that `text` is in JSON, the whole of it; nil where it is none, or has a number beyond a double.
    public init?(json text: some Collection<UInt8>) {
        var scanner = JSONScanner(Array(text))
        guard let value = Self.next(&scanner, depth: 0), scanner.isAtEnd else { return nil }
        self = value
    }

    private static func next(_ scanner: inout JSONScanner, depth: Int) -> WireValue? {
        guard depth < JSONScanner.deepest else { return nil }
        if scanner.take(UInt8(ascii: "[")) { return list(&scanner, depth: depth) }
        if scanner.take(UInt8(ascii: "{")) { return object(&scanner, depth: depth) }
        if scanner.comesNext(UInt8(ascii: "\"")) { return scanner.string().map { .text($0) } }
        switch scanner.value() {
        case "null": return .null
        case "true": return .flag(true)
        case "false": return .flag(false)
        case let number: return number.flatMap { decimal($0) }.map { .number($0) }
        }
    }

    private static func list(_ scanner: inout JSONScanner, depth: Int) -> WireValue? {
        var values: [WireValue] = []
        if scanner.take(UInt8(ascii: "]")) { return .list(values) }
        repeat {
            guard let value = next(&scanner, depth: depth + 1) else { return nil }
            values.append(value)
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "]")) ? .list(values) : nil
    }

    private static func object(_ scanner: inout JSONScanner, depth: Int) -> WireValue? {
        var members: [WireMember] = []
        if scanner.take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            guard let name = scanner.string(), scanner.take(UInt8(ascii: ":")),
                let value = next(&scanner, depth: depth + 1)
            else { return nil }
            members.append(WireMember(name, value))
        } while scanner.take(UInt8(ascii: ","))
        return scanner.take(UInt8(ascii: "}")) ? .object(members) : nil
    }
}

extension WireValue {
    /// The member `name`, where this is an object that has it.
    public subscript(_ name: String) -> WireValue? { members?.last { $0.name == name }?.value }

    /// The members, where this is an object.
    public var members: [WireMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The values, where this is a list.
    public var elements: [WireValue]? {
        if case .list(let values) = self { values } else { nil }
    }

    /// The number, where this is one.
    public var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The text, where this is one.
    public var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Yes or no, where this is one of them.
    public var bool: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }
}
