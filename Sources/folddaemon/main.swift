import UnixProgram

ProgramStart.prepare()
do {
    let words = try ProgramStart.arguments
    let options = try Options(words)
    switch options.action {
    case .help: try writeOutput(Array((Options.help + "\n").utf8))
    case .version: try writeOutput(Array("folddaemon \(programVersion)\n".utf8))
    case .check: endProgram(try Check.run(options.configuration, DisplayPanel()))
    case .serve:
        let service = try Service(options.configuration, display: DisplayPanel(), handed: ActivatedSockets.take()) {
            try Options(words).configuration
        }
        endProgram(try service.run())
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
