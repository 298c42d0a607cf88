/// Every number that shapes the feel of a fold, in one place.
///
/// The fields are what an owner may change; the constants below them are the pipeline's own.
public struct Tuning: Hashable, Sendable {
    /// Low-pass factor of one update at 60 Hz. No unit, 0.01…1, default 0.12: a time constant of 130.4 ms, slow
    /// enough to swallow a hand's tremor, fast enough to follow the hand.
    public var smoothing = 0.12
    /// Fold per unit of roll (90° is 1). −10…10, default −1.6: negative because lifting the left edge folds the left
    /// half, and full fold is reached at about 58°, before the wrist's end.
    public var gain = -1.6
    /// Subtracted from the scaled roll, in units of fold. 0…0.5, default 0.03: a level tablet's noise stays flat.
    public var deadzone = 0.03
    /// The two tilts (90° is 1) of a tablet that lies level, subtracted from every reading. Each −1…1, default 0.
    public var level = Tilt(x: 0, y: 0)

    /// The defaults.
    public init() {}

    /// The allowed values of `smoothing`.
    public static let smoothingRange = 0.01...1.0
    /// The allowed values of `gain`.
    public static let gainRange = -10.0...10.0
    /// The allowed values of `deadzone`.
    public static let deadzoneRange = 0.0...0.5
    /// The allowed values of each of the level's two tilts.
    public static let levelRange = -1.0...1.0

    /// The update rate in Hz at which `smoothing` is stated.
    static let referenceRate = 60.0
    /// The very first update counts as this much time, in seconds.
    static let firstStep = 1 / referenceRate

    /// Below this length (m/s²) a reading is no direction at all: 0.01 g.
    static let unusableLength = 0.01 * standardGravity
    /// Lengths (m/s², bounds included) that gravity alone, with a hand's movement on top, can have: 0.5…1.5 g.
    static let plausibleLengths = 0.5 * standardGravity...1.5 * standardGravity
    /// A run of implausible readings is held this long (0.5 s, bound included): a shake or a fall ends sooner.
    static let holdTime = Nanoseconds(500_000_000)

    /// From an update by a sample to the first tick: 25 ms, so that a 60 Hz sensor (16.7 ms) never needs one.
    static let firstTick = Nanoseconds(25_000_000)
    /// From a tick to the next: one period of 60 Hz.
    static let tickPeriod = Nanoseconds(16_666_667)
    /// Ticks end this long after the last sample: by then the filter has settled to 2e-7.
    static let tickLimit = Nanoseconds(2_000_000_000)

    /// Beyond this component of gravity (1 is g) `auto` takes an edge as up; between, it keeps its choice.
    static let turnThreshold = 0.5

    /// A fold from here on is `closed`.
    static let closedFrom = 0.85
    /// Leaving `closed` takes a fold under this.
    static let closedUntil = 0.83
    /// Leaving `fully-open` takes a fold over this.
    static let openUntil = 0.02

    /// A hinge under this angle (degrees) is `closed`: what sensors say of a shut lid varies by a few.
    static let hingeClosedUnder = 10.0
    /// A hinge leaves `closed` over this angle (degrees), beyond the noise of a computed one.
    static let hingeClosedUntil = 15.0
    /// A hinge over this angle (degrees) is `fully-open`: flat to the eye, or folded over.
    static let hingeOpenOver = 170.0
    /// A hinge leaves `fully-open` under this angle (degrees).
    static let hingeOpenUntil = 165.0

    /// How much of gravity (m/s²) must lie across the hinge for its angle to be computed: half of it. With less, noise and
    /// movement are more than the rest tells.
    static let leastAcrossHinge = 0.5 * standardGravity
    /// This near (degrees) to 0 and 360 a computed angle may be the one or the other.
    static let hingeEnds = 15.0
    /// Which of them is decided by a last angle within this (degrees) of the end: no hand closes faster between two looks.
    static let hingeReach = 90.0
}
