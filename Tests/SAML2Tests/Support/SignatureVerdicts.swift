import SAML2
import TestSupport
import XCTest
import XMLSecurity

/// Asserts that a message is refused, and why.
func assertVerdict(
    _ message: String, _ expected: SignedFixture.Verdict, trusting trust: SAML.TrustStore? = nil,
    policy: XMLDSig.Policy = .standard, _ comment: String = "", file: StaticString = #filePath,
    line: UInt = #line
) throws {
    let verdict = try SignedFixture.verdict(message, trusting: trust, policy: policy)
    XCTAssertEqual(verdict, expected, comment, file: file, line: line)
}
