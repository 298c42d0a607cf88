import UnixProgram

/// Serves by `options`, which are the command line's `words`, on what systemd `handed` over or on sockets of its own, until the
/// end, by which all is given back.
func serve(
    _ options: Options, _ words: ArraySlice<String>, _ handed: [ActivatedSockets.Handed]
) throws -> ExitStatus {
    try Service(options.configuration, display: DisplayPanel(), handed: ActivatedSockets(handed)) {
        try Options(words).configuration
    }.run()
}

/// Ends where nothing can be served: with one sentence for people, and the same for `systemctl status` and for whoever has
/// connected to what systemd `handed` over.
func refuse(_ failure: Failure, _ handed: [ActivatedSockets.Handed]) -> Never {
    Log.write(.error, failure.message)
    ServiceManager.tell(status: failure.message)
    StartRefusal.answer(failure.message, on: handed.map(\.descriptor))
    endProgram(failure.status)
}

ProgramStart.prepare()
var handed: [ActivatedSockets.Handed] = []
do {
    handed = try ActivatedSockets.take()
    let words = try ProgramStart.arguments
    let options = try Options(words)
    switch options.action {
    case .help: try writeOutput(Array((Options.help + "\n").utf8))
    case .version: try writeOutput(Array("folddaemon \(programVersion)\n".utf8))
    case .check: endProgram(try Check.run(options.configuration, DisplayPanel()))
    case .serve: endProgram(try serve(options, words, handed))
    }
} catch is ReaderGone {
    endProgram(.ok)
} catch let failure as Failure {
    refuse(failure, handed)
} catch {
    let advice = "give the service more of it, descriptors say, and start it again"
    refuse(Failure(.unavailable, "cannot start: \(error); \(advice)"), handed)
}
