import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Records of messages that are held against a query, or that come again.
final class QueryProcessingTests: XCTestCase {
    private let sample = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    private func processor(
        required: [String] = [], changing change: (String) -> String = { $0 },
        replayGuard: SAML.ReplayGuard? = nil, judgingQueries: Bool = false
    ) throws -> ProfileProcessor {
        let token = String(
            decoding: try Repository.sample("captures/verification-token.xml"), as: UTF8.self)
        let query = try SAML.AttributeQuery(
            unverified: XML.Document(parsing: Array(change(token).utf8)).rootElement)
        var options = ProfileProcessor.Options(
            context: SAML.ProcessingContext(
                now: SAML.Instant(parsing: SampleOutcome.now), audience: nil, query: query),
            requiredAttributes: required, trust: try ProfileProcessor.sampleTrust())
        options.replayGuard = replayGuard
        options.judgesQueries = judgingQueries
        return ProfileProcessor(options: options)
    }

    func testAnAnswerIsAcceptedAndTellsWhatItLeavesOut() throws {
        let record = try processor().record(ofSample: sample)
        XCTAssertEqual(record.outcome, .accepted)
        // No audience was given to check.
        XCTAssertEqual(record.conditions.verdict, .notChecked)
        XCTAssertEqual(record.conditions.checked, [.time, .inResponseTo])
        XCTAssertEqual(record.missing, ["packages", "note", "language", "avatar"])
    }

    func testRequiredNamesThatAreMissingComeFirstAndOnce() throws {
        let record = try processor(required: ["note", "other", "uid"]).record(ofSample: sample)
        XCTAssertEqual(record.reasons.map(\.code), [.missingAttribute])
        XCTAssertEqual(record.missing, ["note", "other", "packages", "language", "avatar"])
    }

    func testWhatDoesNotAnswerTheQueryIsRejected() throws {
        let changes: [(SAML.ConditionsFailure, ConditionsSummary.Verdict, (String) -> String)] = [
            (
                .inResponseToMismatch, .inResponseToMismatch,
                { $0.replacing("_3f7c7516d873783a224b690ff171511b", with: "_other") }
            ),
            (.subjectMismatch, .other, { $0.replacing(">5f0c1b9e", with: ">6f0c1b9e") }),
            (.unrequestedAttribute, .other, { $0.replacing("\"uid\"", with: "\"gid\"") }),
        ]
        for (failure, verdict, change) in changes {
            let record = try processor(changing: change).record(ofSample: sample)
            XCTAssertEqual(record.outcome, .rejected)
            XCTAssertEqual(record.reasons.map(\.code), [.conditions(failure)])
            XCTAssertEqual(record.conditions.verdict, verdict)
        }
    }

    func testAQueryAnswersNoQuery() throws {
        for change in [{ $0 }, { $0.replacing("_3f7c7516d873783a224b690ff171511b", with: "_o") }]
            as [(String) -> String]
        {
            let record = try processor(changing: change, judgingQueries: true)
                .record(ofSample: "captures/verification-token.xml")
            XCTAssertEqual(record.kind, .attributeQuery)
            XCTAssertEqual(record.signature.verdict, .valid)
            XCTAssertEqual(record.outcome, .rejected)
            XCTAssertEqual(record.reasons.map(\.code), [.conditions(.inResponseToMismatch)])
            XCTAssertEqual(record.conditions.verdict, .inResponseToMismatch)
        }
    }

    func testAQueryIsNotJudgedUnlessSomebodyAsks() throws {
        let record = try processor().record(ofSample: "captures/verification-token.xml")
        XCTAssertEqual(record.kind, .attributeQuery)
        XCTAssertEqual(record.outcome, .notJudged)
        XCTAssertEqual(record.signature.verdict, .notChecked)
        XCTAssertEqual(record.conditions.verdict, .notChecked)
        XCTAssertEqual(record.reasons, [])
    }

