import FoldWire
import MotionCore

@testable import folddaemon

/// What clients send: requests, split and joined at will, on either socket.
func fuzz(_ input: [UInt8]) {
    let reads = Reads(input)
    let lines = reads.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
        $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
    for pieces in reads.ways {
        claim(split(pieces) == lines, "split otherwise as \(pieces.map(\.count))")
    }
    // More than that in a second is a flood, and time is not the input's.
    if lines.count <= WireProtocol.mostRequestsPerSecond {
        let heard = reads.ways.map { Heard($0) }
        claim(heard.allSatisfy { $0 == heard[0] }, "heard otherwise")
        claim(
            heard[0].requests.allSatisfy { $0.count <= WireProtocol.longestRequest }, "a longer request than there is")
    }
    for line in lines.prefix(8) {
        watch(line)
        control(line)
    }
}

private func split(_ pieces: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var splitter = LineSplitter()
    var lines: [ArraySlice<UInt8>] = []
    for piece in pieces {
        splitter.append(piece)
        while let line = splitter.next() { lines.append(line) }
    }
    return lines
}

/// What a connection makes of its reads: requests, and the refusal that ended it.
private struct Heard: Equatable {
    var requests: [ArraySlice<UInt8>] = []
    var end: Refusal?

    init(_ pieces: [ArraySlice<UInt8>]) {
        var reader = RequestReader()
        do {
            for piece in pieces {
                reader.append(piece)
                while let line = try reader.next() { requests.append(line) }
            }
        } catch { end = error }
    }
}

private func watch(_ line: ArraySlice<UInt8>) {
    do {
        let request = try WatchRequest(line)
        claim((try? WatchRequest(request.line.dropLast())) == request, "read back otherwise: \(request)")
        switch request {
        case .fold(let fold):
            claim(fold.rate.map { (0.1...1000).contains($0) } ?? true, "a rate of \(fold.rate ?? 0)")
            claim(fold.change.map { (0...1).contains($0) } ?? true, "a change of \(fold.change ?? 0)")
            claim(Set(fold.fields).count == fold.fields.count && !fold.fields.isEmpty, "fields \(fold.fields)")
            tell(fold)
        case .threshold(let limits):
            claim(0 <= limits.below && limits.below < limits.above && limits.above <= 1, "limits \(limits)")
        case .status, .samples, .off: break
        }
    } catch { refuse(error) }
}

/// Writes an update as `request` wants it.
private func tell(_ request: FoldRequest) {
    guard let update else { return }
    var line: [UInt8] = []
    request.form.append(update, to: &line)
    let commas = { (line: [UInt8]) in line.filter { $0 == UInt8(ascii: ",") }.count }
    switch request.format {
    case .json:
        let wire = claimLine(line)
        for field in request.fields { claim(wire?.text(field.rawValue) != nil, "no \(field) in the line") }
    case .csv: claim(commas(request.form.header) == commas(line), "not a value for every name")
    case .plain: claim(commas(line) == 0, "more than the fold")
    }
}

private let update: FoldState? = {
    var pipeline = FoldPipeline()
    let sample = Sample(time: Nanoseconds(1), acceleration: Vector3(0, -4, -8))
    guard case .update(let state) = pipeline.update(sample) else { return nil }
    return state
}()

private func control(_ line: ArraySlice<UInt8>) {
    do {
        let request = try ControlRequest(line)
        claim((try? ControlRequest(request.line.dropLast())) == request, "read back otherwise: \(request)")
        if case .set(let key, let value) = request { set(key, to: value) }
    } catch { refuse(error) }
}

/// Sets a key as the control socket does, and tells its value.
private func set(_ name: String, to text: String) {
    guard let key = Configuration.keys.first(where: { $0.name == name }) else { return }
    var configuration = Configuration()
    do {
        try key.set(&configuration, text)
        let value = key.value(configuration)
        claim(value != .null, "\(name) is set, and has no value")
        let answer = ControlRequest.answer([WireMember(name, value)])
        claim(claimLine(answer)?.text("ok") != nil, "no answer: \(String(decoding: answer, as: UTF8.self))")
        if case .text(let told) = value {
            var again = Configuration()
            claim((try? key.set(&again, told)) != nil && key.value(again) == value, "\(name) is told as '\(told)'")
        }
    } catch { refuse(Refusal(problem: error.problem)) }
}

private func refuse(_ refusal: Refusal) {
    claimSentence(refusal.problem)
    claim(claimLine(WireEvent.errorLine(refusal.problem))?.text("error") == refusal.problem, "another sentence")
}
