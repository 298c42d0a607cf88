import UnixProgram

/// Serves by `options`, which are the command line's `words`, until the end, by which all is given back.
func serve(_ options: Options, _ words: ArraySlice<String>) throws -> ExitStatus {
    try Service(options.configuration, display: DisplayPanel(), handed: ActivatedSockets.take()) {
        try Options(words).configuration
    }.run()
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
    Log.write(.error, failure.message)
    endProgram(failure.status)
} catch {
    Log.write(.error, "cannot start: \(error); give the service more of it, descriptors say, and start it again")
    endProgram(.unavailable)
}
