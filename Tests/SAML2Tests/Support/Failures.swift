import SAML2
import TestSupport
import XCTest

extension SAML.ProcessingContext {
    /// Everything about the exchange the fixtures belong to, with no clock skew.
    static let fixture = SAML.ProcessingContext(
        now: SAML.Instant(secondsSinceEpoch: ResponseFixture.secondsOfNow),
        audience: ResponseFixture.audience, clockSkew: 0, issuer: ResponseFixture.issuer,
        recipient: ResponseFixture.recipient, inResponseTo: ResponseFixture.request)

    /// This context with one thing changed.
    func with<Value>(
        _ property: WritableKeyPath<SAML.ProcessingContext, Value>, _ value: Value
    ) -> SAML.ProcessingContext {
        var changed = self
        changed[keyPath: property] = value
        return changed
    }
}

/// Expects exactly these failures, in this order.
func assertFailures(
    _ fixture: ResponseFixture, _ expected: [SAML.ConditionsFailure],
    in context: SAML.ProcessingContext = .fixture, _ message: String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws {
    XCTAssertEqual(
        try response(fixture.xml).failures(in: context), expected, message, file: file, line: line)
}
