import FoldWire
import MotionCore

@testable import Recordings

/// Recordings, as they come from a file or a pipe.
func fuzz(_ input: [UInt8]) {
    let reads = Reads(input)
    let items = reads.ways.map { Items($0) }
    claim(items.allSatisfy { $0 == items[0] }, "read otherwise")
    check(items[0])
    let replays = reads.ways.map { Replay($0) }
    claim(replays.allSatisfy { $0 == replays[0] }, "replayed otherwise")
    check(replays[0])
    Rerecording(reads.bytes)?.check()
}

/// What a reader makes of its reads: items, and the error that ended them.
private struct Items: Equatable {
    var items: [RecordingItem] = []
    var error: RecordingError?

    init(_ pieces: [ArraySlice<UInt8>]) {
        var reader = RecordingReader(file: "input")
        do {
            for piece in pieces {
                reader.append(piece)
                while let item = try reader.next() { items.append(item) }
            }
            reader.endInput()
            while let item = try reader.next() { items.append(item) }
            try reader.finish()
        } catch { self.error = error }
    }
}

private func check(_ read: Items) {
    var last: Nanoseconds?
    for case .sample(let sample) in read.items {
        claim(last.map { $0 <= sample.time } ?? true, "time goes back to \(sample.time)")
        claim(sample.time.count.magnitude <= 4_000_000_000_000_000_000, "a time of \(sample.time)")
        // In g a number may be beyond a double; that is an unusable reading.
        let components = [sample.acceleration.x, sample.acceleration.y, sample.acceleration.z]
        claim(!components.contains { $0.isNaN }, "a reading of \(sample.acceleration)")
        last = sample.time
    }
    guard let error = read.error else {
        claim(last != nil, "a recording without a row")
        return
    }
    claimSentence(error.description)
    claim((error.line ?? 1) > 0 && (error.column ?? 1) > 0, "an error nowhere: \(error)")
}

/// What a replay makes of its reads: updates, and the error that ended them.
private struct Replay: Equatable {
    var states: [FoldState] = []
    var error: RecordingError?

    init(_ pieces: [ArraySlice<UInt8>]) {
        var replay = RecordingReplay(file: "input")
        do {
            for piece in pieces {
                replay.append(piece)
                while let state = try replay.next() { states.append(state) }
            }
            replay.endInput()
            while let state = try replay.next() { states.append(state) }
            try replay.finish()
        } catch { self.error = error }
    }
}

private func check(_ replay: Replay) {
    var last: FoldState?
    for state in replay.states {
        claim(state.sequence == (last?.sequence ?? 0) + 1, "number \(state.sequence)")
        claim(last.map { $0.time < state.time } ?? true, "time stands or goes back at \(state.time)")
        claim((0...1).contains(state.fold), "a fold of \(state.fold)")
        // 90°, less a level of −1.
        let (roll, pitch) = (state.roll ?? .nan, state.pitch ?? .nan)
        claim(abs(roll) <= 2 && abs(pitch) <= 2, "a roll of \(roll), a pitch of \(pitch)")
        last = state
    }
    guard let last else { return }
    var line: [UInt8] = []
    FoldForm(.json, fields: FoldField.allCases.filter { $0 != .hinge }).append(last, to: &line)
    claim(claimLine(line)?.text("fold") != nil, "a line without a fold")
    claim(!String(decoding: line, as: UTF8.self).contains("null"), "no number in the line")
    if let error = replay.error { claimSentence(error.description) }
}
