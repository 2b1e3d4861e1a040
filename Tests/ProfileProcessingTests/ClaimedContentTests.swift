import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest

/// What a record says was verified, and what it says is merely claimed.
final class ClaimedContentTests: XCTestCase {
    private static let assertionSigned = "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"

    private func json(_ path: String, isTrusting: Bool = true) throws -> JSONTree {
        let processor = try ProfileProcessor.reference(
            trust: isTrusting ? ProfileProcessor.sampleTrust() : nil)
        return try JSONTree(parsing: processor.record(ofSample: path).json)
    }

    func testAroundASignedAssertionTheEnvelopeIsClaimed() throws {
        let record = try json(Self.assertionSigned)
        XCTAssertEqual(record["signature"]?["signed"], .array(["assertion"]))
        XCTAssertEqual(record["response"], .null)
        XCTAssertEqual(record["issuer"], "https://idp-one.example/saml")
        XCTAssertEqual(record["attributes"]?["uid"], .array(["7c9e6679f7425a8b"]))
        let claimed = try XCTUnwrap(record["claimed"])
        XCTAssertEqual(
            claimed["response"]?["status"], "urn:oasis:names:tc:SAML:2.0:status:Success")
        XCTAssertNotNil(claimed["response"]?["id"]?.string)
        for name in ["attributes", "nameID", "conditions"] { XCTAssertNil(claimed[name], name) }
    }

    func testOfASignedResponseNothingIsClaimed() throws {
        var found = 0
        for sample in try SampleOutcome.files() {
            let record = try json(sample.path)
            guard record["signature"]?["verdict"] == "valid", record["kind"] == "response",
                case .array(let signed)? = record["signature"]?["signed"],
                signed.contains("response")
            else { continue }
            found += 1
            XCTAssertEqual(record["claimed"], .null, sample.path)
            XCTAssertNotNil(record["response"]?["id"]?.string, sample.path)
        }
        XCTAssertGreaterThan(found, 2)
    }

    func testWithoutTrustEverythingIsClaimed() throws {
        let record = try json(Self.assertionSigned, isTrusting: false)
        for name in ["response", "issuer", "nameID"] { XCTAssertEqual(record[name], .null, name) }
        XCTAssertEqual(record["attributes"], .object([:]))
        XCTAssertEqual(record["conditions"]?["notOnOrAfter"], .null)
        let claimed = try XCTUnwrap(record["claimed"])
        XCTAssertEqual(claimed["issuer"], "https://idp-one.example/saml")
        XCTAssertEqual(claimed["attributes"]?["uid"], .array(["7c9e6679f7425a8b"]))
        XCTAssertNotNil(claimed["nameID"]?["value"]?.string)
        XCTAssertNotNil(claimed["conditions"]?["notOnOrAfter"]?.string)
    }

    func testTheProvidersAnswerIsClaimedWhateverIsWrongAfterIt() throws {
        for change in ["IssueInstant", "ID"] {
            var fixture = ResponseFixture()
            fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
            fixture.assertions[0].issueInstant = change == "ID" ? ResponseFixture.now : ""
            if change == "ID" { fixture.assertions[0].id = fixture.id }
            let xml = try fixture.xml.changing(
                "</samlp:Status>",
                to: "<samlp:StatusMessage>no such user</samlp:StatusMessage></samlp:Status>")
            for trust in [try ProfileProcessor.sampleTrust(), nil] {
                let processor = try ProfileProcessor.reference(trust: trust)
                let message = CapturedMessage(bytes: Array(xml.utf8))
                let record = processor.record(of: message)
                XCTAssertEqual(record.outcome, .rejected)
                XCTAssertEqual(record.reasons.first?.code.rawValue, "conditions.statusNotSuccess")
                XCTAssertEqual(
                    record.reasons.last?.code.rawValue,
                    change == "ID" ? "xml.duplicateIdentifier" : "saml.invalidValue")
                let claimed = try JSONTree(parsing: record.json)["claimed"]?["response"]
                XCTAssertEqual(claimed?["statusMessage"], "no such user")
                let sentence = try XCTUnwrap(record.reasons.first?.sentence)
                XCTAssertTrue(
                    sentence.contains("StatusMessage (not verified): \u{201C}no such user"),
                    sentence)
                XCTAssertNotNil(claimed?["status"]?.string)
                var options = processor.options
                options.redaction = try Redaction(key: [UInt8](repeating: 7, count: 16))
                let redacted = ProfileProcessor(options: options).record(of: message).json
                XCTAssertFalse(String(decoding: redacted, as: UTF8.self).contains("no such user"))
            }
        }
    }

