import Glibc
import Testing

@testable import folddaemon

/// Who may read, as a table: the service runs as user 990, the group has the number 500.
@Suite struct AccessPolicyTests {
    private typealias Caller = AccessPolicy.Caller
    private let policy = AccessPolicy(serviceUser: 990, group: 500)

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let user: uid_t
        let groups: [gid_t]
        let isAtSeat: Bool?
        let reason: AccessPolicy.Reason?

        init(
            _ name: String, _ user: uid_t, _ groups: [gid_t], atSeat: Bool?, _ reason: AccessPolicy.Reason?
        ) {
            testDescription = name
            self.user = user
            self.groups = groups
            isAtSeat = atSeat
            self.reason = reason
        }
    }

    @Test(arguments: [
        Row("root, from anywhere", 0, [0], atSeat: false, .root),
        Row("root, without seats", 0, [], atSeat: nil, .root),
        Row("the service's own user", 990, [990], atSeat: false, .service),
        Row("the user at the screen", 1000, [1000], atSeat: true, .seat),
        Row("a greeter at the screen", 107, [107], atSeat: true, .seat),
        Row("a user who has switched away", 1000, [1000], atSeat: false, nil),
        Row("a user by ssh", 1001, [1001, 27], atSeat: false, nil),
        Row("a member of the group by ssh", 1001, [1001, 27, 500], atSeat: false, .group),
        Row("one whose primary group it is", 1001, [500], atSeat: false, .group),
        Row("a member of the group, without seats", 1001, [1001, 500], atSeat: nil, .group),
        Row("anybody, without seats", 1000, [1000], atSeat: nil, nil),
        Row("nobody", 65534, [65534], atSeat: false, nil), Row("in no group at all", 1000, [], atSeat: false, nil),
    ])
    func whoMay(_ row: Row) {
        let caller = Caller(user: row.user, groups: row.groups)
        #expect(policy.reason(for: caller, isAtSeat: row.isAtSeat) == row.reason)
    }

    @Test func withoutTheGroupNobodyIsInIt() {
        let policy = AccessPolicy(serviceUser: 990, group: nil)
        #expect(policy.reason(for: Caller(user: 1001, groups: [500, 0]), isAtSeat: nil) == nil)
        // Group 0 is not what root is by.
        #expect(policy.reason(for: Caller(user: 1001, groups: [0]), isAtSeat: false) == nil)
    }

    @Test func rootAlwaysFindsRoomButInItsOwnService() {
        #expect(policy.alwaysFindsRoom(Caller(user: 0, groups: [0])))
        #expect(!policy.alwaysFindsRoom(Caller(user: 1000, groups: [500])))
        #expect(!AccessPolicy(serviceUser: 0, group: 500).alwaysFindsRoom(Caller(user: 0, groups: [0])))
    }

    @Test func theRefusalSaysWhatToDo() {
        let atSeat = AccessPolicy.refusal(hasSeats: true, seat: "seat1")
        #expect(atSeat.contains("seat1") && atSeat.contains("usermod -aG fold"))
        let without = AccessPolicy.refusal(hasSeats: false, seat: "seat0")
        #expect(!without.contains("seat0") && without.contains("usermod -aG fold"))
    }
}
