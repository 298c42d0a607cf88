import Glibc
import Synchronization
import Testing
import UnixProgram
import TestSupport

@Suite struct ThreadTests {
    @Test func runsItsBodyOnAThreadOfItsOwn() throws {
        let runner = Mutex<pthread_t?>(nil)
        let thread = try Thread { runner.withLock { $0 = pthread_self() } }
        #expect(thread.join(timeout: 10_000))
        let found = try #require(runner.withLock { $0 })
        #expect(pthread_equal(found, pthread_self()) == 0)
    }

    @Test func aDetachedOneTakesNoneOfTheProgramsSignals() throws {
        let done = try EventDescriptor()
        defer { done.close() }
        let blocked = Mutex<[Int32]>([])
        let asked = [SIGINT, SIGTERM, SIGUSR1, SIGCHLD]
        try Thread.detach {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            blocked.withLock { $0 = asked.filter { sigismember(&mask, $0) == 1 } }
            done.signal()
        }
        #expect(FileDescriptor.wait(done.descriptor, for: Int16(POLLIN), timeout: 10_000))
        #expect(blocked.withLock { $0 } == asked)
    }

    @Test func joinInterruptsAReadThatHangs() throws {
        let pipe = try UnnamedPipe()
        let outcome = Mutex<(count: Int, code: Int32)?>(nil)
        defer { pipe.closeInput() }
        let thread = try Thread { [output = pipe.output] in
            var byte: UInt8 = 0
            let count = read(output, &byte, 1)
            let code = errno
            outcome.withLock { $0 = (count, code) }
        }
        #expect(thread.join(timeout: 10_000))
        let found = outcome.withLock { $0 }
        #expect(found?.count == -1)
        #expect(found?.code == EINTR)
    }

    @Test func joinGivesUpOnAThreadThatDoesNotEnd() throws {
        let pipe = try UnnamedPipe()
        // Goes on reading whenever it is interrupted, as code does that hides EINTR.
        let thread = try Thread { [output = pipe.output] in
            var buffer: [UInt8] = [0]
            _ = FileDescriptor.read(output, into: &buffer)
        }
        #expect(!thread.join(timeout: 200))
        try pipe.write("x")
        #expect(thread.join(timeout: 10_000))
        pipe.closeOutput()
    }
}
