import MotionCore
import PlainText

/// How a recording wants to be replayed, gathered from its `# key: value` lines as they come.
///
/// The orientation is the command line's, then the recording's, then the fallback's; everything else is the
/// recording's, then the fallback's.
public struct RecordedSettings: Sendable {
    private var tuning: Tuning
    private var orientationName: String?
    private var panel: Panel
    private var state: PipelineMemory?
    /// The header's settings, by which its state was made, until that has been used.
    private var header: Settings?
    private let fallback: OrientationSetting
    private let isOverridden: Bool

    /// Before any line: `fallback`, except for an orientation that the command line forces.
    public init(fallback: Settings = Settings(), orientation forced: OrientationSetting? = nil) {
        tuning = fallback.tuning
        self.fallback = forced ?? fallback.orientation
        isOverridden = forced != nil
        if case .auto(let panel) = self.fallback { self.panel = panel } else { panel = .portrait }
    }

    /// Takes the line `# key: value`. Unknown keys change nothing.
    public mutating func read(key: String, value: String) throws(SettingProblem) {
        if let key = Tuning.Key(rawValue: key) { return try tuning.set(key, to: value) }
        switch RecordingFormat.Key(rawValue: key) {
        case .orientation:
            guard OrientationSetting(name: value, panel: panel) != nil else {
                throw SettingProblem("the orientation \(quoted(value.utf8)) is none; use \(OrientationSetting.names)")
            }
            orientationName = value
        case .panel:
            guard let panel = Panel(rawValue: value) else {
                throw SettingProblem("the panel \(quoted(value.utf8)) is none; use portrait or landscape")
            }
            self.panel = panel
        case .state:
            state = try PipelineMemory(text: value)
        default: break
        }
    }

    /// The settings as the lines so far have them.
    public var settings: Settings {
        var orientation = fallback
        if !isOverridden {
            if let orientationName {
                orientation = OrientationSetting(name: orientationName, panel: panel) ?? fallback
            } else if let state {
                orientation = .fixed(state.orientation)
            }
        }
        if case .auto = orientation { orientation = .auto(panel) }
        return Settings(tuning: tuning, orientation: orientation)
    }

    /// The header has ended: what follows applies from the next row, and the state was made before.
    public mutating func headerEnded() { header = settings }

    /// Drops the state that was read, as where a recording is played again.
    mutating func forgetState() { state = nil }

    /// The time of the last update of the state that waits for the first row, if one does.
    var stateTime: Nanoseconds? { state?.lastUpdate }

    /// Makes `pipeline` ready for the next row.
    public mutating func prepare(_ pipeline: inout FoldPipeline) {
        if let state {
            pipeline.settings = header ?? settings
            pipeline.memory = state
            if orientationName == nil { orientationName = state.orientation.rawValue }
            self.state = nil
        }
        header = nil
        pipeline.settings = settings
    }
}
