/// What a look for the machine's hinge shows, without switching anything on or over.
public struct HingeCheck: Sendable {
    /// Every IIO device, with what keeps it from being used.
    public let seen: [SeenDevice]
    /// The hinge that would be read; nil where there is none.
    public let facts: HingeFacts?
    /// Why there is none, or what is wrong beside it: a sentence each.
    public let remarks: [String]

    /// Looks for the hinge that `request` asks for.
    public init(_ request: HingeRequest) {
        do {
            let discovery = HingeDiscovery(try IIOContext(), request, shown: nil)
            seen = discovery.seen
            facts = discovery.reader?.facts
            remarks = discovery.reader == nil ? [discovery.obstacle] : discovery.faults
        } catch {
            (seen, facts, remarks) = ([], nil, ["no IIO device can be looked at: \(error)"])
        }
    }
}
