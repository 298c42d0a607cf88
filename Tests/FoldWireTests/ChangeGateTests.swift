import Testing

@testable import FoldWire

@Suite("ChangeGate")
struct ChangeGateTests {
    /// Folds that come one after the other, with those that are sent of them.
    static let rows: [(String, Double, [Double], [Double])] = [
        ("the first is always sent", 0.5, [0.2], [0.2]),
        ("a level tablet wakes nobody", 0.01, [0, 0, 0, 0], [0]),
        ("D or more, from the last one sent", 0.1, [0.2, 0.25, 0.29, 0.3, 0.35, 0.21, 0.2], [0.2, 0.3, 0.2]),
        ("exactly D, which binary numbers miss", 0.07, [0.11, 0.18, 0.25], [0.11, 0.18, 0.25]),
        ("a last decimal under D is none", 0.01, [0.5, 0.509999, 0.51], [0.5, 0.51]),
        ("0 when it is reached, once", 0.1, [0.05, 0, 0, 0.05, 0], [0.05, 0]),
        ("1 when it is reached, once", 0.1, [0.95, 0.99, 1, 1, 0.95, 1], [0.95, 1]),
        ("what is written as 0 is 0", 0.1, [0.05, 0.0000004, 0], [0.05, 0.0000004]),
        ("a change of 0 is every update", 0, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]),
        ("a change of 1 is from end to end", 1, [0, 0.5, 0.999999, 1, 0.5, 0], [0, 1, 0]),
    ]

    @Test("sends what is news", arguments: rows)
    func sends(_ name: String, _ change: Double, _ folds: [Double], _ expected: [Double]) {
        var gate = ChangeGate(change: change)
        var sent: [Double] = []
        for fold in folds where gate.passes(fold) {
            gate.sent(fold)
            sent.append(fold)
        }
        #expect(sent == expected, "\(name)")
    }

    @Test("what passed but was not sent is still news")
    func unsent() {
        var gate = ChangeGate(change: 0.1)
        gate.sent(0.5)
        #expect(gate.passes(0.7))
        #expect(gate.passes(0.65))
        #expect(!gate.passes(0.55))
    }
}
