import MotionCore
import UnixProgram

/// Where samples come from: the seam to the hardware.
protocol SampleSource: AnyObject {
    /// Somebody reads: begin.
    func start()
    /// Nobody reads any more: leave off.
    func stop()
    /// The daemon ends: let go of everything.
    func end()
}

/// Where samples go.
protocol SampleSink: AnyObject {
    /// How it stands with the sensor. Before the first sample, `ok` is the sink's to say.
    func sensor(is state: SensorState, _ detail: String)
    /// A sensor called `name` was opened, or opened again; its samples follow. `detail` says more of it.
    func opened(_ name: String, _ detail: String)
    /// A reading.
    func take(_ sample: Sample)
    /// Changes the pipeline before its next sample, as a recording asks for.
    func configure(_ change: (inout FoldPipeline) -> Void)
    /// The time of the next tick, nil where none is due any more.
    var tickTime: Nanoseconds? { get }
    /// Makes the ticks due by `time`.
    func tick(upTo time: Nanoseconds)
    /// There will be no more samples: the daemon may end, with what the failure says if there was one.
    func ended(_ failure: Failure?)
}
