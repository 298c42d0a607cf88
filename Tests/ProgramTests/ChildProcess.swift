import Foundation
import UnixProgram
import TestSupport

/// A program that runs beside the test; it goes with the test at the latest.
final class ChildProcess {
    /// What a program reads.
    enum Input {
        case nothing
        case file(String)
        case bytes([UInt8])
        case pipe(UnnamedPipe)
    }

    /// Where a program writes.
    enum Output {
        case kept
        case pipe(UnnamedPipe)
    }

    let pid: pid_t
    private let kept: KeptFile
    private let complaints: KeptFile
    private let lifeline: UnnamedPipe
    private var status: Int32?

    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
        input: Input = .nothing, output: Output = .kept, handing handed: [Int32] = []
    ) throws {
        kept = try KeptFile()
        complaints = try KeptFile()
        lifeline = try UnnamedPipe()
        var actions = FileActions()
        defer { actions.destroy() }
        let given: KeptFile?
        switch input {
        case .nothing: (given, _) = (nil, actions.open("/dev/null", as: 0))
        case .file(let path): (given, _) = (nil, actions.open(path, as: 0))
        case .bytes(let bytes):
            let file = try KeptFile(bytes)
            (given, _) = (file, actions.duplicate(file.descriptor, as: 0))
        case .pipe(let pipe): (given, _) = (nil, actions.duplicate(pipe.output, as: 0))
        }
        switch output {
        case .kept: actions.duplicate(kept.descriptor, as: 1)
        case .pipe(let pipe): actions.duplicate(pipe.input, as: 1)
        }
        actions.duplicate(complaints.descriptor, as: 2)
        // Open as long as the program runs, so that its end can be waited for.
        actions.duplicate(lifeline.input, as: 9)
        // Away from the numbers that they are to have, which others of them may stand on.
        let copies = handed.map { fcntl($0, F_DUPFD_CLOEXEC, 20) }
        defer { for copy in copies { close(copy) } }
        for (index, copy) in copies.enumerated() { actions.duplicate(copy, as: 3 + Int32(index)) }
        pid = try withExtendedLifetime(given) {
            let words = directory.map { ["env", "--chdir=\($0)", program] } ?? [program]
            return try actions.spawn(
                words[0], words.dropFirst() + arguments, environment: Self.clean(environment))
        }
        lifeline.closeInput()
        switch (input, output) {
        case (.pipe(let pipe), _): pipe.closeOutput()
        default: break
        }
        if case .pipe(let pipe) = output { pipe.closeInput() }
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
    }

    /// What a program is told of the test's own environment, and `additions`.
    private static func clean(_ additions: [String: String]) -> [String: String] {
        let names: Set = ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "TSAN_OPTIONS", "ASAN_OPTIONS"]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) }.merging(additions) { $1 }
    }

    /// Readable once the program has ended.
    var end: Int32 { lifeline.output }

    /// Waits for the program's end; its status, as a shell has it: 128 and the signal's number where one ended it.
    @discardableResult
    func wait() throws -> Int32 {
        if let status { return status }
        do {
            try Overdue.wait(for: "the end of process \(pid)", on: end)
        } catch {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            status = -1
            throw error
        }
        var code: Int32 = 0
        waitpid(pid, &code, 0)
        let signal = code & 0x7f
        let found = signal == 0 ? code >> 8 & 0xff : 128 + signal
        status = found
        return found
    }

    func send(_ signal: Int32) {
        if status == nil { kill(pid, signal) }
    }

    /// What it wrote to standard output by now.
    var output: [String] { kept.lines }
    var outputBytes: [UInt8] { kept.bytes }
    /// What it wrote to standard error by now.
    var errors: [String] { complaints.lines }
}

extension ChildProcess {
    /// Runs a program to its end.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil,
        input: Input = .nothing, output: Output = .kept
    ) throws -> ChildProcess {
        let child = try ChildProcess(
            program, arguments, environment: environment, directory: directory, input: input, output: output)
        try child.wait()
        return child
    }

    /// The status it ended with.
    var endStatus: Int32 { status ?? -1 }
}
