import FoldWire

/// What a watcher is told beside the updates. Of each kind the newest waits, in this order.
enum NoticeKind: Int, CaseIterable {
    case header, error, sensor, orientation, set, access, shutdown

    /// The kind of `event`.
    init(_ event: WireEvent) {
        switch event {
        case .sensor: self = .sensor
        case .orientation: self = .orientation
        case .set: self = .set
        case .access: self = .access
        case .shutdown: self = .shutdown
        }
    }
}
