import Foundation
import ProfileProcessing
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// The public vectors of whole SAML responses: genuine ones, attacks, and genuine ones in a wrong
/// context.
///
/// They are run with SHA-1 allowed, as most of the genuine ones are signed with it, and in the web
/// SSO profile, which they belong to.
final class ValidationVectorTests: XCTestCase {
    func testNoHostileResponseIsAccepted() throws {
        try run("saml-hostile")
    }

    func testNoGenuineResponseInAWrongContextIsAccepted() throws {
        try run("saml-context")
    }

    func testEveryGenuineResponseIsAcceptedUnlessItIsEncrypted() throws {
        try run("saml-valid")
    }

    private func run(_ kind: String) throws {
        guard let folder = ReferenceData.vectors else {
            throw XCTSkip("The folder with the public vectors is absent.")
        }
        var counts = (passed: 0, encrypted: 0)
        let rows = try Vector.all(ofKind: kind, in: folder)
        for row in rows {
            let record = try record(of: row, in: folder)
            let isAccepted = record.outcome == .accepted
            let reasons = record.reasons.map(\.code.rawValue)
            if row.expected == "invalid" {
                XCTAssertFalse(isAccepted, "\(row.id) is accepted")
                counts.passed += isAccepted ? 0 : 1
            } else if isAccepted {
                counts.passed += 1
            } else {
                // Decryption is not there yet; nothing else may keep a genuine response out.
                XCTAssertEqual(reasons, ["encryption.noDecryptionKey"], row.id)
                counts.encrypted += 1
            }
        }
        let encrypted = counts.encrypted > 0 ? ", \(counts.encrypted) need decryption" : ""
        print("\(kind) vectors: \(rows.count) rows, \(counts.passed) passed\(encrypted)")
    }

    private func record(of row: Vector, in folder: URL) throws -> ProfileRecord {
        let parameters = row.parameters
        var trust = SAML.TrustStore()
        if let certificate = parameters["cert"] {
            let text = try String(
                contentsOf: folder.appending(path: certificate), encoding: .utf8)
            trust.trust(try TrustedKey.keys(pemEncoded: text))
        }
        let context = SAML.ProcessingContext(
            now: parameters["now"].flatMap { SAML.Instant(parsing: $0) }, clockSkew: 0,
            audience: parameters["audience"], issuer: parameters["issuer"],
            recipient: parameters["acs"], inResponseTo: parameters["in_response_to"],
            profile: .webSSO)
        let processor = ProfileProcessor(
            options: ProfileProcessor.Options(
                context: context, trust: trust, policy: .legacySHA1))
        let octets = try Array(Data(contentsOf: folder.appending(path: row.path)))
        return processor.record(of: CapturedMessage(octets: octets))
    }
}
