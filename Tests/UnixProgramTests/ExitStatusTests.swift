import Glibc
import Testing
import UnixProgram

@Suite struct ExitStatusTests {
    @Test(
        arguments: [
            (UnixProgram.ExitStatus.ok, 0), (.usage, 64), (.dataError, 65), (.noInput, 66), (.unavailable, 69),
            (.cannotCreate, 73),
            (.temporary, 75), (.noPermission, 77), (.configuration, 78),
        ] as [(UnixProgram.ExitStatus, Int32)])
    func areTheNumbersOfSysexits(_ status: UnixProgram.ExitStatus, number: Int32) {
        #expect(status.rawValue == number)
    }

    @Test(arguments: [
        (EACCES, UnixProgram.ExitStatus.noPermission), (EPERM, .noPermission), (ENOENT, .noInput), (EIO, .noInput),
    ])
    func aMissingRightIsToldFromOtherErrors(_ code: Int32, status: UnixProgram.ExitStatus) {
        #expect(SystemError(code).status(otherwise: .noInput) == status)
    }

    @Test(arguments: [(ENOENT, "No such file or directory"), (EACCES, "Permission denied")])
    func anErrorIsDescribedInTheWordsOfTheLibrary(_ code: Int32, words: String) {
        #expect(SystemError(code).description == words)
    }

    @Test func anInterruptedCallIsMadeAgain() {
        var calls = 0
        let outcome = systemCall {
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 5
        }
        #expect(calls == 3)
        guard case .value(5) = outcome else {
            Issue.record("the call came back with \(outcome)")
            return
        }
    }
}
