import Glibc
import Synchronization
import Testing
import UnixProgram

@Suite struct MailboxTests {
    @Test func isReadableWhileSomethingIsThere() throws {
        let mailbox = try Mailbox<Int>()
        defer { mailbox.event.close() }
        #expect(!isReadable(mailbox))
        mailbox.post(1)
        #expect(isReadable(mailbox))
        var taken = [7]
        mailbox.drain(into: &taken)
        #expect(taken == [1])
        #expect(!isReadable(mailbox))
        mailbox.drain(into: &taken)
        #expect(taken.isEmpty)
    }

    @Test func keepsTheOrderOfItsItems() throws {
        let mailbox = try Mailbox<Int>()
        defer { mailbox.event.close() }
        for item in 1...5 { mailbox.post(item) }
        var taken: [Int] = []
        mailbox.drain(into: &taken)
        #expect(taken == [1, 2, 3, 4, 5])
    }

    @Test func losesAndRepeatsNothingBetweenTwoThreads() throws {
        let last = 20_000
        let mailbox = try Mailbox<Int>()
        defer { mailbox.event.close() }
        let received = Mutex<[Int]>([])
        let reader = try Thread {
            var taken: [Int] = []
            while received.withLock({ $0.last }) != last {
                guard FileDescriptor.wait(mailbox.event.descriptor, for: Int16(POLLIN), timeout: 10_000) else { return }
                mailbox.drain(into: &taken)
                received.withLock { $0 += taken }
            }
        }
        let writer = try Thread { for item in 1...last { mailbox.post(item) } }
        #expect(writer.join(timeout: 20_000))
        #expect(reader.join(timeout: 20_000))
        #expect(received.withLock { $0 } == Array(1...last))
    }

    private func isReadable(_ mailbox: Mailbox<Int>) -> Bool {
        FileDescriptor.wait(mailbox.event.descriptor, for: Int16(POLLIN), timeout: 0)
    }
}
