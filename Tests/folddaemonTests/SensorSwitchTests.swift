import Testing

@testable import folddaemon

@Suite struct SensorSwitchTests {
    /// Something that happens to the switch.
    enum Happening: Sendable {
        case readers(Int)
        case lingerEnded
        case paused(Bool)
    }

    /// What happens, one after the other, with what the switch asks for each time.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var isAlwaysOn = false
        var neverStops = false
        let steps: [(Happening, SensorSwitch.Action?)]
        let isOn: Bool

        init(
            _ name: String, isAlwaysOn: Bool = false, neverStops: Bool = false, isOn: Bool,
            _ steps: [(Happening, SensorSwitch.Action?)]
        ) {
            testDescription = name
            self.isAlwaysOn = isAlwaysOn
            self.neverStops = neverStops
            self.isOn = isOn
            self.steps = steps
        }
    }

    @Test(arguments: [
        Story("nobody reads", isOn: false, [(.readers(0), nil), (.readers(0), nil)]),
        Story("the first reader starts it", isOn: true, [(.readers(1), .start)]),
        Story("a second reader changes nothing", isOn: true, [(.readers(1), .start), (.readers(2), nil)]),
        Story(
            "one of two leaves", isOn: true, [(.readers(1), .start), (.readers(2), nil), (.readers(1), nil)]),
        Story("the last reader leaves: it lingers", isOn: true, [(.readers(1), .start), (.readers(0), .armTimer)]),
        Story(
            "it lingers only once", isOn: true,
            [(.readers(1), .start), (.readers(0), .armTimer), (.readers(0), nil)]),
        Story(
            "the linger ends: it stops", isOn: false,
            [(.readers(1), .start), (.readers(0), .armTimer), (.lingerEnded, .stop)]),
        Story(
            "a reader comes back while it lingers", isOn: true,
            [(.readers(1), .start), (.readers(0), .armTimer), (.readers(1), .disarmTimer)]),
        Story(
            "a late timer stops nobody's sensor", isOn: true,
            [(.readers(1), .start), (.readers(0), .armTimer), (.readers(1), .disarmTimer), (.lingerEnded, nil)]),
        Story(
            "a recording that has begun goes on without readers", neverStops: true, isOn: true,
            [(.readers(0), nil), (.readers(1), .start), (.readers(0), nil), (.readers(1), nil)]),
        Story(
            "a reader comes after it stopped", isOn: true,
            [(.readers(1), .start), (.readers(0), .armTimer), (.lingerEnded, .stop), (.readers(3), .start)]),
        Story(
            "while it is paused readers count for nothing", isOn: false,
            [(.paused(true), nil), (.readers(1), nil), (.readers(2), nil)]),
        Story(
            "paused under a reader, it stops at once", isOn: false,
            [(.readers(1), .start), (.paused(true), nil), (.readers(1), .stop), (.lingerEnded, nil)]),
        Story(
            "paused while it lingers, it stops at once", isOn: false,
            [
                (.readers(1), .start), (.readers(0), .armTimer), (.paused(true), nil), (.readers(0), .stop),
                (.lingerEnded, nil),
            ]),
        Story(
            "a recording is not paused", neverStops: true, isOn: true,
            [(.readers(1), .start), (.paused(true), nil), (.readers(1), nil)]),
        Story(
            "it goes on for a reader who has waited", isOn: true,
            [(.paused(true), nil), (.readers(1), nil), (.paused(false), nil), (.readers(1), .start)]),
        Story(
            "always on: nothing pauses it", isAlwaysOn: true, isOn: true,
            [(.readers(0), .start), (.paused(true), nil), (.readers(0), nil)]),
        Story("a timer without a cause", isOn: false, [(.lingerEnded, nil)]),
        Story("always on: it starts without readers", isAlwaysOn: true, isOn: true, [(.readers(0), .start)]),
        Story(
            "always on: the last reader leaves", isAlwaysOn: true, isOn: true,
            [(.readers(0), .start), (.readers(1), nil), (.readers(0), nil), (.lingerEnded, nil)]),
    ])
    func doesWhatTheReadersNeed(_ story: Story) {
        var sensor = SensorSwitch(isAlwaysOn: story.isAlwaysOn, neverStops: story.neverStops)
        for (index, (happening, expected)) in story.steps.enumerated() {
            var action: SensorSwitch.Action?
            switch happening {
            case .readers(let count): action = sensor.readers(count)
            case .lingerEnded: action = sensor.lingerEnded()
            case .paused(let isPaused): sensor.isPaused = isPaused
            }
            #expect(action == expected, "step \(index + 1)")
        }
        #expect(sensor.isOn == story.isOn)
    }

    @Test func lingersFiveSeconds() {
        #expect(SensorSwitch.linger == 5_000_000_000)
    }
}
