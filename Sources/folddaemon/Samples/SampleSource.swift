import IIOSensor
import MotionCore
import UnixProgram

/// Where samples come from: the seam to the hardware.
protocol SampleSource: AnyObject {
    /// Somebody reads: begin.
    func start()
    /// Nobody reads any more: leave off.
    func stop()
    /// The sensor is asked for by `request` from now on; nothing to a recording.
    func adjust(_ request: SensorRequest)
    /// A sensor's last reading since it was switched on; nil behind a recording.
    var lastReading: SensorReading? { get }
    /// The daemon ends: let go of everything.
    func end()
}

/// Where samples go.
protocol SampleSink: AnyObject {
    /// How it stands with the sensor. Before the first sample, `ok` is the sink's to say.
    func sensor(is state: SensorState, _ detail: String)
    /// A sensor was opened, or opened again; its samples follow.
    func opened(_ opening: Opening)
    /// A reading.
    func take(_ sample: Sample)
    /// A hinge's angle, read at `time`.
    func take(_ angle: HingeAngle, at time: Nanoseconds)
    /// The hinge's angle is not known any more.
    func holdHinge()
    /// Changes the pipeline before its next sample, as a recording asks for.
    func configure(_ change: (inout FoldPipeline) -> Void)
    /// The time of the next tick, nil where none is due any more.
    var tickTime: Nanoseconds? { get }
    /// Makes the ticks due by `time`.
    func tick(upTo time: Nanoseconds)
    /// There will be no more samples: the daemon may end, with what the failure says if there was one.
    func ended(_ failure: Failure?)
}

extension SampleSource {
    func adjust(_ request: SensorRequest) {}
    var lastReading: SensorReading? { nil }
}

/// What was opened.
struct Opening {
    /// The sensor's name, or the recording's.
    let name: String
    /// More of it, in words.
    let detail: String
    /// All that is known of a sensor; nil behind a recording.
    var facts: SensorFacts?
    /// The hinge, where that is what folds.
    var hinge: HingeFacts?

    /// The seat of the sensor that is read; nil behind a recording.
    var seat: String? { facts?.udev.seat ?? hinge?.seat }
}
