import Glibc
import UnixProgram

/// The file that is recorded to: always whole lines, whatever happens.
struct RecordingFile {
    private let path: String
    private let descriptor: Int32
    private let isNew: Bool
    private var lines: [UInt8] = []
    private var written: Int = 0
    private var (rows, waitingRows) = (0, 0)

    private var isStandardOutput: Bool { path == "-" }

    init(_ path: String, isForced: Bool) throws(Failure) {
        self.path = path
        if path == "-" {
            descriptor = FileDescriptor.standardOutput
            isNew = false
            return
        }
        isNew = access(path, F_OK) != 0
        // What is there is overwritten by the first row, and not before: a recording that comes to nothing costs nothing.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isForced ? 0 : O_EXCL)
        do {
            descriptor = Int32(try systemResult { Int(open(path, flags, 0o644)) })
        } catch {
            let advice = error.code == EEXIST ? "name another file, or overwrite it with --force" : "name another file"
            throw Failure(error.status(otherwise: .cannotCreate), "cannot make \(path): \(error); \(advice)")
        }
    }

    mutating func append(_ line: ArraySlice<UInt8>) {
        lines += line
        lines.append(UInt8(ascii: "\n"))
        if let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "t") { waitingRows += 1 }
    }

    /// Writes what was appended, from the first row on; false if a signal came before it was all written.
    mutating func write(_ signals: SignalDescriptor) throws -> Bool {
        if rows + waitingRows == 0 { return true }
        do {
            if written == 0 && !isStandardOutput { ftruncate(descriptor, 0) }
            guard try signals.writeAll(descriptor, lines) else { return false }
        } catch {
            if isStandardOutput && error.code == EPIPE { throw ReaderGone() }
            // A row cut in the middle would be a wrong one.
            if !isStandardOutput { ftruncate(descriptor, off_t(written)) }
            throw Failure(
                .cannotCreate,
                "cannot write on to \(isStandardOutput ? "standard output" : path): \(error); it is whole up to row \(rows), make room to go on"
            )
        }
        written += lines.count
        rows += waitingRows
        waitingRows = 0
        lines.removeAll(keepingCapacity: true)
        return true
    }

    /// Takes away a file that was made for nothing.
    func removeIfEmpty() {
        if rows == 0 && isNew { unlink(path) }
    }

    /// Ends the recording; one without rows is none, and leaves no file.
    func finish() throws(Failure) {
        if rows > 0 { return }
        removeIfEmpty()
        throw Failure(.unavailable, "no sample came, so nothing was recorded; foldctl watch shows the sensor's state")
    }
}
