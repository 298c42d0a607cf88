import FoldClient
import FoldWire
import Glibc
import UnixProgram

/// Keeps the sensor on while somebody looks at it: a reader that is told nothing but changes of the status.
struct SensorHold {
    private let connection: FoldConnection?

    /// Reads along at `stream`; whoever cannot sees what there is without.
    init(_ stream: String?) {
        connection = try? FoldConnection(stream)
        connection?.watch(.status)
    }

    /// Takes what came, so that nothing waits.
    func drain() {
        guard let connection else { return }
        while FileDescriptor.wait(connection.descriptor, for: Int16(POLLIN), timeout: 0) {
            guard (try? connection.read { _ in }) == true else { return }
        }
    }
}
