import SAML2
import TestSupport
import XCTest

/// What is remembered of accepted assertions, and for how long.
final class ReplayStoreTests: XCTestCase, ReachesUnsafeCode, SharesState {
    private func instant(_ seconds: Int64) -> SAML.Instant {
        SAML.Instant(secondsSinceEpoch: seconds)
    }

    private func key(_ number: Int) -> SAML.ReplayKey {
        SAML.ReplayKey(id: "_\(number)", issuer: "urn:issuer")
    }

    func testAKeyIsNewOnce() {
        let store = SAML.InMemoryReplayStore()
        XCTAssertEqual(store.insert(key(1), until: instant(10), at: instant(0)), .new)
        XCTAssertEqual(store.insert(key(1), until: instant(10), at: instant(9)), .used)
        XCTAssertEqual(store.insert(key(2), until: instant(10), at: instant(9)), .new)
        XCTAssertEqual(store.count, 2)
    }

    func testIssuerAndIDTogetherMakeAKeyByteForByte() {
        let keys: Set = [
            SAML.ReplayKey(id: "b", issuer: "a"), SAML.ReplayKey(id: "", issuer: "ab"),
            SAML.ReplayKey(id: "ab", issuer: ""), SAML.ReplayKey(id: "a", issuer: "b"),
            SAML.ReplayKey(id: "\u{E9}", issuer: "a"), SAML.ReplayKey(id: "e\u{301}", issuer: "a"),
        ]
        XCTAssertEqual(keys.count, 6)
        XCTAssertEqual("\(SAML.ReplayKey(id: "_secret", issuer: "a"))", "ReplayKey(9 bytes)")
    }

    func testAFullStoreForgetsOnlyWhatHasEnded() {
        let store = SAML.InMemoryReplayStore(capacity: 2)
        XCTAssertEqual(store.insert(key(1), until: instant(10), at: instant(0)), .new)
        XCTAssertEqual(store.insert(key(2), until: instant(20), at: instant(0)), .new)
        XCTAssertEqual(store.insert(key(3), until: instant(30), at: instant(9)), .unknown)
        XCTAssertEqual(store.insert(key(1), until: instant(10), at: instant(9)), .used)
        XCTAssertEqual(store.insert(key(3), until: instant(30), at: instant(10)), .new)
        XCTAssertEqual(store.insert(key(2), until: instant(20), at: instant(10)), .used)
        XCTAssertEqual(store.insert(key(4), until: instant(30), at: instant(19)), .unknown)
        XCTAssertEqual(store.insert(key(4), until: instant(30), at: nil), .unknown)
        XCTAssertEqual(store.count, 2)
    }

    func testWhatHasNoEndIsNeverForgotten() {
        let store = SAML.InMemoryReplayStore(capacity: 1)
        XCTAssertEqual(store.insert(key(1), until: nil, at: instant(0)), .new)
        XCTAssertEqual(store.insert(key(2), until: instant(1), at: instant(.max)), .unknown)
        XCTAssertEqual(store.insert(key(1), until: nil, at: instant(.max)), .used)
    }

    func testAnIDThatEndedMayComeAgain() {
        let store = SAML.InMemoryReplayStore(capacity: 1)
        XCTAssertEqual(store.insert(key(1), until: instant(10), at: instant(0)), .new)
        XCTAssertEqual(store.insert(key(1), until: instant(20), at: instant(10)), .new)
        XCTAssertEqual(store.insert(key(1), until: instant(20), at: instant(19)), .used)
        XCTAssertEqual(store.insert(key(1), until: instant(20), at: nil), .used)
    }

    func testAStoreWithoutRoomTakesNothing() {
        for capacity in [0, -1] {
            let store = SAML.InMemoryReplayStore(capacity: capacity)
            XCTAssertEqual(store.insert(key(1), until: instant(1), at: instant(0)), .unknown)
        }
    }

    func testOfManyThreadsOneFindsAKeyNew() {
        let store = SAML.InMemoryReplayStore()
        let keys = (0..<500).map(key)
        let news = Threads.run(8) { _ in
            keys.count {
                store.insert(
                    $0, until: SAML.Instant(secondsSinceEpoch: 10),
                    at: SAML.Instant(secondsSinceEpoch: 0)) == .new
            }
        }
        XCTAssertEqual(news.reduce(0, +), keys.count)
        XCTAssertEqual(store.count, keys.count)
    }

    func testTheStoreForgetsWhatAPlainModelForgets() {
        var generator = SeededGenerator("replay store")
        let capacity = 5
        let store = SAML.InMemoryReplayStore(capacity: capacity)
        var model: [Int: Int64] = [:]
        var now: Int64 = 0
        var verdicts: [SAML.ReplayVerdict: Int] = [:]
        for _ in 0..<5000 {
            now += Int64.random(in: 0...1, using: &generator)
            let number = Int.random(in: 0..<12, using: &generator)
            let end = now + Int64.random(in: 1...10, using: &generator)
            let expected: SAML.ReplayVerdict
            let current = model.filter { $0.value > now }
            if current[number] != nil {
                expected = .used
            } else if current.count < capacity {
                expected = .new
                model = current
                model[number] = end
            } else {
                expected = .unknown
            }
            let verdict = store.insert(key(number), until: instant(end), at: instant(now))
            XCTAssertEqual(verdict, expected)
            verdicts[verdict, default: 0] += 1
        }
        XCTAssertEqual(verdicts.count, 3, "\(verdicts)")
    }
}
