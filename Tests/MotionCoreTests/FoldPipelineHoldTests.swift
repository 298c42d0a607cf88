import Testing

@testable import MotionCore

@Suite("FoldPipeline: which readings are believed")
struct FoldPipelineHoldTests {
    enum Step: Sendable {
        /// A reading at so many nanoseconds, rolled by so many degrees, so many g long.
        case reading(Int64, Double, Double)
        /// One at so many nanoseconds that is no direction.
        case unusable(Int64)
        case reopening
    }

    struct Run: CustomTestStringConvertible {
        var name: String
        var steps: [Step]
        /// The roll in degrees that each reading's update moves toward; nil where it makes none.
        var targets: [Double?]
        var testDescription: String { name }
    }

    static let million: Int64 = 1_000_000

    static let runs = [
        Run(
            name: "before the first plausible reading nothing is taken",
            steps: [
                .reading(0, 30, 0.4), .reading(900 * million, 30, 1.6), .unusable(910 * million),
                .reading(920 * million, 10, 1),
            ],
            targets: [nil, nil, nil, 10]),
        Run(
            name: "a run is held for 0.5 s, bound included, and then taken",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .reading(300 * million, 30, 1.7),
                .reading(600 * million, 30, 0.4), .reading(600 * million + 1, 30, 0.4), .reading(620 * million, 20, 2),
            ],
            targets: [0, 0, 0, 0, 30, 20]),
        Run(
            name: "the first of a run is held however long ago the last reading was",
            steps: [.reading(0, 5, 1), .reading(9_000 * million, 30, 0.4), .reading(9_501 * million, 30, 0.4)],
            targets: [5, 5, 30]),
        Run(
            name: "a plausible reading ends a run that is held",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .reading(500 * million, 10, 1),
                .reading(510 * million, 30, 0.4), .reading(1_010 * million, 30, 0.4),
                .reading(1_011 * million, 30, 0.4),
            ],
            targets: [0, 0, 10, 10, 10, 30]),
        Run(
            name: "a plausible reading ends a run that is taken",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .reading(700 * million, 30, 0.4),
                .reading(710 * million, 10, 1.2), .reading(720 * million, 30, 0.4),
            ],
            targets: [0, 0, 30, 10, 10]),
        Run(
            name: "an unusable reading starts no run",
            steps: [
                .reading(0, 0, 1), .unusable(100 * million), .reading(700 * million, 30, 0.4),
                .reading(1_200 * million, 30, 0.4),
                .reading(1_201 * million, 30, 0.4),
            ],
            targets: [0, 0, 0, 0, 30]),
        Run(
            name: "an unusable reading ends no run",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .unusable(300 * million),
                .reading(601 * million, 30, 0.4),
            ],
            targets: [0, 0, 0, 30]),
        Run(
            name: "an unusable reading is held in a run that is taken, and after it",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .reading(700 * million, 20, 0.4),
                .unusable(710 * million),
                .reading(720 * million, 25, 0.4), .reading(730 * million, 10, 1), .unusable(5_000 * million),
            ],
            targets: [0, 0, 20, 20, 25, 10, 10]),
        Run(
            name: "after a re-opening nothing is taken until the first plausible reading",
            steps: [
                .reading(0, 20, 1), .reopening, .reading(100 * million, 30, 0.4), .unusable(120 * million),
                .reading(900 * million, 30, 0.4), .reading(920 * million, 10, 0.9),
            ],
            targets: [20, nil, nil, nil, 10]),
        Run(
            name: "a re-opening ends a run",
            steps: [
                .reading(0, 0, 1), .reading(100 * million, 30, 0.4), .reading(700 * million, 30, 0.4), .reopening,
                .reading(710 * million, 10, 1), .reading(720 * million, 20, 0.4),
            ],
            targets: [0, 0, 30, 10, 10]),
    ]

    @Test("runs of implausible readings", arguments: runs)
    func run(_ run: Run) {
        var pipeline = FoldPipeline()
        var targets: [Double?] = []
        var updates = 0
        for step in run.steps {
            let sample: Sample
            switch step {
            case .reopening:
                pipeline.sensorReopened()
                continue
            case .unusable(let time):
                sample = Sample(time: Nanoseconds(time), acceleration: unusable)
            case .reading(let time, let degrees, let length):
                sample = Sample(time: Nanoseconds(time), acceleration: rolled(degrees, length: length))
            }
            updates += pipeline.ticks(upTo: sample.time).count
            let state = pipeline.state(sample.acceleration, at: sample.time)
            targets.append(state.map { ($0.tilt?.y ?? .nan) * -90 })
            if let state {
                updates += 1
                #expect(state.sequence == UInt64(updates))
                #expect(state.time == sample.time)
            }
        }
        #expect(targets.map { $0.map { ($0 * 1e6).rounded() / 1e6 + 0 } } == run.targets)
    }

    struct Length: CustomTestStringConvertible {
        var length: Double
        var isPlausible: Bool
        var isUsable: Bool
        var testDescription: String { "\(length) m/s²" }
    }

    @Test(
        "plausible is 0.5 to 1.5 g, usable 0.01 g, bounds included",
        arguments: [
            Length(length: 4.903325, isPlausible: true, isUsable: true),
            Length(length: 4.9033249999, isPlausible: false, isUsable: true),
            Length(length: 14.709975, isPlausible: true, isUsable: true),
            Length(length: 14.7099750001, isPlausible: false, isUsable: true),
            Length(length: 0.0980665, isPlausible: false, isUsable: true),
            Length(length: 0.0980664999, isPlausible: false, isUsable: false),
            Length(length: 1e300, isPlausible: false, isUsable: true),
            Length(length: 1.7976931348623157e308, isPlausible: false, isUsable: true),
            Length(length: .leastNonzeroMagnitude, isPlausible: false, isUsable: false),
            Length(length: 0, isPlausible: false, isUsable: false),
            Length(length: .infinity, isPlausible: false, isUsable: false),
            Length(length: .nan, isPlausible: false, isUsable: false),
        ])
    func bounds(_ row: Length) throws {
        let reading = Vector3(0, -row.length, 0)
        var fresh = FoldPipeline()
        #expect((fresh.state(reading, at: .zero) != nil) == row.isPlausible)

        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(0), at: .zero)
        let first = try pipeline.taken(reading, at: ms(100))
        #expect(first.tilt?.y == (row.isPlausible ? -1 : 0))
        let later = try pipeline.taken(reading, at: ms(601))
        #expect(later.tilt?.y == (row.isUsable ? -1 : 0))
    }

    @Test("a length beyond a double is unusable, though every component is a number")
    func infiniteLength() {
        var pipeline = FoldPipeline()
        let reading = Vector3(1.7e308, 1.7e308, 0)
        #expect(pipeline.state(reading, at: .zero) == nil)
        _ = pipeline.state(rolled(0), at: ms(1))
        #expect(pipeline.state(reading, at: ms(2))?.tilt == Tilt(x: 0, y: 0))
        #expect(pipeline.state(reading, at: ms(900))?.tilt == Tilt(x: 0, y: 0))
        #expect(pipeline.memory?.runStart == nil)
    }

    @Test("a run's time is the one that was taken: a late reading begins it at the last update")
    func lateRun() {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(0), at: ms(100))
        #expect(pipeline.update(Sample(time: ms(20), acceleration: rolled(30, length: 0.4))) == .late(at: ms(100)))
        #expect(pipeline.memory?.runStart == ms(100))
        #expect(pipeline.state(rolled(30, length: 0.4), at: ms(600))?.tilt?.y == 0)
        #expect((pipeline.state(rolled(30, length: 0.4), at: ms(601))?.tilt?.y ?? 0) < -0.3)
    }

    @Test("a held reading is an update toward the held tilt, but shows no gravity")
    func heldReadingIsAnUpdate() throws {
        var pipeline = FoldPipeline()
        _ = pipeline.state(rolled(30), at: .zero)
        let state = try pipeline.taken(rolled(-50, length: 0.3), at: sixtieth(1))
        #expect(state.sequence == 2)
        #expect(abs((state.roll ?? .nan) + 0.0752) < 1e-8)
        #expect(state.sampleTime == sixtieth(1))
        #expect(pipeline.gravityTime == .zero)
        #expect(abs((state.gravity?.direction.y ?? .nan) + 0.5) < 1e-12)
    }

    @Test("the filter lives on over a re-opening")
    func filterLivesOn() throws {
        var pipeline = FoldPipeline()
        for number in 0..<60 as Range<Int64> { _ = pipeline.state(rolled(30), at: sixtieth(number)) }
        pipeline.sensorReopened()
        let state = try pipeline.taken(rolled(30), at: sixtieth(60))
        #expect(state.sequence == 61)
        // 1 − 0.88^61 of a third.
        #expect(abs((state.roll ?? .nan) + 0.333196459085) < 1e-9)
    }
}
