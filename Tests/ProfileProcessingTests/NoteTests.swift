import Foundation
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import ProfileProcessing

/// What passes, and a stricter receiver would refuse.
final class NoteTests: XCTestCase {
    private func processor(
        profile: SAML.Profile = .attributeQuery, requiring names: [String] = ["uid"],
        trusting trust: SAML.TrustStore? = nil, now: String = ResponseFixture.now,
        _ change: (inout ProfileProcessor.Options) -> Void = { _ in }
    ) throws -> ProfileProcessor {
        var context = SAML.ProcessingContext(
            now: SAML.Instant(parsing: now), audience: ResponseFixture.audience,
            recipient: ResponseFixture.recipient, inResponseTo: ResponseFixture.request,
            profile: profile)
        context.trust = try trust ?? SignedFixture.trusting()
        var options = ProfileProcessor.Options(context: context, requiredAttributes: names)
        change(&options)
        return ProfileProcessor(options: options)
    }

    /// The codes of the notes on a genuine message that is accepted.
    private func notes(
        _ layout: SignedFixture.Layout = .assertion, profile: SAML.Profile = .attributeQuery,
        line: UInt = #line, _ change: (inout ResponseFixture) -> Void
    ) throws -> [Note] {
        var response = ResponseFixture()
        change(&response)
        let record = try processor(profile: profile).record(
            of: SignedFixture.message(layout, of: response))
        XCTAssertEqual(record.outcome, .accepted, "\(record.reasons)", line: line)
        return record.notes
    }

    private func assertNote(
        _ notes: [Note], _ code: String, says part: String, line: UInt = #line
    ) {
        XCTAssertEqual(notes.map(\.code), [code], line: line)
        let message = notes.first?.message ?? ""
        XCTAssertTrue(message.contains(part), message, line: line)
    }

    func testWhatEveryReceiverTakesHasNoNote() throws {
        for layout in SignedFixture.Layout.allCases {
            let record = try processor().record(of: SignedFixture.message(layout))
            XCTAssertEqual(record.outcome, .accepted)
            XCTAssertEqual(record.notes, [])
            XCTAssertNil(try JSONTree(parsing: record.json)["notes"])
        }
    }

    func testARecordHasCodeSentenceAndPositionOfANote() throws {
        let text = try SignedFixture.message()
        let wrapped = Data(text.utf8).base64EncodedString(options: .lineLength76Characters)
        let record = try processor().record(of: wrapped)
        XCTAssertEqual(record.outcome, .accepted)
        assertNote(record.notes, "note.wrappedBase64", says: "Strict decoders refuse it")
        let json = try JSONTree(parsing: record.json)
        XCTAssertEqual(
            json["notes"],
            .array([
                .object([
                    "code": "note.wrappedBase64",
                    "message": .string(try XCTUnwrap(record.notes.first?.message)),
                ])
            ]))
    }

    func testWhatWasRepairedIsNotedOfRejectedMessagesToo() throws {
        var response = ResponseFixture()
        response.assertions[0].id = "1"
        response.assertions[0].audienceRestrictions = [["https://other.example"]]
        let text = try SignedFixture.message(.response, of: response)
        let record = try processor().record(
            of: "\n<?xml version=\"1.0\"?>" + text)
        XCTAssertEqual(record.reasons.map(\.code), [.conditions(.audienceMismatch)])
        XCTAssertEqual(record.notes.map(\.code), ["note.whiteSpaceBefore"])
    }

    func testASignatureThatIsNotAfterTheIssuerIsNotedWhereItStands() throws {
        let places: [XML.QualifiedName?] = [nil, XML.QualifiedName("Conditions", in: .assertion)]
        for place in places {
            let bytes = try EnvelopedSigner(key: SignedFixture.p256)
                .signing("_assertion", in: Array(ResponseFixture().xml.utf8), after: place)
            let text = String(decoding: bytes, as: UTF8.self)
            let record = try processor().record(of: text)
            XCTAssertEqual(record.outcome, .accepted)
            assertNote(
                record.notes, "note.signaturePlace",
                says: "The Signature of the Assertion does not stand directly after its Issuer.")
            let offset = try XCTUnwrap(text.firstRange(of: "<ds:Signature")).lowerBound
            XCTAssertEqual(
                record.notes.first?.position,
                XML.SourcePosition(
                    line: 1, column: text.utf8.distance(from: text.startIndex, to: offset) + 1))
            // The place is seen without trusted keys, too.
            XCTAssertEqual(
                ProfileProcessor.unchecked.record(of: text).notes.map(\.code),
                ["note.signaturePlace"])
        }
    }

    func testAnIDThatIsNoNCNameIsNoted() throws {
        for id in ["1", "-a", "a:b", "a b", ".5"] {
            var response = ResponseFixture()
            response.assertions[0].id = id
            let text = try response.xml.signing(id)
            let record = try processor().record(of: text)
            XCTAssertEqual(record.outcome, .accepted)
            assertNote(record.notes, "note.idNotNCName", says: "The ID of the Assertion is ")
            XCTAssertNotNil(record.notes.first?.position)
        }
        for id in ["a", "_1", "A-1.b_c", "é1"] {
            var response = ResponseFixture()
            response.assertions[0].id = id
            XCTAssertEqual(try processor().record(of: response.xml.signing(id)).notes, [], id)
        }
    }

