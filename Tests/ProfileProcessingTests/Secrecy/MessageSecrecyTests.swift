import Captures
import Foundation
import PayloadCoding
import ProfileTestSupport
import SAML2
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Whatever becomes of a message, nothing that Swift prints of it by itself shows what it says.
final class MessageSecrecyTests: XCTestCase {
    private static let key = SigningKey.makeP256()
    private static let otherKey = SigningKey.makeP256()

    /// Keys that verify the message, keys that do not, and none.
    private func stores() throws -> [SAML.TrustStore] {
        try [Self.key, Self.otherKey].map { key in
            var trust = SAML.TrustStore()
            trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: key.publicKeyPEM))
            return trust
        } + [SAML.TrustStore()]
    }

    /// Expects nothing to show, and gives the names of the types that were looked at.
    @discardableResult
    private func assertNothingShows(
        _ values: [Any], _ comment: String, file: StaticString = #filePath, line: UInt = #line
    ) -> Set<String> {
        for value in values {
            for text in printings(of: value) where Secret.inMessages.shows(in: text) {
                XCTFail(
                    "\(comment): \(type(of: value)) shows \(text.prefix(300))", file: file,
                    line: line)
            }
        }
        return Set(values.map { String(describing: type(of: $0)) })
    }

    /// The messages as they are, and packed as captures pack them.
    private func messages() throws -> [(name: String, bytes: [UInt8])] {
        let response = try PlantedMessage.bytes(signedBy: Self.key)
        let form = Array("RelayState=\(Secret.planted("relay"))&SAMLResponse=".utf8)
        return [
            ("response", response), ("query", PlantedMessage.query),
            ("failure", PlantedMessage.failure), ("Base64", Base64.encoding(response)),
            (
                "form",
                form + PayloadEncoder(normalization: .none).payload(encoding: response).bytes
            ),
        ]
    }

    func testNoValueShowsWhatAMessageSays() throws {
        var types: Set<String> = []
        for (name, bytes) in try messages() {
            let output = LadderOutput(of: bytes, trusting: try stores())
            types.formUnion(assertNothingShows(output.values, name))
        }
        let expected: Set = [
            "Assertion", "Attribute", "AttributeQuery", "AttributeSelection", "AttributeStatement",
            "AttributeValue", "AuthnStatement", "CanonicalForm", "CanonicalizationError",
            "CapturedMessage", "Conditions", "ConditionsSummary", "Content", "Document", "Element",
            "EncodedPayload", "Failure", "Message", "MessageContent",
            "MessageEnvelope",
            "MessageSummary", "NameID", "ParsingError", "PayloadDecodingError", "ProfileRecord",
            "Reference", "Response", "SelectedAttribute", "SignatureSummary", "SignedInfo",
            "Status", "StatusCode",
            "StructureError", "Subject", "SubjectConfirmation", "SubjectConfirmationData",
            "TrustedKey", "VerifiedElement", "VerifiedResponse",
        ]
        XCTAssertTrue(types.isSuperset(of: expected), "\(expected.subtracting(types))")
    }

    func testTheSecretsAreThereForWhoAsks() throws {
        let response = try PlantedMessage.bytes(signedBy: Self.key)
        let verified = try SAML.MessageVerifier(trusting: try stores()[0])
            .verifiedResponse(in: XML.Document(parsing: response))
        let assertion = try XCTUnwrap(verified.assertion)
        for text in [
            assertion.id, assertion.subject?.nameID?.value,
            assertion.attributes.last?.values[0].text,
            assertion.attributes[1].name, assertion.authnStatements.first?.sessionIndex,
            assertion.conditions?.audiences.last,
        ] {
            XCTAssertTrue(Secret.inMessages.shows(in: try XCTUnwrap(text)))
        }
    }

    func testAPrintedSecretIsFoundInEverySpelling() {
        let bytes = Array(Secret.planted("a").utf8)
        let hexadecimal = bytes.map { String($0, radix: 16) }
        var spellings = ["\(bytes)", hexadecimal.joined(), hexadecimal.joined(separator: " ")]
        for shift in 0..<3 {
            let shifted = [UInt8](repeating: 0x20, count: shift) + bytes
            spellings.append(String(decoding: Base64.encoding(shifted), as: UTF8.self))
        }
        for spelling in spellings { XCTAssertTrue(Secret.inMessages.shows(in: spelling), spelling) }
        struct Careless { let value = Secret.planted("a") }
        XCTAssertEqual(
            printings(of: Careless()).map(Secret.inMessages.shows), [true, true, true, true])
    }

    func testNoErrorShowsWhatATruncatedMessageSays() throws {
        let stores = try stores()
        for (name, bytes) in try messages() {
            // Most of what can go wrong goes wrong in the plain response.
            let places = name == "response" ? 200 : 20
            for place in 0..<places {
                let count = bytes.count * place / places
                let output = LadderOutput(of: Array(bytes[..<count]), trusting: stores)
                assertNothingShows(output.values, "\(name), first \(count) bytes")
            }
        }
    }

    func testNoErrorShowsWhatAMessageWithAChangedByteSays() throws {
        var generator = SeededGenerator("MessageSecrecyTests")
        let stores = try stores()
        var types: Set<String> = []
        for (name, bytes) in try messages() {
            for _ in 0..<(name == "response" ? 120 : 30) {
                var changed = bytes
                let place = Int.random(in: changed.indices, using: &generator)
                changed[place] = UInt8.random(in: 0...255, using: &generator)
                let output = LadderOutput(of: changed, trusting: stores)
                types.formUnion(
                    assertNothingShows(output.values, "\(name), byte \(place): \(changed[place])"))
            }
        }
        XCTAssertTrue(
            types.isSuperset(of: ["ParsingError", "EnvelopeError", "Failure"]), "\(types)")
    }

    func testNoErrorShowsWhatAMessageBrokenOnPurposeSays() throws {
        let text = String(
            decoding: try PlantedMessage.bytes(signedBy: Self.key), as: UTF8.self)
        let secret = Secret.planted("broken")
        let changes: [(String, String)] = [
            ("<samlp:Response", "<!DOCTYPE a [<!ENTITY b '\(secret)'>]><samlp:Response"),
            ("</samlp:Status>", "</samlp:Status>&\(secret);"),
            ("</samlp:Status>", "</samlp:Status>\(secret)"),
            ("</samlp:Status>", "</samlp:Status><saml:x ID='\(secret)'/><saml:y ID='\(secret)'/>"),
            (" Version=", " Version='\(secret)' Version="),
            ("<samlp:Status>", "<p:a b='\(secret)'>"),
            ("IssueInstant=\"2026", "IssueInstant=\"\(secret)"),
            ("http://www.w3.org/2001/04/xmlenc#sha256", secret),
            ("http://www.w3.org/2001/10/xml-exc-c14n#", secret),
            ("URI=\"#", "URI=\"\(secret)"), ("<ds:DigestValue>", "<ds:DigestValue>\(secret)"),
            ("<ds:SignatureValue>", "<ds:SignatureValue>\(secret)"),
            ("xmlns:p=\"urn:p\"", "xmlns:p=\"\(secret)\""),
            ("<ds:Transforms>", "<ds:Transforms><ds:Transform Algorithm='\(secret)'/>"),
        ]
        for (old, new) in changes {
            let changed = text.replacing(old, with: new)
            XCTAssertNotEqual(changed, text, old)
            let output = LadderOutput(of: Array(changed.utf8), trusting: try stores())
            assertNothingShows(output.values, "\(old) changed")
        }
    }

    func testNothingThatWasDecryptedIsShown() throws {
        let pem = try Repository.sample("keys/sample-sp-encryption.key.pem")
        let decryptor = Decryptor(
            keys: [try DecryptionKey(pemEncoded: String(decoding: pem, as: UTF8.self))])
        for name in [
            "14-encrypted-assertion-aes256-gcm-rsa-oaep.xml",
            "15-encrypted-assertion-aes128-gcm-response-signed.xml",
        ] {
            let document = try XML.Document(parsing: Repository.sample("captures/\(name)"))
            let part = try XCTUnwrap(
                document.rootElement.firstChild(
                    named: XML.QualifiedName("EncryptedAssertion", in: .assertion)))
            let plaintext = try decryptor.plaintext(of: decryptor.content(in: part))
            let (response, encryption) = try SAML.MessageDecryptor(decryptor)
                .response(unverified: document.rootElement)
            let uid = try XCTUnwrap(response.assertion?.attributes.first?.values.first?.text)
            let secrets = [Array(uid.utf8), Array(plaintext.bytes[200..<220])].map(Secret.init)
            XCTAssertTrue(secrets[0].shows(in: String(decoding: plaintext.bytes, as: UTF8.self)))
            for value in [plaintext, response, encryption, decryptor] as [Any] {
                for text in printings(of: value) {
                    XCTAssertFalse(secrets.contains { $0.shows(in: text) }, "\(name): \(text)")
                }
            }
        }
    }

    func testNoPrintedCaptureShowsItsMessage() throws {
        let response = try PlantedMessage.bytes(signedBy: Self.key)
        let payload = String(decoding: Base64.encoding(response), as: UTF8.self)
        let line = Array(
            #"{"SAMLResponse":"\#(payload)","note":"\#(Secret.planted("note"))"}"#.utf8)
        var lines: [UInt8] = []
        for place in 0...100 { lines += line[..<(line.count * place / 100)] + [0x0A] }
        for place in stride(from: 0, to: line.count, by: line.count / 100) {
            var changed = line
            changed[place] = UInt8(ascii: "\"")
            lines += changed + [0x0A]
        }
        let path = try scratchFolder().write(lines, to: "captures.ndjson")
        for format in [CaptureFormat.ndjson, .lines, .message] {
            var reader = CaptureReader(paths: [path], format: format)
            var codes: Set<CaptureError.Code> = []
            while let record = reader.next() {
                var values: [Any] = [record]
                do {
                    values.append(try record.message())
                } catch {
                    codes.insert(error.code)
                    values.append(error)
                }
                assertNothingShows(values, "\(format)")
            }
            if format == .ndjson { XCTAssertTrue(codes.contains(.invalidJSON), "\(codes)") }
        }
    }

    func testNoErrorShowsWhatAMalformedSampleSays() throws {
        // These were made without secrets: the texts of a subscriber serve as such.
        let secrets = ["0048151623", "tv-14", "subscriber"].map { Secret(bytes: Array($0.utf8)) }
        let folder = Repository.samples.appending(path: "captures/malformed")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let bytes = try Repository.sample("captures/malformed/\(name)")
            let output = LadderOutput(of: bytes, trusting: try stores())
            for value in output.values {
                for text in printings(of: value) {
                    XCTAssertFalse(secrets.contains { $0.shows(in: text) }, "\(name): \(text)")
                }
            }
        }
    }
}
