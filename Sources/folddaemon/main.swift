import UnixProgram

ProgramStart.prepare()
do {
    let options = try Options(ProgramStart.arguments)
    switch options.action {
    case .help: try writeOutput(Array((Options.help + "\n").utf8))
    case .version: try writeOutput(Array("folddaemon \(programVersion)\n".utf8))
    case .check: endProgram(try Check.run(options.configuration, DisplayPanel()))
    case .serve: endProgram(try Service(options.configuration, display: DisplayPanel(), handed: ActivatedSockets.take()).run())
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
