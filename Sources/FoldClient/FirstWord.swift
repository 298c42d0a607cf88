/// The daemon's first word on a connection: a daemon that runs says how it stands at once. Where nobody says anything, as
/// where systemd listens for a service that does not come up, that is told once.
public struct FirstWord: Hashable, Sendable {
    /// When the silence is to be told, in ns of CLOCK_BOOTTIME; nil once it was told, or a word came.
    public private(set) var due: Int64?

    /// How long a word is waited for, in ns: a service is started within a second or two.
    static let patience: Int64 = 5_000_000_000

    /// Waits for a word from `now` on, in ns of CLOCK_BOOTTIME.
    public init(from now: Int64) {
        self.init(from: now, patience: Self.patience)
    }

    init(from now: Int64, patience: Int64) {
        due = now + patience
    }

    /// Something came.
    public mutating func came() {
        due = nil
    }

    /// Whether nothing has come for so long at `now` that it is to be told; true once.
    public mutating func isOverdue(at now: Int64) -> Bool {
        guard let due, now >= due else { return false }
        self.due = nil
        return true
    }
}
