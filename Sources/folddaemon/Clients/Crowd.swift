import CLinux
import CSystemd
import Glibc
import UnixProgram

/// The connections of all clients, watched as one.
///
/// The loop handles one source a turn, and asks the kernel anew for all that are ready each time: a thousand clients
/// that leave at once would cost a million looks. Here they are taken in batches.
final class Crowd {
    private let descriptor: Int32
    private var source: DescriptorSource?
    private var members: [UInt64: (UInt32) -> Void] = [:]
    private var lastKey: UInt64 = 0
    private var keys = [UInt64](repeating: 0, count: Int(crowd_batch))
    private var events = [UInt32](repeating: 0, count: Int(crowd_batch))

    init(_ loop: EventLoop) throws(SystemError) {
        let made = Int32(try systemResult { Int(epoll_create1(Int32(EPOLL_CLOEXEC))) })
        descriptor = made
        source = try loop.watch(made, EPOLLIN) { [unowned self] _ in handle() }
    }

    /// Calls `handler` with what of `events` has come on `client`, or with its hang-up; the key to change that by.
    func add(_ client: Int32, _ events: UInt32, _ handler: @escaping (UInt32) -> Void) throws(SystemError) -> UInt64 {
        let key = lastKey + 1
        try systemResult { Int(crowd_change(descriptor, EPOLL_CTL_ADD, client, events, key)) }
        lastKey = key
        members[key] = handler
        return key
    }

    /// Watches `client`, which was added under `key`, for `events` from now on.
    func change(_ client: Int32, _ events: UInt32, key: UInt64) {
        _ = crowd_change(descriptor, EPOLL_CTL_MOD, client, events, key)
    }

    /// Leaves `client` alone from now on; to be called before it is closed.
    func remove(_ client: Int32, key: UInt64) {
        if members.removeValue(forKey: key) != nil { _ = crowd_change(descriptor, EPOLL_CTL_DEL, client, 0, key) }
    }

    private func handle() {
        let count = Int(crowd_ready(descriptor, &keys, &events))
        guard count > 0 else { return }
        // One may end another, whose event is then of nobody: no key comes twice.
        for index in 0..<count { members[keys[index]]?(events[index]) }
    }
}