    func testOnlyASignedStatusIsSaidToBeTheProviders() throws {
        let unsigned =
            "The response reports a failure (not verified): the status is Responder, expected Success."
        let processor = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust())
        // Of one the signature covers the status, and of the other only the assertion is signed.
        for (path, codes) in [
            (
                "captures/08-response-signed-rsa-sha512.xml",
                ["conditions.statusNotSuccess", "signature.digestMismatch"]
            ),
            (Self.assertionSigned, ["conditions.statusNotSuccess"]),
        ] {
            let text = String(decoding: try Repository.sample(path), as: UTF8.self)
            let record = processor.record(
                of: try text.changing("status:Success", to: "status:Responder"))
            XCTAssertEqual(record.reasons.map(\.code.rawValue), codes)
            XCTAssertEqual(record.reasons.first?.sentence, unsigned)
        }
        var fixture = ResponseFixture()
        fixture.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"]
        let signed = try ProfileProcessor.reference(trust: SignedFixture.trusting())
            .record(of: SignedFixture.message(.response, of: fixture))
        XCTAssertEqual(
            signed.reasons.map(\.sentence),
            ["The identity provider reports a failure: the status is Responder, expected Success."])
    }

    func testWhatATamperedMessageSaysIsClaimedAndNeverVerified() throws {
        let path = "captures/37-tampered-attribute.xml"
        let record = try json(path)
        XCTAssertEqual(record["signature"]?["verdict"], "invalid")
        XCTAssertEqual(record["response"], .null)
        XCTAssertEqual(record["attributes"], .object([:]))
        XCTAssertEqual(record["nameID"], .null)
        let claimed = try XCTUnwrap(record["claimed"])
        XCTAssertEqual(claimed["attributes"]?["uid"]?[0]?.string?.isEmpty, false)
        XCTAssertEqual(claimed["nameID"]?["value"]?.string?.isEmpty, false)
        XCTAssertNotNil(claimed["response"]?["id"]?.string)
        var options = try ProfileProcessor.reference(trust: ProfileProcessor.sampleTrust()).options
        options.redaction = try Redaction(key: [UInt8](repeating: 7, count: 16))
        options.requiredAttributes = ["uid"]
        let redacted = try JSONTree(
            parsing: ProfileProcessor(options: options).record(ofSample: path).json)["claimed"]
        for value in [redacted?["attributes"]?["uid"]?[0], redacted?["nameID"]?["value"]] {
            XCTAssertEqual(value?.string?.hasPrefix("hmac:"), true)
        }
        // As of a message that was accepted, the values of attributes that were not required are left out.
        XCTAssertNil(redacted?["attributes"]?["mail"])
        XCTAssertNotEqual(redacted?["otherAttributes"] ?? .null, .null)
    }

    func testTheAddressForAnAnswerIsClaimedAndNotToldWhereValuesAreReplaced() throws {
        let message = CapturedMessage(bytes: Array(ProtocolFixture.authnRequest.utf8))
        var options = ProfileProcessor.unchecked.options
        let name = "assertionConsumerServiceURL"
        let plain = ProfileProcessor(options: options).record(of: message).json
        XCTAssertEqual(
            try JSONTree(parsing: plain)["claimed"]?["response"]?[name], "https://sp.example/acs")
        options.redaction = try Redaction(key: [UInt8](repeating: 7, count: 16))
        let redacted = ProfileProcessor(options: options).record(of: message).json
        XCTAssertNil(try JSONTree(parsing: redacted)["claimed"]?["response"]?[name])
        XCTAssertFalse(String(decoding: redacted, as: UTF8.self).contains("sp.example/acs"))
    }
}
