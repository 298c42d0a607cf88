import Foundation
import Testing

@testable import MotionCore

/// The reading of a tablet that is held still at a roll to the right of `degrees` in `landscape-right`, its left half
/// lifted; `length` times 9.80665 m/s² long.
func rolled(_ degrees: Double, length: Double = 1) -> Vector3 {
    let angle = degrees * .pi / 180
    return Vector3(0, -9.80665 * length * sin(angle), -9.80665 * length * cos(angle))
}

/// What is no direction at all.
let unusable = Vector3(0, .nan, 0)

/// The time of tick or sample `number` of a grid of 60 Hz, in nanoseconds.
func sixtieth(_ number: Int64) -> Nanoseconds { Nanoseconds(number * 1_000_000_000 / 60) }

/// A time of whole milliseconds.
func ms(_ milliseconds: Int64) -> Nanoseconds { Nanoseconds(milliseconds * 1_000_000) }

extension FoldPipeline {
    /// As whoever drives a pipeline does: the ticks due before the sample, and then the sample.
    mutating func drive(_ sample: Sample) -> [FoldState] {
        var states: [FoldState] = []
        while let tick = nextTick(upTo: sample.time) { states.append(tick) }
        if case .update(let state) = update(sample) { states.append(state) }
        return states
    }

    /// The update by `acceleration` at `time`, nil where it makes none.
    mutating func state(_ acceleration: Vector3, at time: Nanoseconds) -> FoldState? {
        guard case .update(let state) = update(Sample(time: time, acceleration: acceleration)) else { return nil }
        return state
    }

    /// All ticks due by `time`; no more than `limit`, so that ticks without end fail a test and do not hang it.
    mutating func ticks(upTo time: Nanoseconds, limit: Int = 1000) -> [FoldState] {
        var states: [FoldState] = []
        while states.count < limit, let tick = nextTick(upTo: time) { states.append(tick) }
        return states
    }

    /// The update by `acceleration` at `time`, which must make one.
    mutating func taken(
        _ acceleration: Vector3, at time: Nanoseconds, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FoldState {
        let state = state(acceleration, at: time)
        return try #require(state, sourceLocation: sourceLocation)
    }

    /// The next tick, which must be due by `time`.
    mutating func tick(
        upTo time: Nanoseconds, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FoldState {
        let tick = nextTick(upTo: time)
        return try #require(tick, sourceLocation: sourceLocation)
    }
}
