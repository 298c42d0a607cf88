import PlainText

/// Which of a driver's sampling frequencies to write.
enum SamplingFrequency {
    /// The lowest of the `available` frequencies (Hz) that is at least `rate`, as the driver lists it: many take nothing
    /// but their own words. Of `[min step max]`, the lowest step. Where all are lower, the highest.
    ///
    /// Nil where the list has no usable number.
    static func choose(_ rate: Double, available: String) -> String? {
        let isRange = available.hasPrefix("[") && available.hasSuffix("]")
        let words = (isRange ? available.dropFirst().dropLast() : available[...]).split(separator: " ")
        let values = words.compactMap { word in decimal(word).map { (word: String(word), value: $0) } }
        if isRange {
            guard values.count == 3, values[1].value > 0 else { return nil }
            return step(rate, lowest: values[0].value, step: values[1].value, highest: values[2].value)
        }
        // 0 switches a sensor off.
        let running = values.filter { $0.value > 0 }
        let enough = running.filter { $0.value >= rate }.min { $0.value < $1.value }
        return (enough ?? running.max { $0.value < $1.value })?.word
    }

    private static func step(_ rate: Double, lowest: Double, step: Double, highest: Double) -> String? {
        let steps = max(((rate - lowest) / step).rounded(.up), 0)
        let value = min(lowest + steps * step, highest)
        guard value > 0, value.isFinite else { return nil }
        var text: [UInt8] = []
        text.append(fixed: value)
        return String(decoding: text, as: UTF8.self)
    }
}
