import Testing

@testable import FoldClient

@Suite("FirstWord: a silent daemon is told of once")
struct FirstWordTests {
    @Test("after its time, and not again")
    func silence() {
        var word = FirstWord(from: 100, patience: 50)
        #expect(word.due == 150)
        #expect([149, 150, 1000].map { word.isOverdue(at: $0) } == [false, true, false])
        #expect(word.due == nil)
    }

    @Test("not where a word came, however late one looks")
    func heard() {
        var word = FirstWord(from: 100, patience: 50)
        word.came()
        #expect([150, 1000].map { word.isOverdue(at: $0) } == [false, false])
        #expect(word.due == nil)
    }

    @Test("five seconds are waited")
    func patience() {
        #expect(FirstWord(from: 0).due == 5_000_000_000)
    }
}
