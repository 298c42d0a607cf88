import PlainText

/// A value in an answer or an event, as JSON has it.
public enum WireValue: Hashable, Sendable {
    /// No value, where there could be one.
    case null
    /// Yes or no.
    case flag(Bool)
    /// A number, written with six decimals like all of the protocol's.
    case number(Double)
    /// A text.
    case text(String)
    /// Several values.
    case list([WireValue])
    /// Named values, in that order.
    case object([WireMember])

    /// The text, or null where there is none.
    public static func text(orNull text: String?) -> WireValue { text.map { .text($0) } ?? .null }

    /// The number, or null where there is none.
    public static func number(orNull number: Double?) -> WireValue { number.map { .number($0) } ?? .null }
}

/// A value with its name.
public struct WireMember: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: WireValue

    /// `value` under `name`.
    public init(_ name: String, _ value: WireValue) {
        self.name = name
        self.value = value
    }
}

extension [UInt8] {
    /// Appends `value` as JSON.
    public mutating func append(json value: WireValue) {
        switch value {
        case .null: append(text: "null")
        case .flag(let flag): append(text: flag ? "true" : "false")
        case .number(let number): append(fixed: number)
        case .text(let text): append(json: text)
        case .list(let values):
            append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(json: value)
            }
            append(UInt8(ascii: "]"))
        case .object(let members):
            append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(json: member.name)
                append(UInt8(ascii: ":"))
                append(json: member.value)
            }
            append(UInt8(ascii: "}"))
        }
    }
}
