import FoldWire
import Glibc
import UnixProgram

/// What a service that cannot start does at the sockets that systemd handed over: whoever waits there has the reason and is
/// closed. Else they would wait for what does not come, and the first of them would have it started again and again.
enum StartRefusal {
    /// How long it answers, in nanoseconds: those who try again at once have it started once a second, not as fast as it ends,
    /// which systemd would end by closing the sockets.
    private static let patience: Int64 = 1_000_000_000

    /// Answers with `reason` on those of `descriptors` that are listened on; returns at once where there are none.
    static func answer(_ reason: String, on descriptors: [Int32]) {
        let line = WireEvent.errorLine("the service cannot start: \(reason)")
        guard let loop = try? EventLoop(), let end = try? loop.timer({ loop.stop(.ok) }) else { return }
        let acceptors = descriptors.filter(ActivatedSockets.isListening).compactMap { descriptor in
            try? Acceptor(loop, ListeningSocket(handedOver: descriptor, path: UnixSocket.localPath(descriptor) ?? "")) {
                _ = UnixSocket.send($0, line[...])
                FileDescriptor.close($0)
            }
        }
        if acceptors.isEmpty { return }
        end.set(BootClock.now() + patience)
        // What is not used any more may end before the loop does.
        withExtendedLifetime((acceptors, end)) { _ = loop.run() }
    }
}
