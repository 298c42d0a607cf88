import FoldWire
import IIOSensor
import MotionCore
import Recordings
import UnixProgram

/// All that an owner can say, with the defaults: command line over drop-ins in order over file over default.
struct Configuration {
    var source = Source.auto
    var sensor = SensorRequest()
    /// nil: as the kernel's graphics say.
    var panel: Panel?
    var alwaysOn = false
    /// nil: `auto` for a sensor, `landscape-right` for a recording that does not say.
    var orientation: String?
    var tuning = Tuning()
    /// nil: the default place.
    var foldSocket: String?
    /// nil: beside the stream's, where that one was named; else the default place.
    var controlSocket: String?
    /// The most readers at a time.
    var clients = 4096
    /// Minutes without a client after which a service that systemd starts when needed leaves; 0 is never.
    var exitIdleTime = 0.0

    // Said on the command line only.
    var speed = ReplaySpeed.times(1)
    var isLooping = false
    /// The command line's orientation, which even a recording's own does not overrule.
    var forcedOrientation: String?

    /// Who gave each key its value, by its name; the default did where there is none.
    var origins: [String: Origin] = [:]

    static let clientsRange = 1...100_000
    /// Minutes; a day at most.
    static let exitIdleTimeRange = 0.0...1440.0
}

// MARK: - What follows from it

extension Configuration {
    /// Whether samples come from a recording.
    var isRecording: Bool {
        switch source {
        case .auto, .iio, .hinge: false
        case .replay, .pipe: true
        }
    }

    /// What is asked of the sensor, its name included.
    var request: SensorRequest {
        var request = sensor
        if case .iio(let name) = source { request.name = name }
        request.runDirectory = runDirectory
        return request
    }

    /// Where the service keeps its note: in a directory of its own, or beside its socket. An abstract socket has no place.
    private var runDirectory: String? {
        if let own = RuntimeDirectory.ofUnit { return own }
        guard let path = try? streamPath, path.hasPrefix("/") else { return nil }
        return directory(of: path)
    }

    /// What a look at the machine's sensors is for.
    var survey: SurveyRequest {
        source == .hinge ? .hinge(HingeRequest(request, rate: request.rate)) : .sensor(request)
    }

    /// What the pipeline begins with, on a display that is `panel`.
    func settings(panel: Panel?) -> Settings {
        let setting = OrientationSetting(name: orientationName, panel: self.panel ?? panel ?? .portrait)
        return Settings(tuning: tuning, orientation: setting ?? .fixed(.rightUp))
    }

    /// The command line's orientation, if it names one.
    func forcedSetting(panel: Panel?) -> OrientationSetting? {
        forcedOrientation.flatMap { OrientationSetting(name: $0, panel: self.panel ?? panel ?? .portrait) }
    }

    /// The orientation's name, by command line, configuration or default.
    var orientationName: String { forcedOrientation ?? orientation ?? (isRecording ? "landscape-right" : "auto") }

    /// The orientation as it is told: by its first name, whichever it was given by.
    var orientationValue: String { Orientation(name: orientationName)?.rawValue ?? orientationName }

    /// Where readers connect.
    var streamPath: String {
        get throws(Failure) {
            if let foldSocket { return foldSocket }
            return "\(try RuntimeDirectory.forService)/\(WireProtocol.streamName)"
        }
    }

    /// Where the control socket is.
    var controlPath: String {
        get throws(Failure) {
            let stream = try streamPath
            let path = controlSocket ?? "\(directory(of: stream))/\(WireProtocol.controlName)"
            if path == stream {
                throw Failure(.configuration, "\(path) is to be both sockets; name another place for one of them")
            }
            return path
        }
    }
}
