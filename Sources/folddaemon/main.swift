import UnixProgram

/// Serves by `options`, which are the command line's `words`, until the end, by which all is given back.
func serve(_ options: Options, _ words: ArraySlice<String>) throws -> ExitStatus {
    try Service(options.configuration, display: DisplayPanel(), handed: ActivatedSockets.take()) {
        try Options(words).configuration
    }.run()
}

/// Ends where nothing can be served: with one sentence for people, and the same for `systemctl status`, which shows no line of
/// the journal between one start and the next.
func refuse(_ sentence: String, _ status: ExitStatus) -> Never {
    Log.write(.error, sentence)
    ServiceManager.tell(status: sentence)
    endProgram(status)
}

ProgramStart.prepare()
do {
    let words = try ProgramStart.arguments
    let options = try Options(words)
    switch options.action {
    case .help: try writeOutput(Array((Options.help + "\n").utf8))
    case .version: try writeOutput(Array("folddaemon \(programVersion)\n".utf8))
    case .check: endProgram(try Check.run(options.configuration, DisplayPanel()))
    case .serve: endProgram(try serve(options, words))
    }
} catch is ReaderGone {
    endProgram(.ok)
} catch let failure as Failure {
    refuse(failure.message, failure.status)
} catch {
    refuse("cannot start: \(error); give the service more of it, descriptors say, and start it again", .unavailable)
}
