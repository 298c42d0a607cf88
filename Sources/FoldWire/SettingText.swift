import PlainText

/// A value as a configuration has it; nil where there is none.
public func settingText(_ value: WireValue) -> String? {
    switch value {
    case .null: return nil
    case .flag(let flag): return flag ? "yes" : "no"
    case .number(let number):
        var text: [UInt8] = []
        text.append(shortest: number)
        return String(decoding: text, as: UTF8.self)
    case .text(let text): return text
    case .list(let values): return values.map { settingText($0) ?? "none" }.joined(separator: ", ")
    case .object(let members):
        return members.map { "\($0.name) \(settingText($0.value) ?? "none")" }.joined(separator: ", ")
    }
}

/// A setting as a line for people, who are told `note` beside it.
public func settingLine(_ name: String, _ value: WireValue, note: String? = nil) -> String {
    guard let text = settingText(value) else { return printable("# \(name) is found by itself") }
    return printable("\(name) = \(text)\(note.map { "    # \($0)" } ?? "")")
}
