import CLinux
import CSystemd
import Glibc
import UnixProgram

/// Watches a directory for the nodes of IIO devices.
final class NodeWatch {
    private let directory: String
    private let isSettled: (_ id: String) -> Bool
    private let handler: (_ id: String, _ isGone: Bool) -> Void
    private let descriptor: Int32
    private var source: DescriptorSource?
    private var timer: TimerSource?
    private var nodes: NodeList
    /// Devices that came, with when they are told of at the latest, on CLOCK_BOOTTIME in nanoseconds.
    private var unsettled: [String: Int64] = [:]
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// How long udev's rules are waited for, in nanoseconds: without udev there are none.
    private static let patience: Int64 = 1_000_000_000
    /// From one look whether they are done to the next, in nanoseconds.
    private static let look: Int64 = 20_000_000

    /// Calls `handler` with each device's id once its node in `directory` is gone, or came, or is somebody else's, and
    /// `isSettled`.
    init(
        _ loop: EventLoop, directory: String = "/dev", isSettled: @escaping (_ id: String) -> Bool,
        _ handler: @escaping (_ id: String, _ isGone: Bool) -> Void
    ) throws(SystemError) {
        self.directory = directory
        self.isSettled = isSettled
        self.handler = handler
        let made = Int32(try systemResult { Int(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))) })
        descriptor = made
        nodes = NodeList([:])
        let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)
        try systemResult { Int(inotify_add_watch(made, directory, events)) }
        nodes = NodeList(Self.nodes(directory))
        source = try loop.watch(made, EPOLLIN) { [unowned self] _ in look() }
        timer = try loop.timer { [unowned self] in tellSettled() }
    }

    deinit {
        source?.end()
        FileDescriptor.close(descriptor)
    }

    /// Somebody else has told of the device `id` by now.
    func settled(_ id: String) { unsettled[id] = nil }

    /// What happened is seen by comparing: events may be lost, or of a device that has come and gone.
    private func look() {
        while case .value(let count) = FileDescriptor.read(descriptor, into: &buffer), count > 0 {}
        let news = nodes.take(Self.nodes(directory))
        for id in news.gone {
            unsettled[id] = nil
            handler(id, true)
        }
        let deadline = BootClock.now() + Self.patience
        for id in news.new { unsettled[id] = deadline }
        tellSettled()
    }

    private func tellSettled() {
        let now = BootClock.now()
        for (id, deadline) in unsettled where deadline <= now || isSettled(id) {
            unsettled[id] = nil
            handler(id, false)
        }
        if unsettled.isEmpty { timer?.cancel() } else { timer?.set(now + Self.look) }
    }

    private static func nodes(_ directory: String) -> [String: NodeList.Node] {
        var nodes: [String: NodeList.Node] = [:]
        for name in (try? directoryEntries(directory)) ?? [] where name.hasPrefix("iio:device") {
            var facts = stat()
            guard lstat("\(directory)/\(name)", &facts) == 0 else { continue }
            nodes[name] = NodeList.Node(
                number: facts.st_ino, mode: facts.st_mode, user: facts.st_uid, group: facts.st_gid)
        }
        return nodes
    }
}

/// The nodes that were there at the last look.
struct NodeList {
    /// What tells a node from another one with its name, and who may open it.
    struct Node: Equatable {
        var number: ino_t
        var mode: mode_t
        var user: uid_t
        var group: gid_t
    }

    private var nodes: [String: Node]

    init(_ nodes: [String: Node]) {
        self.nodes = nodes
    }

    /// The nodes are `now`: the ids of those that are gone, and of those that are new or differ.
    mutating func take(_ now: [String: Node]) -> (gone: [String], new: [String]) {
        let gone = nodes.keys.filter { now[$0] == nil }.sorted()
        let new = now.filter { nodes[$0.key] != $0.value }.keys.sorted()
        nodes = now
        return (gone, new)
    }
}
