import PlainText

/// Which trigger clocks a buffer that has none.
enum TriggerChoice {
    /// A trigger that could be had.
    struct Candidate: Equatable {
        let name: String
        /// Whether it is a clock of its own, as an hrtimer trigger is: it has a sampling frequency.
        let isClock: Bool
        /// Whether another device's buffer goes by it.
        let isTaken: Bool
    }

    /// The place in `candidates` of the trigger for the device `id` called `name`; nil where none fits.
    ///
    /// The driver's own data-ready trigger comes first, then a clock that nobody uses. One that fires on motion only is no
    /// clock.
    static func choose(_ candidates: [Candidate], name: String, id: String) -> Int? {
        let number = id.utf8.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map { UInt8($0) }
        let digits = String(decoding: number, as: UTF8.self)
        // As drivers name them: -devN, -trig-N, or -trigger where the chip can be there only once.
        let own = ["\(name)-dev\(digits)", "\(name)-trig-\(digits)", "\(name)-trig\(digits)", "\(name)-trigger"]
        for wanted in own {
            if let index = candidates.firstIndex(where: { $0.name == wanted }) { return index }
        }
        return candidates.firstIndex { $0.isClock && !$0.isTaken }
    }
}

extension Accelerometer {
    /// Gives the buffer a clock where it needs one and has none; whether one was set.
    func setTrigger(rate: Double) -> Bool {
        guard device.wantsTrigger else { return false }
        let triggers = context.triggers
        let taken = context.devices.compactMap(\.triggerName)
        let candidates = triggers.map { trigger in
            TriggerChoice.Candidate(
                name: trigger.name ?? "", isClock: trigger.attribute(Self.rateName) != nil,
                isTaken: taken.contains(trigger.name ?? ""))
        }
        guard let index = TriggerChoice.choose(candidates, name: name, id: id) else { return false }
        if candidates[index].isClock { _ = triggers[index].write(Self.rateName, Self.text(rate)) }
        return device.setTrigger(triggers[index])
    }
}
