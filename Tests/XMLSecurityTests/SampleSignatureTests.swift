import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The samples, which other tools signed.
final class SampleSignatureTests: XCTestCase {
    private func trust() throws -> SAML.TrustStore {
        let metadata = try XML.Document(
            parsing: Repository.sample("metadata/all-idps.xml"), identifierAttributes: [])
        var trust = SAML.TrustStore()
        trust.trust(try SAML.Metadata(metadata.rootElement))
        return trust
    }

    private func verdict(
        _ name: String, policy: XMLDSig.Policy = .standard
    ) throws -> Result<SAML.VerifiedResponse, SAML.MessageVerifier.Failure> {
        let document = try XML.Document(parsing: Repository.sample("captures/\(name)"))
        let verifier = SAML.MessageVerifier(trusting: try trust(), policy: policy)
        return Result { () throws(SAML.MessageVerifier.Failure) in
            try verifier.verifiedResponse(in: document)
        }
    }

    func testEverySampleSignedByATrustedKeyIsVerified() throws {
        let reasonsThatAreNotAboutSignatures = [
            "valid", "status", "missing", "expired", "audience", "notyet",
        ]
        let rows = try String(
            contentsOf: Repository.samples.appending(path: "expected.tsv"), encoding: .utf8
        ).split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        var count = 0
        for row in rows where row[1] == "response" && row[0].hasSuffix(".xml") {
            let name = String(row[0].dropFirst("captures/".count))
            guard reasonsThatAreNotAboutSignatures.contains(row[4]) else { continue }
            let result = try verdict(name)
            XCTAssertNoThrow(try result.get(), name)
            count += 1
        }
        XCTAssertGreaterThan(count, 20)
    }
}
