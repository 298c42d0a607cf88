import MotionCore

extension Configuration {
    /// What samples are read from, into `hub`.
    func makeSource(
        _ settings: Settings, _ panel: Panel?, _ loop: EventLoop, _ hub: FoldHub, _ bus: SystemBus? = nil
    ) throws -> any SampleSource {
        switch source {
        case .auto, .iio: return try IIOSource(loop, bus, hub, request)
        case .hinge:
            hub.hasSamples = false
            return try HingeSource(loop, hub, request)
        case .replay(let path):
            return try ReplaySource(
                loop, hub, path: path, speed: speed, isLooping: isLooping, settings: settings,
                forced: forcedSetting(panel: panel))
        case .pipe(let path):
            return try PipeSource(loop, hub, path: path, settings: settings, forced: forcedSetting(panel: panel))
        }
    }

    /// The hinge that is told beside the source, if that is an accelerometer.
    func makeHinge(_ loop: EventLoop, _ hub: FoldHub) throws -> HingeBeside? {
        switch source {
        case .auto, .iio:
            let hinge = try HingeBeside(loop, request)
            hub.hingeBeside = hinge
            return hinge
        case .hinge, .replay, .pipe: return nil
        }
    }
}