    func testTheIDOfAResponseIsAClaimWhereOnlyTheAssertionIsSigned() throws {
        assertNote(
            try notes { $0.id = "1" }, "note.idNotNCName",
            says: "The ID of the Response is 1 (claimed, not verified).")
        var response = ResponseFixture()
        response.id = "1"
        let record = try processor().record(of: response.xml.signing("1"))
        XCTAssertEqual(record.outcome, .accepted)
        assertNote(record.notes, "note.idNotNCName", says: "The ID of the Response is 1. ")
    }

    func testACertificateOfAnotherKeyIsNotedAndOneOfTheSameKeyIsNot() throws {
        func pem(_ name: String) throws -> String {
            String(decoding: try Repository.sample("keys/\(name).pem"), as: UTF8.self)
        }
        let own = try pem("sample-idp-one.cert")
        let key = try SigningKey(pemEncoded: pem("sample-idp-one.key"))
        func text(_ pem: String) -> String {
            pem.split(separator: "\n").filter { !$0.hasPrefix("-") && !$0.hasPrefix("#") }.joined()
        }
        let signer = try EnvelopedSigner(key: key, certificatesPEM: own)
        let message = String(
            decoding: try signer.signing(
                "_assertion", in: Array(ResponseFixture().xml.utf8),
                after: XML.QualifiedName("Issuer", in: .assertion)), as: UTF8.self)
        var trust = SAML.TrustStore()
        trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: own))
        var bare = SAML.TrustStore()
        bare.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: key.publicKeyPEM))
        for trust in [trust, bare] {
            let processor = try processor(trusting: trust)
            let record = processor.record(of: message)
            XCTAssertEqual(record.outcome, .accepted)
            XCTAssertEqual(record.notes, [])
            let foreign = "The signature of the Assertion brings along the certificate of CN="
            // Whose key is in a certificate that was cut off, nobody knows.
            let unreadable =
                "The certificate in KeyInfo of the signature of the Assertion cannot be read. "
            for (other, words) in [
                (text(try pem("sample-idp-two-current.cert")), foreign), ("AAAA", unreadable),
                (String(text(own).prefix(400)), unreadable),
            ] {
                let record = processor.record(of: message.replacing(text(own), with: other))
                XCTAssertEqual(record.outcome, .accepted)
                assertNote(record.notes, "note.otherCertificate", says: words)
                XCTAssertTrue(record.notes[0].message.contains("certificates are claims"))
            }
            // A chain may come along with the key's own certificate.
            let chain = "</ds:X509Certificate><ds:X509Certificate>"
            let both = message.replacing(text(own), with: ChainFixture.root + chain + text(own))
            XCTAssertEqual(processor.record(of: both).notes, [])
        }
    }

    func testASessionThatHasEndedIsNotedWhereTheProfileDoesNotAskAboutIt() throws {
        func statement(_ end: String) -> String {
            "<saml:AuthnStatement AuthnInstant=\"2026-01-15T09:00:00Z\" "
                + "SessionNotOnOrAfter=\"\(end)\"><saml:AuthnContext/></saml:AuthnStatement>"
        }
        assertNote(
            try notes { $0.assertions[0].trailerXML = statement("2026-01-15T11:00:00Z") },
            "note.sessionEnded", says: "The session ended 1 h ago")
        XCTAssertEqual(
            try notes { $0.assertions[0].trailerXML = statement("2026-01-15T12:00:01Z") }, [])
        // Web SSO asks, and grants the clock skew.
        assertNote(
            try notes(profile: .webSSO) {
                $0.assertions[0].trailerXML = statement("2026-01-15T11:59:30Z")
            }, "note.expiredWithinSkew", says: "The session ended 30 s ago")
        var response = ResponseFixture()
        response.assertions[0].trailerXML = statement("2026-01-15T11:00:00Z")
        let record = try processor(profile: .webSSO).record(of: SignedFixture.message(of: response))
        XCTAssertEqual(record.reasons.map(\.code), [.conditions(.sessionEnded)])
        XCTAssertEqual(record.notes, [])
    }

    func testAMessageThatCameAfterItsExchangeBeganIsNotNoted() throws {
        var response = ResponseFixture()
        response.issueInstant = "2026-01-15T12:00:30Z"
        let message = try SignedFixture.message(of: response)
        for (isCaptured, codes) in [(false, ["note.notYetValidWithinSkew"]), (true, [])] {
            let processor = try processor { $0.judgesWhenCaptured = isCaptured }
            let record = processor.record(
                of: CapturedMessage(
                    bytes: Array(message.utf8), source: MessageSource(time: ResponseFixture.now)))
            XCTAssertEqual(record.outcome, .accepted, "\(record.reasons)")
            XCTAssertEqual(record.notes.map(\.code), codes)
        }
    }

    func testARequiredAttributeWithoutAValueIsNoted() throws {
        for values in [[], [""], [" \n", ""]] {
            assertNote(
                try notes { $0.assertions[0].attributes = [("uid", values)] },
                "note.emptyAttribute", says: "uid is required and comes without a value.")
        }
        XCTAssertEqual(try notes { $0.assertions[0].attributes = [("uid", ["", "u"])] }, [])
        XCTAssertEqual(
            try notes { $0.assertions[0].attributes = [("uid", ["u"]), ("zip", [])] }, [])
    }

    func testWhiteSpaceAroundNamesAndAddressesIsNoted() throws {
        assertNote(
            try notes {
                $0.assertions[0].audienceRestrictions = [["\n " + ResponseFixture.audience]]
            }, "note.whiteSpaceAround", says: "White space stands around the text of Audience.")
        assertNote(
            try notes { $0.destination = ResponseFixture.recipient + " " },
            "note.whiteSpaceAround", says: "Destination (claimed, not verified).")
        assertNote(
            try notes(.response) { $0.destination = ResponseFixture.recipient + " " },
            "note.whiteSpaceAround", says: "the text of Destination.")
        assertNote(
            try notes {
                $0.assertions[0].issuer = " " + ResponseFixture.issuer
                $0.assertions[0].confirmations[0].recipient = ResponseFixture.recipient + "\n"
            }, "note.whiteSpaceAround", says: "the text of Issuer, Recipient.")
    }

    func testATimeThatOnlyTheClockSkewLetsPassIsNoted() throws {
        func ending(_ end: String, _ confirmed: String = "2026-01-15T12:10:00Z") throws -> [Note] {
            try notes {
                $0.issueInstant = "2026-01-15T11:59:10Z"
                $0.assertions[0].issueInstant = "2026-01-15T11:59:10Z"
                $0.assertions[0].notOnOrAfter = end
                $0.assertions[0].confirmations[0].notOnOrAfter = confirmed
            }
        }
        let late = "2026-01-15T11:59:30Z"
        assertNote(
            try ending(late), "note.expiredWithinSkew", says: "The message expired 30 s ago")
        assertNote(
            try ending(ResponseFixture.now), "note.expiredWithinSkew", says: "Only the clock skew")
        assertNote(
            try ending("2026-01-15T12:10:00Z", late), "note.expiredWithinSkew",
            says: "The message expired 30 s ago")
        XCTAssertEqual(try ending("2026-01-15T12:00:01Z"), [])
        let early = "2026-01-15T12:00:30Z"
        assertNote(
            try notes { $0.assertions[0].notBefore = early }, "note.notYetValidWithinSkew",
            says: "for another 30 s: NotBefore")
        assertNote(
            try notes { $0.assertions[0].issueInstant = early }, "note.notYetValidWithinSkew",
            says: "for another 30 s: IssueInstant")
        assertNote(
            try notes { $0.issueInstant = early }, "note.notYetValidWithinSkew",
            says: "for another 30 s: IssueInstant")
        XCTAssertEqual(try notes { $0.assertions[0].notBefore = ResponseFixture.now }, [])
    }

    func testOneConfirmationThatHoldsIsEnough() throws {
        XCTAssertEqual(
            try notes {
                var late = ConfirmationFixture()
                late.notOnOrAfter = "2026-01-15T11:59:30Z"
                $0.assertions[0].confirmations.insert(late, at: 0)
            }, [])
    }

    func testAtTheTimeOfIssueNoSkewIsNoted() throws {
        var response = ResponseFixture()
        response.assertions[0].notBefore = "2026-01-15T12:00:00.5Z"
        let processor = try processor { $0.context.isTimeOfIssue = true }
        let record = processor.record(of: try SignedFixture.message(of: response))
        XCTAssertEqual(record.outcome, .accepted)
        XCTAssertEqual(record.notes, [])
    }

    func testWithoutTrustedKeysEverythingIsClaimed() throws {
        var response = ResponseFixture()
        response.assertions[0].id = "1"
        let record = ProfileProcessor.unchecked.record(of: response.xml)
        XCTAssertEqual(record.outcome, .unverified)
        assertNote(
            record.notes, "note.idNotNCName",
            says: "The ID of the Assertion is 1 (claimed, not verified).")
    }

    func testANoteSaysNothingOfTheSubject() throws {
        let secret = "subscriber-7719"
        var response = ResponseFixture()
        response.id = "1"
        response.assertions[0].nameID = " \(secret) "
        response.assertions[0].attributes = [("uid", [""]), ("mail", [" \(secret)"])]
        response.assertions[0].audienceRestrictions = [[ResponseFixture.audience + " "]]
        let record = try processor().record(of: SignedFixture.message(of: response))
        XCTAssertEqual(
            record.notes.map(\.code),
            ["note.idNotNCName", "note.whiteSpaceAround", "note.emptyAttribute"])
        XCTAssertFalse(record.notes.contains { $0.message.contains(secret) })
    }
}
