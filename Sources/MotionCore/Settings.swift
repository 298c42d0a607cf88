/// What an owner may change of the pipeline.
public struct Settings: Hashable, Sendable {
    /// The feel.
    public var tuning: Tuning
    /// How the orientation is known.
    public var orientation: OrientationSetting

    /// Settings of `tuning` and `orientation`; a pipeline that is told nothing takes `landscape-right`.
    public init(tuning: Tuning = Tuning(), orientation: OrientationSetting = .fixed(.rightUp)) {
        self.tuning = tuning
        self.orientation = orientation
    }
}
