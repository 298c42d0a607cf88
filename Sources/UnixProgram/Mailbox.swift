import Synchronization

/// Items that one thread leaves for another, with a descriptor that tells of them.
public final class Mailbox<Item: Sendable>: Sendable {
    /// Readable while something is there.
    public let event: EventDescriptor
    private let items = Mutex<[Item]>([])

    /// An empty mailbox.
    public init() throws(SystemError) {
        event = try EventDescriptor()
    }

    /// Leaves `item`.
    public func post(_ item: Item) {
        items.withLock { $0.append(item) }
        event.signal()
    }

    /// Moves all that is there into `taken`, which is emptied before. Both keep their capacity, so that a steady flow
    /// allocates nothing.
    public func drain(into taken: inout [Item]) {
        event.clear()
        taken.removeAll(keepingCapacity: true)
        items.withLock { items in
            for item in items { taken.append(item) }
            items.removeAll(keepingCapacity: true)
        }
    }
}
