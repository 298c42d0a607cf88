import Glibc
import UnixProgram

/// Who may read the fold, and steer it: root, the service's own user, members of a group, and the user at the screen.
///
/// It is decided by users, never by processes: desktops start programs under the user's own manager, outside of the session.
struct AccessPolicy: Equatable {
    /// The name of the group.
    static let groupName = "fold"

    /// The user whom the service runs as.
    var serviceUser: uid_t
    /// The group; nil on a machine without it.
    var group: gid_t?

    /// Somebody who connects.
    struct Caller: Equatable {
        var user: uid_t
        /// All of their groups, as they were when they connected.
        var groups: [gid_t]
    }

    /// What speaks for somebody.
    enum Reason: Equatable {
        case root
        case service
        case group
        /// The session of theirs that is active at the seat.
        case seat
    }

    /// Why `caller` may; nil for one who may not. `isAtSeat` says whether a session of theirs is active at the sensor's
    /// seat, and is nil on a machine without seats, where the group decides.
    func reason(for caller: Caller, isAtSeat: Bool?) -> Reason? {
        if caller.user == 0 { return .root }
        if caller.user == serviceUser { return .service }
        if let group, caller.groups.contains(group) { return .group }
        return isAtSeat == true ? .seat : nil
    }

    /// Whether `caller` is served however many are there already: root, so that nobody keeps the owner out, of a service that
    /// is not root's own.
    func alwaysFindsRoom(_ caller: Caller) -> Bool { caller.user == 0 && serviceUser != 0 }

    /// What somebody is told who may not.
    static func refusal(hasSeats: Bool, seat: String) -> String {
        let others = "members of the group \(groupName), and root"
        let advice = "ask for that group: sudo usermod -aG \(groupName) USER, and log in again"
        return hasSeats
            ? "only the user at the screen (\(seat)), \(others) may read the fold; log in there, or \(advice)"
            : "only \(others) may read the fold; \(advice)"
    }

    /// The policy of this process on this machine.
    static func ofThisService() -> AccessPolicy {
        var policy = AccessPolicy(serviceUser: geteuid(), group: nil)
        policy.lookForGroup()
        return policy
    }

    /// Looks for the group's number. One that cannot be looked for at present, as behind a directory that does not answer,
    /// stays as it was.
    mutating func lookForGroup() {
        errno = 0
        let entry = getgrnam(Self.groupName)
        let code = errno
        if entry == nil, ![0, ENOENT, ESRCH].contains(code) {
            Log.write(
                .warning, "the group \(Self.groupName) cannot be looked for: \(SystemError(code)); reload when it can")
            return
        }
        group = entry?.pointee.gr_gid
    }
}
