import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Assertions that come a second time.
final class ReplayGuardTests: XCTestCase, SharesState {
    private func context(
        _ second: Int64 = 0, skew: Int64 = 0, hasTime: Bool = true
    ) -> SAML.ProcessingContext {
        SAML.ProcessingContext(
            now: hasTime
                ? SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow + second) : nil,
            audience: nil, clockSkew: skew)
    }

    private func verified(
        _ change: (inout ResponseFixture) -> Void = { _ in }
    ) throws -> SAML.VerifiedResponse {
        var fixture = ResponseFixture()
        change(&fixture)
        return try SignedFixture.verified(
            SignedFixture.message(.response, of: fixture), trusting: SignedFixture.trusting())
    }

    /// The fixture's assertion ends this many seconds after its instant.
    private let end: Int64 = 600

    func testAnAssertionIsAcceptedOnce() throws {
        let replayGuard = SAML.ReplayGuard()
        let response = try verified()
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context()), [])
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context()), [.replayed])
        XCTAssertEqual(
            replayGuard.failures(admitting: response, in: context(end - 1)), [.replayed])
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context(end)), [.expired])
    }

    func testAnotherEnvelopeAroundTheAssertionDoesNotMakeItNew() throws {
        let replayGuard = SAML.ReplayGuard()
        XCTAssertEqual(try replayGuard.failures(admitting: verified(), in: context()), [])
        let again = try verified { $0.issueInstant = "2026-01-15T11:59:59Z" }
        XCTAssertEqual(replayGuard.failures(admitting: again, in: context()), [.replayed])
        let other = try verified { $0.assertions[0].id = "_other" }
        XCTAssertEqual(replayGuard.failures(admitting: other, in: context()), [])
        let issuer = try verified { fixture in
            fixture.issuer = "urn:other"
            fixture.assertions[0].issuer = "urn:other"
        }
        XCTAssertEqual(replayGuard.failures(admitting: issuer, in: context()), [])
    }

    func testWhatIsRefusedIsNotUsed() throws {
        let store = SAML.InMemoryReplayStore()
        let replayGuard = SAML.ReplayGuard(store: store)
        let response = try verified()
        var wrong = context()
        wrong.audience = "urn:other"
        XCTAssertEqual(
            replayGuard.failures(admitting: response, in: wrong), [.audienceMismatch])
        XCTAssertEqual(store.count, 0)
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context()), [])
        XCTAssertEqual(store.count, 1)
    }

    func testAnAssertionIsRememberedAsLongAsItIsAccepted() throws {
        for skew in [Int64(0), 60] {
            let store = SAML.InMemoryReplayStore(capacity: 1)
            let replayGuard = SAML.ReplayGuard(store: store)
            let first = try verified()
            let second = try verified { fixture in
                fixture.assertions[0].id = "_second"
                fixture.assertions[0].notOnOrAfter = nil
                fixture.assertions[0].confirmations = []
            }
            XCTAssertEqual(
                replayGuard.failures(admitting: first, in: context(skew: skew)), [])
            let last = context(end + skew - 1, skew: skew)
            XCTAssertEqual(replayGuard.failures(admitting: first, in: last), [.replayed])
            XCTAssertEqual(replayGuard.failures(admitting: second, in: last), [.replayUnknown])
            let over = context(end + skew, skew: skew)
            XCTAssertEqual(replayGuard.failures(admitting: first, in: over), [.expired])
            XCTAssertEqual(replayGuard.failures(admitting: second, in: over), [])
        }
    }

    func testTheEndOfEveryConfirmationIsAnEnd() throws {
        let store = SAML.InMemoryReplayStore(capacity: 1)
        let replayGuard = SAML.ReplayGuard(store: store)
        let confirmed = try verified { $0.assertions[0].notOnOrAfter = nil }
        XCTAssertEqual(replayGuard.failures(admitting: confirmed, in: context()), [])
        let other = try verified { $0.assertions[0].id = "_other" }
        XCTAssertEqual(
            replayGuard.failures(admitting: other, in: context(end - 1)), [.replayUnknown])
        let unlimited = try verified { fixture in
            fixture.assertions[0].id = "_unlimited"
            fixture.assertions[0].notOnOrAfter = nil
            fixture.assertions[0].confirmations[0].notOnOrAfter = nil
        }
        XCTAssertEqual(replayGuard.failures(admitting: unlimited, in: context(end)), [])
        // It is valid for ever, and remembered as long.
        XCTAssertEqual(
            replayGuard.failures(admitting: unlimited, in: context(1 << 40)), [.replayed])
    }

    func testWithoutATimeNothingIsForgotten() throws {
        let replayGuard = SAML.ReplayGuard(store: SAML.InMemoryReplayStore(capacity: 1))
        let response = try verified()
        let timeless = context(hasTime: false)
        XCTAssertEqual(replayGuard.failures(admitting: response, in: timeless), [])
        XCTAssertEqual(replayGuard.failures(admitting: response, in: timeless), [.replayed])
        let other = try verified { $0.assertions[0].id = "_other" }
        XCTAssertEqual(
            replayGuard.failures(admitting: other, in: context(1)), [.replayUnknown])
    }

    func testAnAssertionWithoutAnIDIsNotAccepted() throws {
        let response = try verified { $0.assertions[0].id = nil }
        XCTAssertEqual(
            SAML.ReplayGuard().failures(admitting: response, in: context()), [.replayUnknown])
    }

    func testOneTimeUseIsReadAndIsNoFailureByItself() throws {
        let response = try verified { $0.assertions[0].conditionsXML = "<saml:OneTimeUse/>" }
        XCTAssertEqual(response.assertion?.conditions?.isOneTimeUse, true)
        XCTAssertEqual(response.failures(in: context()), [])
        XCTAssertEqual(response.failures(in: context()), [])
        let replayGuard = SAML.ReplayGuard()
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context()), [])
        XCTAssertEqual(replayGuard.failures(admitting: response, in: context()), [.replayed])
    }

    func testOfManyThreadsOneIsLetThrough() throws {
        let replayGuard = SAML.ReplayGuard()
        let response = try verified()
        let context = context()
        let admitted = Threads.run(8) { _ in
            replayGuard.failures(admitting: response, in: context).isEmpty ? 1 : 0
        }
        XCTAssertEqual(admitted.reduce(0, +), 1)
    }
}
