import Glibc

/// Writes `message` as one line to standard error, with the program's name before it.
public func complain(_ program: String, _ message: String) {
    // A standard error that is closed leaves nowhere to complain of it.
    try? FileDescriptor.writeAll(FileDescriptor.standardError, Array("\(program): \(message)\n".utf8))
}
