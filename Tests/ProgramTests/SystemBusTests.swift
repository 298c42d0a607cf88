import Foundation
import TestSupport
import Testing

/// What becomes of a service beside a message bus.
@Suite struct SystemBusTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func aBusThatIsStartedAnewIsFoundAgainAndNobodyIsHurt() throws {
        let configuration = try directory.file(
            "bus.conf",
            """
            <busconfig>
            <listen>unix:path=\(directory("bus"))</listen>
            <policy context="default"><allow user="*"/><allow send_type="method_call"/></policy>
            </busconfig>
            """)
        let bus = try startBus(configuration)
        let tablet = try FakeTablet(in: directory)
        try tablet.feed(100, "--roll", "30")
        var environment = tablet.environment
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(directory("bus"))"
        let daemon = try RunningDaemon(in: directory, source: "auto", environment: environment)
        let client = try daemon.connect()
        try expectSettled(client)
        bus.send(SIGTERM)
        try bus.wait()
        // It hears of the end in the same loop that brings what comes after it.
        for _ in 0..<3 { #expect(try client.next { sequence(of: $0) != nil } != nil) }
        try daemon.catchUp()
        let told = { daemon.process.errors.filter { $0.contains("the system's bus is") } }
        #expect(told().count == 1 && told().last?.contains("is gone") == true)
        let next = try startBus(configuration)
        while told().count < 2, try client.next(where: { sequence(of: $0) != nil }) != nil {}
        #expect(told().last == "folddaemon: the system's bus is back")
        next.send(SIGTERM)
        try next.wait()
        while told().count < 3, try client.next(where: { sequence(of: $0) != nil }) != nil {}
        #expect(told().last?.contains("is gone") == true, "it is heard of again")
    }

    private func startBus(_ configuration: String) throws -> ChildProcess {
        let pipe = try UnnamedPipe()
        let bus = try ChildProcess(
            "dbus-daemon", ["--config-file", configuration, "--nofork", "--print-address"], output: .pipe(pipe))
        #expect(try LineReader(pipe).next()?.hasPrefix("unix:path=\(directory("bus"))") == true)
        return bus
    }
}
