import Testing

@testable import foldctl

@Suite struct RedactionTests {
    static let texts: [(String, String)] = [
        // a text, what is left of it for the hosts "tablet" and "tablet.example" and the home /srv/people/ann
        ("the tablet is gone", "the [host] is gone"), ("tablet", "[host]"), ("tablet.example:7", "[host]:7"),
        ("tablet.local", "[host].local"),
        ("a tablets' tabletop my_tablet tablet2", "a tablets' tabletop my_tablet tablet2"),
        ("Tablet 7", "Tablet 7"), ("6.1.0-tablet-amd64", "6.1.0-[host]-amd64"), ("tabléttablet", "tabléttablet"),
        ("replay:/srv/people/ann/roll.csv", "replay:~/roll.csv"), ("/srv/people/ann", "~"),
        ("/srv/people/anna/roll.csv", "/srv/people/anna/roll.csv"),
        ("/home/bob/tablet/x.csv", "/home/[user]/[host]/x.csv"),
        ("in /home/bob, /home/carl: no", "in /home/[user], /home/[user]: no"),
        ("'/home/tablet'", "'/home/[user]'"), ("/home/ is there", "/home/ is there"), ("/home/", "/home/"), ("", ""),
    ]

    @Test(arguments: texts)
    func takesOutWhoseMachineItIs(_ text: String, _ left: String) {
        let redaction = Redaction(host: ["tablet.example", "tablet", ""], home: "/srv/people/ann/")
        #expect(redaction.redact(text) == left)
    }

    @Test func knowsNoHomeAtTheRoot() {
        for home in ["/", "", nil] {
            #expect(Redaction(host: [], home: home).redact("/run/folddaemon a/b") == "/run/folddaemon a/b")
        }
    }
}
