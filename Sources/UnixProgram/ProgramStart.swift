import Glibc

/// What every program here does first.
public enum ProgramStart {
    /// Makes the program one that a closed descriptor, a closed pipe or a file-size limit cannot surprise: each becomes
    /// an error of the call that meets it.
    public static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // A socket or a file that got the number of a closed standard stream would be read, or written, in its place.
        // Opened the wrong way round, the stream fails as it would if it were closed.
        for (stream, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(Int32(stream), F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// The command line after the program's name.
    ///
    /// - Throws: Where /proc is not mounted, from which Swift takes the command line: acting on none would be wrong.
    public static var arguments: ArraySlice<String> {
        get throws(Failure) {
            if CommandLine.arguments.isEmpty {
                throw Failure(.unavailable, "the command line cannot be read without /proc; mount it")
            }
            return CommandLine.arguments.dropFirst()
        }
    }

    /// Lets SIGINT and SIGTERM end the program at once and well, whatever it waits for; on a terminal whose line is drawn
    /// over (`endingLine`) after an end of that line.
    public static func endOnSignals(endingLine: Bool = false) {
        for name in [SIGINT, SIGTERM] {
            if endingLine {
                signal(name) { _ in
                    write(1, "\n", 1)
                    _exit(0)
                }
            } else {
                signal(name) { _ in _exit(0) }
            }
        }
    }
}
