import UnixProgram

/// What passes between the loop and the sensor's thread, on the thread's side.
final class SensorMail {
    private let inbox: Mailbox<SensorCommand>
    private let outbox: Mailbox<(session: Int, message: SensorMessage)>
    private var commands: [SensorCommand] = []
    private var session = 0
    private var lastReport: SensorCourse.Report?
    /// Whether iio-sensor-proxy runs.
    private(set) var hasNeighbour = false
    /// How often the loop has let the thread decide anew about the buffer.
    private(set) var recall = 0

    init(inbox: Mailbox<SensorCommand>, outbox: Mailbox<(session: Int, message: SensorMessage)>) {
        self.inbox = inbox
        self.outbox = outbox
    }

    /// What a deed or a wait ended with.
    enum Word {
        case outcome(SensorCourse.Outcome)
        case stop
        case end
        case restart(SensorRequest, Int)
    }

    /// What is told from now on belongs to `session`.
    func begin(_ session: Int) {
        self.session = session
        lastReport = nil
    }

    func post(_ message: SensorMessage) { outbox.post((session, message)) }

    /// Tells `report`; once is enough, however often a try is repeated.
    func tell(_ report: SensorCourse.Report) {
        if report == lastReport { return }
        lastReport = report
        post(.state(report.state, detail: report.detail))
    }

    /// The next report is news, whatever it says.
    func forgetReport() { lastReport = nil }

    /// What the loop wants, waiting up to `nanoseconds` (nil: for ever); nil where it wants nothing that matters.
    ///
    /// `outcome` says what a command means to the deed at hand; iio-sensor-proxy's coming and going ends any deed of one
    /// who `minds`.
    func wait(
        nanoseconds: Int64?, minds: Bool, _ outcome: (SensorCommand) -> SensorCourse.Outcome?
    ) -> Word? {
        guard FileDescriptor.wait(inbox.event.descriptor, nanoseconds: nanoseconds) else { return nil }
        inbox.drain(into: &commands)
        var word: Word?
        for command in commands {
            var meaning = outcome(command)
            switch command {
            case .start(let request, let session): word = .restart(request, session)
            case .stop: word = .stop
            case .end: return .end
            case .goToSleep(let recall):
                self.recall = recall
                meaning = .goesToSleep
            case .wake(let recall): self.recall = recall
            case .neighbour(let isThere, let recall):
                self.recall = recall
                hasNeighbour = isThere
                if minds { meaning = .neighbourChanged }
            case .giveBack, .devicesChanged: break
            }
            word = word ?? meaning.map { .outcome($0) }
        }
        return word
    }
}
