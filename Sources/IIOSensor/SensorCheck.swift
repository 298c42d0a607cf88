import MotionCore

/// What a look at the machine's sensors shows, without switching anything on or over.
public struct SensorCheck: Sendable {
    /// Every IIO device, with what keeps it from being used.
    public let seen: [SeenDevice]
    /// The sensor that would be used; nil where there is none.
    public let facts: SensorFacts?
    /// What is wrong, or worth a warning: a sentence each.
    public let remarks: [String]

    /// Looks for the sensor that `request` asks for.
    public init(_ request: SensorRequest) {
        let context: IIOContext
        do { context = try IIOContext() } catch {
            (seen, facts, remarks) = ([], nil, ["no IIO device can be looked at: \(error)"])
            return
        }
        let discovery = Discovery(context, name: request.name)
        seen = discovery.seen
        guard discovery.chosen != nil else {
            (facts, remarks) = (nil, [discovery.absence])
            return
        }
        do {
            let accelerometer = try discovery.accelerometer(in: context, request)
            facts = accelerometer.facts(mode: request.mode, stampsAreBoottime: false)
            remarks = accelerometer.found.warnings + discovery.remarks
        } catch {
            (facts, remarks) = (nil, [error.detail])
        }
    }
}
