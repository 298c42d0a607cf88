import FoldWire
import Glibc
import UnixProgram

/// Where the lines that are watched go.
protocol WatchOutput {
    /// What to poll beside the daemon; something has to be done when anything becomes of it.
    var polled: pollfd { get }

    /// Something has become of what is polled.
    mutating func polledIsReady() throws

    /// Takes a line of the daemon; `isData` where it is no event and no header.
    mutating func take(_ line: ArraySlice<UInt8>, isData: Bool) throws

    /// All has been taken that had come.
    mutating func flush() throws

    /// No daemon serves; `note` says which one is waited for.
    mutating func waits(_ note: String) throws

    /// Nobody serves on the connection, as `note` says with what to do.
    mutating func isSilent(_ note: String) throws

    /// No line comes any more.
    mutating func finish() throws
}

extension WatchOutput {
    /// Standard output, whose reader may go away while nothing is written to it.
    var polled: pollfd { pollfd(fd: FileDescriptor.standardOutput, events: 0, revents: 0) }

    mutating func polledIsReady() throws { throw ReaderGone() }

    mutating func waits(_ note: String) throws { complain("foldctl", note) }

    mutating func isSilent(_ note: String) throws { complain("foldctl", note) }
}

/// The lines as they are, each written at once.
struct LineOutput: WatchOutput {
    private let header: [UInt8]
    private var hasHeader = false
    private var text: [UInt8] = []

    /// For lines that begin with `header` after each connection: it is written once.
    init(header: [UInt8]) {
        self.header = header
    }

    mutating func take(_ line: ArraySlice<UInt8>, isData: Bool) {
        if !isData && !header.isEmpty && line.elementsEqual(header.dropLast()) {
            if hasHeader { return }
            hasHeader = true
        }
        text += line
        text.append(UInt8(ascii: "\n"))
    }

    mutating func flush() throws {
        if text.isEmpty { return }
        try writeOutput(text)
        text.removeAll(keepingCapacity: true)
    }

    mutating func finish() {}
}

/// A bar that is drawn over itself; events stay above it.
struct BarOutput: WatchOutput {
    private var bar = LiveBar()
    private var text: [UInt8] = []

    mutating func take(_ line: ArraySlice<UInt8>, isData: Bool) {
        // Only the last of several lines is seen.
        if let line = WireLine(line) { bar.take(line, now: BootClock.now(), into: &text) }
    }

    mutating func flush() throws {
        bar.draw(into: &text, columns: FileDescriptor.columns(FileDescriptor.standardOutput) ?? 80)
        try writeOutput(text)
        text.removeAll(keepingCapacity: true)
    }

    mutating func waits(_ note: String) {
        bar.wait(note)
    }

    /// Above the bar, where there is room for all of it.
    mutating func isSilent(_ note: String) throws {
        try writeOutput(Array("\r\u{1B}[K".utf8))
        complain("foldctl", note)
    }

    mutating func finish() throws {
        try writeOutput(Array("\n".utf8))
    }
}
