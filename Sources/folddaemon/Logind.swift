/// logind's names on the system's bus.
enum Logind {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let session = "org.freedesktop.login1.Session"
}

extension SystemBus {
    /// Asks `member` of logind's manager with `arguments`, and calls `reply` with the answer, nil where there is none.
    func askLogind(_ member: String, _ arguments: [String], reply: @escaping (Message?) -> Void) {
        call(Logind.name, Logind.path, "org.freedesktop.login1.Manager", member, arguments, reply: reply)
    }
}
