import TestSupport

/// An MQTT broker of the test's own, on a Unix socket.
final class Broker {
    let socket: String
    private let process: ChildProcess
    private let log: LineReader
    private var subscribers: [ChildProcess] = []

    /// Starts one, and waits until it serves.
    init(in directory: TemporaryDirectory) throws {
        socket = directory("broker.sock")
        // `user` counts for root only, whose broker would else not reach the test's directory.
        let file = try directory.file(
            "broker.conf",
            "user root\nlistener 0 \(socket)\nallow_anonymous true\nlog_dest stderr\nconnection_messages false\n")
        let output = try UnnamedPipe()
        // Its standard output is buffered in blocks; and Debian keeps it where not every user's PATH leads.
        process = try ChildProcess(
            "sh", ["-c", #"PATH=$PATH:/usr/sbin exec mosquitto -c "$1" 2>&1"#, "sh", file], output: .pipe(output))
        log = LineReader(output)
        guard try log.next(where: { $0.hasSuffix(" running") }) != nil else {
            throw Overdue(description: "the broker ended before it served")
        }
    }

    /// The messages of `topic` from now on, a line each.
    func subscribe(to topic: String) throws -> LineReader {
        let greeting = "to whoever subscribes"
        let publisher = try ChildProcess.run(
            "mosquitto_pub", ["--unix", socket, "-t", topic, "-r", "-m", greeting])
        guard publisher.endStatus == 0 else { throw Overdue(description: "mosquitto_pub: \(publisher.errors)") }
        let messages = try listen(["-t", topic])
        guard try messages.next() == greeting else { throw Overdue(description: "the subscription did not come about") }
        return messages
    }

    /// What a newcomer is told of `topic` at once: whether it was retained (1 or 0), and the message.
    func retained(of topic: String) throws -> String? {
        try listen(["-t", topic, "-C", "1", "-F", "%r %p"]).next()
    }

    private func listen(_ options: [String]) throws -> LineReader {
        let output = try UnnamedPipe()
        subscribers.append(try ChildProcess("mosquitto_sub", ["--unix", socket] + options, output: .pipe(output)))
        return LineReader(output)
    }
}
