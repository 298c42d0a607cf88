import FoldWire
import MotionCore
import Recordings
import UnixProgram

/// The configuration that holds now: as it was read, with what was set since, and what of the service goes by it.
final class LiveConfiguration {
    private(set) var current: Configuration
    private let display: DisplayPanel?
    private let hub: FoldHub
    private let source: any SampleSource
    /// The hinge beside an accelerometer; nil where something else folds.
    private let hinge: HingeBeside?

    /// What may be set while the service runs.
    static let settable = ["orientation", "gain", "deadzone", "smoothing", "level", "rate", "matrix"]

    init(
        _ configuration: Configuration, _ display: DisplayPanel?, _ hub: FoldHub, _ source: any SampleSource,
        _ hinge: HingeBeside?
    ) {
        current = configuration
        self.display = display
        self.hub = hub
        self.source = source
        self.hinge = hinge
    }

    /// Sets `key` for this run, and tells the watchers.
    func set(_ key: Configuration.Key, to text: String) throws {
        var after = current
        try key.set(&after, text)
        after.origins[key.name] = .control
        if key.name == "orientation" { after.forcedOrientation = after.orientation }
        if ["rate", "matrix"].contains(key.name), after.isRecording {
            throw Refusal(problem: "\(key.name) is a sensor's, and what is read is a recording; leave it")
        }
        change(to: after)
        // What is set is told, even where it was so before.
        apply(key)
    }

    /// What became of a configuration that was read anew.
    struct Replacement: Equatable {
        /// The keys that have another value now.
        var changed: [String] = []
        /// The keys whose new values only the next start can use.
        var waiting: [String] = []
    }

    /// From now on `new` holds, in place of what was read and set before, but for what cannot change while the service runs.
    func replace(by new: Configuration) -> Replacement {
        let before = current
        var after = new
        after.source = before.source
        (after.foldSocket, after.controlSocket) = (before.foldSocket, before.controlSocket)
        (after.speed, after.isLooping) = (before.speed, before.isLooping)
        // A recording's panel is its own where it says so, which only its reader knows.
        if before.isRecording { after.panel = before.panel }
        var replacement = Replacement()
        for key in Configuration.keys where key.value(after) != key.value(new) && key.name != "orientation" {
            after.origins[key.name] = before.origins[key.name]
            replacement.waiting.append(key.name)
        }
        let changed = Configuration.keys.filter { $0.value(before) != $0.value(after) }
        replacement.changed = changed.map(\.name)
        change(to: after)
        for key in changed { apply(key) }
        return replacement
    }

    private func apply(_ key: Configuration.Key) {
        if let name = Tuning.Key(rawValue: key.name) { tune(name) }
        if ["orientation", "panel"].contains(key.name) { turn() }
        if Self.settable.contains(key.name) { hub.tell(.set(key: key.name, value: key.value(current))) }
    }

    private func change(to after: Configuration) {
        current = after
        source.adjust(after.request)
        hinge?.adjust(after.request)
    }

    /// Lets the pipeline go by the tuning's `key` as it is now.
    private func tune(_ key: Tuning.Key) {
        let tuning = current.tuning
        hub.set(key.rawValue) { $0.tuning.copy(key, of: tuning) }
    }

    /// Lets the pipeline go by the orientation and the panel as they are now.
    private func turn() {
        let orientation = current.settings(panel: display?.panel).orientation
        hub.set("orientation") { $0.orientation = orientation }
    }
}
