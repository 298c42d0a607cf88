/// The numbers of the protocol, as docs/protocol.md states them.
public enum WireProtocol {
    /// The protocol's version.
    public static let version = 1
    /// The longest request, in bytes, its newline not counted.
    public static let longestRequest = 1024
    /// More requests than these within one second end the connection.
    public static let mostRequestsPerSecond = 100
    /// Lines a second that a watcher of the fold gets unless it asks otherwise.
    public static let defaultRate = 60.0
    /// The rates, in lines a second, that may be asked for.
    public static let rates = 0.1...1000.0
    /// The folds there are, and so the changes and limits that may be asked for.
    public static let folds = 0.0...1.0
    /// Clients of the control socket at a time.
    public static let mostControllers = 64
    /// Rows that wait for a slow reader of samples.
    public static let waitingRows = 4096
    /// The stream's socket in the service's directory.
    public static let streamName = "fold.sock"
    /// The control socket in the service's directory.
    public static let controlName = "control.sock"
}
