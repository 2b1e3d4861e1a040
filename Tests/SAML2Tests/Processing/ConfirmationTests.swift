import SAML2
import TestSupport
import XCTest

/// A subject is confirmed when one confirmation holds.
final class ConfirmationTests: XCTestCase {
    private func fixture(_ confirmations: ConfirmationFixture...) -> ResponseFixture {
        var fixture = ResponseFixture()
        fixture.assertions[0].confirmations = confirmations
        return fixture
    }

    private let good = ConfirmationFixture()

    private var expired: ConfirmationFixture {
        var confirmation = ConfirmationFixture()
        confirmation.notOnOrAfter = ResponseFixture.now
        return confirmation
    }

    private var elsewhere: ConfirmationFixture {
        var confirmation = ConfirmationFixture()
        confirmation.recipient = "https://other.example/acs"
        return confirmation
    }

    private var unrelated: ConfirmationFixture {
        var confirmation = ConfirmationFixture()
        confirmation.inResponseTo = "_other"
        return confirmation
    }

    private var early: ConfirmationFixture {
        var confirmation = ConfirmationFixture()
        confirmation.notBefore = "2026-01-15T12:00:01Z"
        return confirmation
    }

    func testOneConfirmationThatHoldsIsEnough() throws {
        try assertFailures(fixture(good, expired), [])
        try assertFailures(fixture(expired, elsewhere, unrelated, early, good), [])
    }

    func testFailuresAreThoseOfTheFirstWhenNoneHolds() throws {
        try assertFailures(fixture(expired, elsewhere), [.expired])
        try assertFailures(fixture(elsewhere, expired), [.recipientMismatch])
        try assertFailures(fixture(unrelated, expired), [.inResponseToMismatch])
        try assertFailures(fixture(early, expired), [.notYetValid])
    }

    func testAllFailuresOfAConfirmationAreReported() throws {
        var confirmation = expired
        confirmation.recipient = "urn:other"
        confirmation.inResponseTo = "_other"
        confirmation.notBefore = "2026-01-15T12:00:01Z"
        try assertFailures(
            fixture(confirmation),
            [.expired, .notYetValid, .recipientMismatch, .inResponseToMismatch])
    }

    func testConfirmationWithoutLimitsHolds() throws {
        var open = ConfirmationFixture()
        open.notOnOrAfter = nil
        open.recipient = nil
        open.inResponseTo = nil
        try assertFailures(fixture(open), [])
        try assertFailures(fixture(expired, open), [])
    }

    func testConfirmationWithoutDataIsNoFailure() throws {
        var bare = ConfirmationFixture()
        bare.hasData = false
        try assertFailures(fixture(bare), [])
    }

    func testSubjectWithoutConfirmationIsNoFailure() throws {
        try assertFailures(fixture(), [])
    }

    func testWhiteSpaceAroundARecipientDoesNotMatter() throws {
        var confirmation = ConfirmationFixture()
        confirmation.recipient = " \(ResponseFixture.recipient) "
        try assertFailures(fixture(confirmation), [])
    }

    func testWindowOfConditionsHoldsWhateverConfirmsTheSubject() throws {
        var fixture = fixture(good)
        fixture.assertions[0].notOnOrAfter = ResponseFixture.now
        try assertFailures(fixture, [.expired])
    }
}
