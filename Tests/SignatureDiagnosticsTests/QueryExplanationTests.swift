import PayloadCoding
import SAML2
import SignatureDiagnostics
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What happened to a signed query string, proved by verifying what it was before.
final class QueryExplanationTests: XCTestCase, ReachesUnsafeCode {
    private let xml = "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'/>"

    private func explanation(
        _ fixture: SignedQueryFixture, trusting trust: SAML.TrustStore? = nil,
        within budget: SignatureExplanation.Budget = .thorough
    ) throws -> SignatureExplanation {
        let verifier = SAML.MessageVerifier(trusting: try trust ?? SignedFixture.trusting())
        return try XCTUnwrap(
            verifier.explanations(
                of: XML.Document(parsing: fixture.xml), sentIn: fixture.query, within: budget
            ).first)
    }

    private func assertCause(
        _ hypothesis: SignatureExplanation.Hypothesis?, _ fixture: SignedQueryFixture,
        within budget: SignatureExplanation.Budget = .thorough, line: UInt = #line
    ) throws {
        let explanation = try explanation(fixture, within: budget)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, hypothesis, line: line)
        let query = try XCTUnwrap(explanation.query, line: line)
        XCTAssertEqual(query.originalBytes == nil, hypothesis == nil, line: line)
        XCTAssertEqual(
            query.keys.last?.outcome,
            hypothesis == nil ? .didNotMakeSignature : .madeSignatureBeforeDamage, line: line)
        XCTAssertFalse("\(explanation) \(query)".contains("SAMLResponse"), line: line)
    }

    private func reencoded(_ change: (String) -> String) throws -> SignedQueryFixture {
        var fixture = try SignedQueryFixture(xml)
        for index in fixture.values.indices {
            fixture.values[index].sentValue = change(fixture.values[index].sentValue)
        }
        return fixture
    }

    private func lowerCased(_ text: String) -> String {
        var parts = text.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropFirst() {
            parts[index] = parts[index].prefix(2).lowercased() + parts[index].dropFirst(2)
        }
        return parts.joined(separator: "%")
    }

    func testAValidSignatureNeedsNoCause() throws {
        let explanation = try explanation(SignedQueryFixture(xml))
        XCTAssertTrue(explanation.isValid)
        XCTAssertNil(explanation.likelyCause)
        XCTAssertEqual(explanation.query?.isValid, true)
        XCTAssertEqual(explanation.testCount, 0)
    }

    func testEachReencodingIsFoundAndProved() throws {
        try assertCause(.queryReencoded, reencoded(lowerCased))
        try assertCause(.queryReencoded, reencoded { $0.replacing("%20", with: "+") })
        try assertCause(.queryReencoded, reencoded { $0.replacing("%2F", with: "/") })
        try assertCause(.queryReencoded, reencoded { $0.replacing("~", with: "%7E") })
        try assertCause(.queryReencoded, reencoded { $0.replacing("m", with: "%6D") })
        try assertCause(
            .queryReencoded,
            reencoded { lowerCased($0.replacing("%20", with: "+").replacing("%2A", with: "*")) })
        // The likeliest are found in runs over many messages, too.
        try assertCause(.queryReencoded, reencoded(lowerCased), within: .brief)
    }

    func testWhatTheSignerEncodedOtherwiseIsFoundAndProved() throws {
        for change: (String) -> String in [
            lowerCased,
            { text in
                text.replacing("%20", with: "+").replacing("%2A", with: "*")
                    .replacing("~", with: "%7E")
            },
            { $0.replacing("%2A", with: "*") }, { $0.replacing("%2F", with: "/") },
        ] {
            try assertCause(.queryReencoded, SignedQueryFixture(xml, signing: change))
        }
        try assertCause(
            .queryReencoded,
            SignedQueryFixture(xml) { text in
                String(
                    decoding: (try? PercentEncoding.decode(Array(text.utf8))) ?? [], as: UTF8.self)
            })
    }

    func testAnotherOrderIsFoundAndProved() throws {
        try assertCause(
            .queryReordered,
            SignedQueryFixture(xml) { text in
                text.split(separator: "&").reversed().joined(separator: "&")
            })
        try assertCause(
            .queryReordered,
            SignedQueryFixture(xml) { text in
                text.split(separator: "&").sorted().joined(separator: "&")
            })
    }

    func testAnAddedRelayStateIsFoundAndAReplacedOneIsNot() throws {
        var added = try SignedQueryFixture(xml, relayState: nil)
        added[.relayState] = "x"
        try assertCause(.relayStateChanged, added)
        var removed = try SignedQueryFixture(xml, relayState: "")
        removed[.relayState] = nil
        try assertCause(.relayStateChanged, removed)
        var replaced = try SignedQueryFixture(xml)
        replaced[.relayState] = "x"
        try assertCause(nil, replaced)
        XCTAssertGreaterThan(try explanation(replaced).testCount, 20)
        XCTAssertLessThanOrEqual(
            try explanation(replaced).testCount,
            SignatureExplanation.Budget.thorough.keyTestCount)
        XCTAssertLessThanOrEqual(
            try explanation(replaced, within: .brief).testCount,
            SignatureExplanation.Budget.brief.keyTestCount)
    }

    func testTheKeyOfAnotherIssuerIsNamed() throws {
        var trust = SAML.TrustStore()
        trust.trust(
            try TrustedKey.keys(pemEncoded: SignedFixture.p256.publicKeyPEM), forIssuer: "urn:one")
        trust.trust(
            try TrustedKey.keys(pemEncoded: SignedFixture.stranger.publicKeyPEM),
            forIssuer: "urn:two")
        let named = """
            <samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'>\
            <Issuer xmlns='urn:oasis:names:tc:SAML:2.0:assertion'>urn:one</Issuer></samlp:Response>
            """
        let fixture = try SignedQueryFixture(named, by: SignedFixture.stranger)
        let found = try explanation(fixture, trusting: trust)
        XCTAssertEqual(found.likelyCause?.hypothesis, .signedByOtherKey)
        XCTAssertEqual(found.query?.keys.map(\.origin), [.trusted, .trustedForOthers])
        XCTAssertEqual(found.query?.isValid, false)
    }

    func testARefusedSignatureHasNoCause() throws {
        var cut = try SignedQueryFixture(xml)
        cut[.sigAlg] = nil
        let found = try explanation(cut)
        XCTAssertNil(found.likelyCause)
        XCTAssertEqual(found.query?.keys.count, 0)
    }
}
