import FoldWire
import MotionCore

/// What a watcher asks of the hub.
protocol WatcherOwner: AnyObject {
    var current: FoldState? { get }
    /// The sensor's state as an event, nil while it is `ok`.
    var trouble: WireEvent? { get }
    /// The lines that `request` asks for, shared by all watchers that ask for the same.
    func sharedLine(_ request: FoldRequest) -> SharedLine
    func makeRecordingStream() -> RecordingStream
    /// Why there are no samples to watch; nil where there are.
    var samplesRefusal: String? { get }
    /// A watcher is about to read: what it reads from is to be switched on first.
    func readerComes()
    /// What `watcher` wants has changed, what waited for it was sent, or it is gone.
    func changed(_ watcher: Watcher)
    /// An update or a row was lost to a watcher that is behind.
    func watcherLost()
}
