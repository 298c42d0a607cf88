import MotionCore

/// The one recording format: text, for people and for diff. docs/protocol.md has the whole of it.
public enum RecordingFormat {
    /// The first line.
    public static let magic = "# folddaemon recording 1"
    /// The columns that every recording begins with; further ones may follow.
    public static let columns = "t,x,y,z"
    /// The longest line that is read, in bytes: more is no recording.
    public static let longestLine = 65_536

    /// The keys of `# key: value` lines that change how rows are read or replayed. Others are kept.
    public enum Key: String, Sendable {
        /// The sensor's name.
        case sensor
        /// What the recording shows, in words.
        case notes
        /// `m/s^2` (default) or `g`.
        case unit
        /// `gravity` (default) or `reaction`.
        case sign
        /// An orientation, or `auto`.
        case orientation
        /// `portrait` or `landscape`, for `auto`.
        case panel
        /// As in `Tuning`.
        case gain, deadzone, smoothing, level
        /// What the pipeline remembered as the recording began.
        case state
    }
}

/// One thing that a recording says.
public enum RecordingItem: Hashable, Sendable {
    /// A `# key: value` line.
    case entry(key: String, value: String)
    /// A row: acceleration in m/s² in the sign of a gravity trace, whatever the file's unit and sign.
    case sample(Sample)
    /// A `# lost N rows` line: from here on the recording has a hole.
    case lost(rows: Int)
    /// A `# event: JSON` line's JSON.
    case event(String)
}
