import FoldWire
import MotionCore
import PlainText

extension FoldMessage {
    /// The message of `line`, without its end. What is not known in it is passed over; a line without what is known is
    /// `other`.
    ///
    /// - Throws: Where the line is no JSON object, or has something else where the protocol has a number or a text; where
    ///   it is the daemon's refusal.
    public init(_ line: some Collection<UInt8>) throws(FoldClientError) {
        let text = String(decoding: line, as: UTF8.self)
        guard let members = WireLine(line) else { throw .malformed(text, problem: "it is no JSON object") }
        let reading = MessageReading(line: text, members: members)
        if let problem = try reading.string("error") { throw .refused(problem) }
        self = try reading.message()
    }
}

/// One line on its way to be a message.
private struct MessageReading {
    let line: String
    let members: WireLine

    func message() throws(FoldClientError) -> FoldMessage {
        if let name = try string("event") { return try event(name).map { .event($0) } ?? .other(line) }
        guard let sequence = try sequence(), let time = try time() else { return .other(line) }
        if let isLifted = try flag("lifted"), let fold = try number("fold", within: WireProtocol.folds) {
            return .threshold(ThresholdChange(sequence: sequence, time: time, isLifted: isLifted, fold: fold))
        }
        guard let status = try string("status").flatMap({ Status(rawValue: $0) }) else { return .other(line) }
        if members.text("fold") == nil {
            return .status(StatusChange(sequence: sequence, time: time, status: status))
        }
        guard let fold = try number("fold", within: WireProtocol.folds) else { return .other(line) }
        return .update(
            FoldUpdate(
                sequence: sequence, time: time, fold: fold, roll: try number("roll"), pitch: try number("pitch"),
                status: status, tilt: try numbers("tilt", 2).map { Tilt(x: $0[0], y: $0[1]) },
                gravity: try numbers("gravity", 3).map { Vector3($0[0], $0[1], $0[2]) },
                orientation: try string("orientation").flatMap { Orientation(rawValue: $0) },
                age: try number("age"), effect: try effect(), hinge: try hinge()))
    }

    /// The event of that name; nil where it, or something in it, is not known.
    private func event(_ name: String) throws(FoldClientError) -> WireEvent? {
        switch name {
        case "sensor":
            guard let state = try string("state").flatMap({ SensorState(rawValue: $0) }) else { return nil }
            return .sensor(state, detail: try string("detail") ?? "")
        case "orientation":
            return try string("orientation").flatMap { Orientation(rawValue: $0) }.map { .orientation($0) }
        case "set":
            guard let key = try string("key"), let value = members.value("value") else { return nil }
            return .set(key: key, value: value)
        case "access": return .access(try string("detail") ?? "")
        case "shutdown": return .shutdown
        default: return nil
        }
    }

    private func effect() throws(FoldClientError) -> FoldEffect? {
        guard let value = try value("effect") else { return nil }
        guard let blur = value["blur"]?.double, let scrim = value["scrim"]?.double, let front = value["front"]?.double,
            let angle = value["angle"]?.double, let nudge = value["nudge"]?.double
        else { throw wrong("effect", "five numbers with their names") }
        return FoldEffect(blur: blur, scrim: scrim, front: front, angle: angle, nudge: nudge)
    }

    /// The hinge; nil where there is none, or its status is not known here.
    private func hinge() throws(FoldClientError) -> Hinge? {
        guard let value = try value("hinge") else { return nil }
        guard let degrees = value["angle"]?.double, let angle = HingeAngle(degrees: degrees),
            let text = value["status"]?.string
        else { throw wrong("hinge", "an angle of 0 to 360 with a status") }
        return Status(rawValue: text).map { Hinge(angle: angle, status: $0, isStale: value["stale"]?.bool ?? false) }
    }

    private func sequence() throws(FoldClientError) -> UInt64? {
        guard try number("seq") != nil, let text = members.text("seq") else { return nil }
        guard let sequence = UInt64(text) else { throw wrong("seq", "a positive integer") }
        return sequence
    }

    private func time() throws(FoldClientError) -> Nanoseconds? {
        guard try number("t") != nil, let text = members.text("t").map({ Array($0.utf8) }) else { return nil }
        guard let time = DecimalNumber(text, in: 0..<text.count)?.billionths else { throw wrong("t", "a time") }
        return Nanoseconds(time)
    }
}

// MARK: - Members as what the protocol says they are; nil where there is none, or null

extension MessageReading {
    private func wrong(_ name: String, _ what: String) -> FoldClientError {
        .malformed(line, problem: "'\(name)' is not \(what)")
    }

    private func value(_ name: String) throws(FoldClientError) -> WireValue? {
        guard members.text(name) != nil else { return nil }
        guard let value = members.value(name) else { throw wrong(name, "a value of JSON") }
        return value == .null ? nil : value
    }

    func string(_ name: String) throws(FoldClientError) -> String? {
        guard let value = try value(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        return text
    }

    private func flag(_ name: String) throws(FoldClientError) -> Bool? {
        guard let value = try value(name) else { return nil }
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    private func number(
        _ name: String,
        within range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    ) throws(FoldClientError) -> Double? {
        guard let value = try value(name) else { return nil }
        guard let number = value.double else { throw wrong(name, "a number") }
        guard range.contains(number) else { throw wrong(name, "between 0 and 1") }
        return number
    }

    private func numbers(_ name: String, _ count: Int) throws(FoldClientError) -> [Double]? {
        guard let value = try value(name) else { return nil }
        guard let numbers = value.elements?.compactMap(\.double), numbers.count == count, value.elements?.count == count
        else { throw wrong(name, "\(count) numbers") }
        return numbers
    }
}
