import Glibc
import UnixProgram

/// Lets those in who may read, and sees to it that they still may.
final class Gatekeeper {
    private let seats: SeatWatch
    private var policy = AccessPolicy.ofThisService()

    /// Called when somebody who was let in may have lost the right, or the session at the seat was locked or unlocked.
    var onChanged: () -> Void = {}

    /// A gatekeeper who learns of sessions in `loop`, and of their locks by `bus`.
    init(_ loop: EventLoop, _ bus: SystemBus?) throws(SystemError) {
        seats = try SeatWatch(loop, bus)
        seats.onChanged = { [unowned self] in onChanged() }
    }

    /// Whether the session at the seat is locked; nil for a moment at the start, until that is known.
    var isLocked: Bool? { seats.isLocked }

    /// The sensor in use belongs to `seat`.
    func sensor(isAt seat: String) { seats.seat = seat }

    /// Who connected by `descriptor`.
    func caller(_ descriptor: Int32) throws(SystemError) -> AccessPolicy.Caller {
        let peer = try UnixSocket.peer(descriptor)
        return AccessPolicy.Caller(user: peer.user, groups: peer.groups)
    }

    /// Why `caller` may not read; nil for one who may.
    func refusal(of caller: AccessPolicy.Caller) -> String? { refusal(of: caller) { seats.isActive($0) } }

    /// Asks why each of many callers may not read, as it stands now: of each user the sessions are looked for once.
    func refusals() -> (AccessPolicy.Caller) -> String? {
        var known: [uid_t: Bool?] = [:]
        return { [unowned self] caller in
            refusal(of: caller) { user in
                if let isActive = known[user] { return isActive }
                let isActive = seats.isActive(user)
                known[user] = .some(isActive)
                return isActive
            }
        }
    }

    private func refusal(of caller: AccessPolicy.Caller, _ isActive: (uid_t) -> Bool?) -> String? {
        if policy.reason(for: caller, isAtSeat: nil) != nil { return nil }
        if policy.reason(for: caller, isAtSeat: isActive(caller.user)) != nil { return nil }
        return AccessPolicy.refusal(hasSeats: seats.hasSeats, seat: seats.seat)
    }

    /// Whether `caller` is served however many are there already: who may end them all.
    func alwaysFindsRoom(_ caller: AccessPolicy.Caller) -> Bool { policy.alwaysFindsRoom(caller) }

    /// The group's number is looked up anew.
    func reload() { policy.lookForGroup() }
}
