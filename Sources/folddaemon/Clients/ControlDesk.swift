import FoldWire
import Glibc
import IIOSensor
import MotionCore
import PlainText
import Recordings
import UnixProgram

/// What is asked and told over the control socket.
final class ControlDesk: ControlAnswerer {
    private let crowd: Crowd
    private let hub: FoldHub
    private let source: any SampleSource
    private let display: DisplayPanel?
    private let survey: SensorSurvey
    private let calibration: CalibrationDesk
    private let start = BootClock.now()
    private let live: LiveConfiguration
    private let gatekeeper: Gatekeeper
    private var clients: [ControlClient] = []

    init(
        _ loop: EventLoop, _ crowd: Crowd, _ hub: FoldHub, _ source: any SampleSource, _ live: LiveConfiguration,
        _ display: DisplayPanel?, _ gatekeeper: Gatekeeper
    ) {
        self.gatekeeper = gatekeeper
        self.crowd = crowd
        self.hub = hub
        self.source = source
        self.live = live
        self.display = display
        survey = SensorSurvey(loop)
        calibration = CalibrationDesk(loop, hub, source)
    }

    private var configuration: Configuration { live.current }

    // MARK: Clients

    /// How many are connected.
    var clientCount: Int { clients.count }

    /// Called when somebody connected or left.
    var onClientsChanged: () -> Void = {}

    /// Serves whoever connected by `descriptor`.
    func welcome(_ descriptor: Int32) {
        do {
            let caller = try gatekeeper.caller(descriptor)
            let client = try ControlClient(descriptor, of: caller, crowd, owner: self)
            // Who is refused is no client, and keeps the service from nothing.
            if let refusal = gatekeeper.refusal(of: caller) { return client.revoke(refusal) }
            if clients.count >= WireProtocol.mostControllers, !gatekeeper.alwaysFindsRoom(caller) {
                return client.revoke("\(WireProtocol.mostControllers) clients ask already; try again later")
            }
            clients.append(client)
            onClientsChanged()
        } catch {
            Log.write(.warning, "cannot serve a connection to the control socket: \(error)")
            FileDescriptor.close(descriptor)
        }
    }

    /// Ends the clients whom `refusal` gives a reason not to ask any more, and drops what is measured for them.
    func revoke(_ refusal: (AccessPolicy.Caller) -> String?) {
        for client in clients {
            if let reason = refusal(client.caller) { client.revoke(reason) }
        }
    }

    /// Answers nobody any more.
    func end() {
        for client in clients { client.close() }
    }

    func left(_ client: ControlClient) {
        clients.removeAll { $0 === client }
        calibration.left(ObjectIdentifier(client))
        onClientsChanged()
    }

    /// How many clients calibrate.
    var calibrators: Int { calibration.count }

    /// Called when there are more of them, or fewer.
    var onCalibratorsChanged: () -> Void {
        get { calibration.onChanged }
        set { calibration.onChanged = newValue }
    }

    // MARK: Answers

    func answer(_ request: ControlRequest, of client: ControlClient, reply: @escaping ([UInt8]) -> Void) {
        // Who switched away since they connected steers nothing any more.
        if let refusal = gatekeeper.refusal(of: client.caller) { return reply(WireEvent.errorLine(refusal)) }
        do {
            switch request {
            case .status: reply(ControlRequest.answer(status))
            case .get(nil): reply(ControlRequest.answer(Configuration.keys.map { member($0) }))
            case .get(let name?): reply(ControlRequest.answer([member(try key(name))]))
            case .origins:
                reply(
                    ControlRequest.answer(
                        Configuration.keys.map { WireMember($0.name, .text(configuration.origin(of: $0).text)) }))
            case .set(let name, let value): reply(ControlRequest.answer([try set(name, to: value)]))
            case .sensors: try survey.look(configuration.survey) { reply(Self.answer($0)) }
            case .version:
                reply(
                    ControlRequest.answer([
                        WireMember("version", .text(programVersion)),
                        WireMember("protocol", .text("\(WireProtocol.version)")),
                    ]))
            case .calibrate(let step):
                try calibration.answer(step, of: ObjectIdentifier(client), configuration, reply: reply)
            }
        } catch let refusal as Refusal {
            reply(WireEvent.errorLine(refusal.problem))
        } catch let problem as SettingProblem {
            reply(WireEvent.errorLine(problem.problem))
        } catch {
            reply(WireEvent.errorLine("the sensor cannot be looked at: \(error); try again later"))
        }
    }

    private var status: [WireMember] {
        StatusReport(
            configuration: configuration, display: display, hub: hub, reading: source.lastReading, start: start
        ).members
    }

    private func key(_ name: String) throws(Refusal) -> Configuration.Key {
        guard let key = Configuration.keys.first(where: { $0.name == name }) else {
            let names = Configuration.keys.map(\.name).joined(separator: ", ")
            throw Refusal(problem: "there is no key \(quoted(name.utf8)); use one of \(names)")
        }
        return key
    }

    private func member(_ key: Configuration.Key) -> WireMember { WireMember(key.name, key.value(configuration)) }

    private static func answer(_ seen: SensorsSeen?) -> [UInt8] {
        guard let seen else { return WireEvent.errorLine("a sensor takes too long to answer; try again later") }
        return ControlRequest.answer(SensorList(seen: seen).members)
    }

    // MARK: Settings

    /// Sets the key called `name`, for this run, and tells the watchers.
    private func set(_ name: String, to text: String) throws -> WireMember {
        let names = LiveConfiguration.settable.joined(separator: ", ")
        guard let key = Configuration.keys.first(where: { $0.name == name }) else {
            throw Refusal(problem: "there is no key \(quoted(name.utf8)) to set; use one of \(names)")
        }
        guard LiveConfiguration.settable.contains(name) else {
            throw Refusal(
                problem: "\(name) cannot be set while the service runs, only \(names); set it in the configuration")
        }
        try live.set(key, to: text)
        return member(key)
    }
}
