import Foundation
import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Messages nobody meddled with.
final class HonestSignatureTests: XCTestCase {
    private func keys() throws -> [SigningKey] { [SignedFixture.p256, try SignedFixture.rsa()] }

    func testEveryLayoutGivesTheValuesThatWereSigned() throws {
        let plain = try XML.Document(parsing: Array(ResponseFixture().xml.utf8))
        let expected = try SAML.Response(unverified: plain.rootElement)
        for key in try keys() {
            for layout in SignedFixture.Layout.allCases {
                let response = try SignedFixture.verified(
                    SignedFixture.message(layout, by: key), trusting: SignedFixture.trusting(key)
                ).claims.unverified
                XCTAssertEqual(response.id, expected.id)
                XCTAssertEqual(response.status, expected.status)
                let assertion = try XCTUnwrap(response.assertion)
                let genuine = try XCTUnwrap(expected.assertion)
                XCTAssertEqual(assertion.subject, genuine.subject)
                XCTAssertEqual(assertion.conditions, genuine.conditions)
                XCTAssertEqual(assertion.attributes, genuine.attributes)
                XCTAssertEqual(assertion.issuer, genuine.issuer)
            }
        }
    }

    func testVerdictSaysWhichPartsAreSigned() throws {
        for layout in SignedFixture.Layout.allCases {
            let verified = try SignedFixture.verified(
                SignedFixture.message(layout), trusting: SignedFixture.trusting())
            XCTAssertEqual(verified.verifiedResponse != nil, layout != .assertion)
            XCTAssertEqual(verified.verifiedAssertions.count, layout == .response ? 0 : 1)
        }
    }

    func testVerifiedElementIsReadFromTheDigestedBytes() throws {
        for layout in SignedFixture.Layout.allCases {
            let verified = try SignedFixture.verified(
                SignedFixture.message(layout), trusting: SignedFixture.trusting())
            for part in verified.verifiedAssertions + [verified.verifiedResponse].compactMap(\.self)
            {
                XCTAssertNil(part.element.parent)
                XCTAssertTrue(
                    part.element.childElements.allSatisfy { $0.name.localName != "Signature" })
                let again = try part.element.canonicalForm(
                    using: XCTUnwrap(part.signedInfo).reference.canonicalizationMethod)
                XCTAssertEqual(again.bytes, part.bytes)
                XCTAssertEqual(
                    try XML.Document(parsing: part.bytes).utf8,
                    part.bytes)
                XCTAssertFalse("\(part)".contains("subscriber"))
            }
        }
    }

    func testXMLSec1VerifiesWhatIsSignedHere() throws {
        let tool = URL(filePath: "/usr/bin/xmlsec1")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw XCTSkip("This system has no xmlsec1 to compare with.")
        }
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        for key in try keys() {
            let message = try SignedFixture.message(by: key)
            XCTAssertEqual(try xmlsec1(tool, verifying: message, with: key, in: folder), 0)
            let changed = try message.changing("subscriber-1", to: "subscriber-2")
            XCTAssertNotEqual(try xmlsec1(tool, verifying: changed, with: key, in: folder), 0)
        }
    }

    private func xmlsec1(
        _ tool: URL, verifying message: String, with key: SigningKey, in folder: ScratchFolder
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            "--verify", "--pubkey-pem", try folder.write(key.publicKeyPEM.utf8, to: "key.pem"),
            "--id-attr:ID", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion",
            try folder.write(message.utf8, to: "message.xml"),
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