    func testAQueryIsJudgedByTimeDestinationVersionAndTheRoleOfItsIssuer() throws {
        func reasons(
            _ change: (inout SAML.ProcessingContext) -> Void,
            _ message: (String) -> String = { $0 }, verified: Bool = false
        ) throws -> [ReasonCode] {
            var context = SAML.ProcessingContext(
                now: SAML.Instant(parsing: SampleOutcome.now), audience: nil)
            if verified { context.trust = try ProfileProcessor.sampleTrust() }
            change(&context)
            var options = ProfileProcessor.Options(context: context)
            options.judgesQueries = true
            let token = String(
                decoding: try Repository.sample("captures/verification-token.xml"), as: UTF8.self)
            return ProfileProcessor(options: options).record(of: message(token)).reasons.map(\.code)
        }
        XCTAssertEqual(try reasons({ _ in }), [])
        XCTAssertEqual(try reasons({ _ in }, verified: true), [])
        XCTAssertEqual(
            try reasons { $0.now = SAML.Instant(parsing: "2026-01-15T14:00:00Z") },
            [.conditions(.expired)])
        XCTAssertEqual(
            try reasons { $0.now = SAML.Instant(parsing: "2026-01-15T09:00:00Z") },
            [.conditions(.notYetValid)])
        XCTAssertEqual(
            try reasons { $0.recipient = "https://other.example/" },
            [.conditions(.recipientMismatch)])
        XCTAssertEqual(
            try reasons({ _ in }) { $0.replacing("Version=\"2.0\"", with: "Version=\"1.1\"") },
            [.conditions(.unsupportedVersion)])
        // An identity provider's key does not sign queries, whoever it names as issuer.
        let metadata = try XML.Document(parsing: Repository.sample("metadata/all-idps.xml"))
        XCTAssertEqual(
            try reasons { context in
                var trust = SAML.TrustStore()
                try? trust.trust(SAML.Metadata(metadata.rootElement))
                context.trust = trust
            },
            [.signature(.noTrustedKey)])
    }

    func testAReplayIsRejectedWhereItIsGuardedAgainst() throws {
        let guarded = try processor(replayGuard: SAML.ReplayGuard())
        XCTAssertEqual(try guarded.record(ofSample: sample).outcome, .accepted)
        let again = try guarded.record(ofSample: sample)
        XCTAssertEqual(again.reasons.map(\.code), [.conditions(.replayed)])
        XCTAssertEqual(again.conditions.verdict, .other)
        let free = try processor()
        for _ in 0..<2 { XCTAssertEqual(try free.record(ofSample: sample).outcome, .accepted) }
    }

    func testAMessageThatLacksARequiredAttributeIsNotUsed() throws {
        let store = SAML.InMemoryReplayStore()
        let guarded = try processor(
            required: ["other"], replayGuard: SAML.ReplayGuard(store: store))
        for _ in 0..<2 {
            let record = try guarded.record(ofSample: sample)
            XCTAssertEqual(record.reasons.map(\.code), [.missingAttribute])
        }
        XCTAssertEqual(store.count, 0)
    }

    func testAnIssuerThatOnlyLooksTheSameIsAnother() throws {
        var options = ProfileProcessor.Options(
            context: SAML.ProcessingContext(now: nil, audience: nil, issuer: "urn:caf\u{E9}"))
        options.judgesQueries = true
        let processor = ProfileProcessor(options: options)
        func verdict(_ issuer: String) -> [ReasonCode] {
            processor.record(
                of:
                    "<q:AttributeQuery ID=\"_q\" Version=\"2.0\" IssueInstant=\"2026-01-15T12:00:00Z\" xmlns:q=\"urn:oasis:names:tc:SAML:2.0:protocol\" "
                    + "xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">"
                    + "<saml:Issuer>\(issuer)</saml:Issuer></q:AttributeQuery>"
            ).reasons.map(\.code)
        }
        XCTAssertEqual(verdict("urn:caf\u{E9}"), [])
        XCTAssertEqual(verdict("urn:cafe\u{301}"), [.conditions(.issuerMismatch)])
    }
}
