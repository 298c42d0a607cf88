import Foundation

@testable import MotionCore

/// The pipeline once more, written from the formulas alone: what the one under test is compared with. It shares no
/// code with it but the sample and the settings.
struct Recurrence {
    struct Update {
        var time: Int64
        var fold: Double
        var roll: Double
        var pitch: Double
        var status: String
    }

    let settings: Settings
    private(set) var outOfOrder = 0

    private var filtered = (x: 0.0, y: 0.0)
    private var aim = (x: 0.0, y: 0.0)
    private var pose: String
    private var status = "fully-open"
    private var previousArrival: Int64?
    private var lastUpdate: Int64?
    private var lastSample: Int64 = 0
    private var dueTick: Int64 = 0
    private var runBegan: Int64?

    init(_ settings: Settings) {
        self.settings = settings
        switch settings.orientation {
        case .fixed(let orientation): pose = orientation.rawValue
        case .auto(.portrait): pose = "right-up"
        case .auto(.landscape): pose = "normal"
        }
    }

    /// The updates that one sample makes, the ticks before it first.
    mutating func take(_ sample: Sample) -> [Update] {
        let at = sample.time.count
        let a = sample.acceleration
        var updates: [Update] = []
        while lastUpdate != nil, dueTick <= at, dueTick <= lastSample + 2_000_000_000 {
            updates.append(step(to: dueTick))
            dueTick += 16_666_667
        }
        if let previousArrival, at <= previousArrival { outOfOrder += 1 }
        previousArrival = at

        let size = hypot(hypot(a.x, a.y), a.z)
        let isUsable = a.x.isFinite && a.y.isFinite && a.z.isFinite && size.isFinite && size >= 0.0980665
        let isPlausible = isUsable && size >= 4.903325 && size <= 14.709975
        if lastUpdate == nil && !isPlausible { return updates }
        let taken = max(at, lastUpdate ?? at)
        if isPlausible {
            runBegan = nil
            look(x: a.x / size, y: a.y / size)
        } else if isUsable {
            let began = runBegan ?? taken
            runBegan = began
            if taken - began > 500_000_000 { look(x: a.x / size, y: a.y / size) }
        }
        lastSample = taken
        if let lastUpdate, at <= lastUpdate { return updates }
        updates.append(step(to: taken))
        dueTick = taken + 25_000_000
        return updates
    }

    private mutating func look(x: Double, y: Double) {
        // An arc sine is the complement of the arc cosine: 90° less, and 90° is 1.
        let level = settings.tuning.level
        aim.x = 1 - acos(min(1, max(-1, x))) * 2 / .pi - level.x
        aim.y = 1 - acos(min(1, max(-1, y))) * 2 / .pi - level.y
        switch settings.orientation {
        case .auto(.portrait) where abs(x) > 0.5: pose = x < 0 ? "right-up" : "left-up"
        case .auto(.landscape) where abs(y) > 0.5: pose = y < 0 ? "normal" : "bottom-up"
        default: break
        }
    }

    private mutating func step(to time: Int64) -> Update {
        // What is left of the way after dt: (1 − smoothing)^(60 dt), by way of the time constant.
        let sixtieths = lastUpdate.map { Double(time - $0) * 60 / 1e9 } ?? 1
        let left = exp(sixtieths * log(1 - settings.tuning.smoothing))
        filtered.x = aim.x + (filtered.x - aim.x) * left
        filtered.y = aim.y + (filtered.y - aim.y) * left
        lastUpdate = time
        let (roll, pitch) =
            switch pose {
            case "right-up": (filtered.y, -filtered.x)
            case "left-up": (-filtered.y, filtered.x)
            case "normal": (-filtered.x, -filtered.y)
            default: (filtered.x, filtered.y)
            }
        let fold = min(1, max(0, roll * settings.tuning.gain - settings.tuning.deadzone))
        if fold >= 0.85 || (status == "closed" && fold >= 0.83) {
            status = "closed"
        } else if fold == 0 || (status == "fully-open" && fold <= 0.02) {
            status = "fully-open"
        } else {
            status = "partially-open"
        }
        return Update(time: time, fold: fold, roll: roll, pitch: pitch, status: status)
    }
}
