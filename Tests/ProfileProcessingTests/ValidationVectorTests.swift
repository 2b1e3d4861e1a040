import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import SAMLBindings
import TestSupport
import XCTest
import XMLSecurity

/// The public vectors of whole SAML responses: genuine ones, attacks, and genuine ones in a wrong
/// context.
///
/// They are run with the three legacy policies, as most of the genuine ones are signed with SHA-1 or
/// encrypted with AES-CBC, and in the web SSO profile, which they belong to.
final class ValidationVectorTests: XCTestCase, ReachesUnsafeCode {
    func testNoHostileResponseIsAccepted() throws {
        try run("saml-hostile")
    }

    func testNoGenuineResponseInAWrongContextIsAccepted() throws {
        try run("saml-context")
    }

    func testEveryGenuineResponseIsAccepted() throws {
        try run("saml-valid")
    }

    private func run(_ kind: String) throws {
        guard let folder = ReferenceData.vectors else {
            throw XCTSkip("The folder with the public vectors is absent.")
        }
        var passed = 0
        let rows = try Vector.all(ofKind: kind, in: folder)
        if VectorTable.isWanted {
            return try VectorTable.write(rows) { row in
                let record = try record(of: row, in: folder)
                return VectorTable.Line(
                    isAsExpected: (record.outcome == .accepted) == (row.expected == "valid"),
                    rule: record.reasons.first?.code.rawValue ?? record.outcome.rawValue)
            }
        }
        XCTAssertGreaterThan(rows.count, 0)
        for row in rows {
            let record = try record(of: row, in: folder)
            let isExpected = (record.outcome == .accepted) == (row.expected == "valid")
            XCTAssertTrue(
                isExpected,
                "\(row.id) is \(record.outcome): \(record.reasons.map(\.code.rawValue))")
            passed += isExpected ? 1 : 0
            if record.outcome == .accepted, let name = row.parameters["attrs_file"] {
                try checkContent(of: record, against: name, in: folder)
            }
        }
        print("\(kind) vectors: \(rows.count) rows, \(passed) passed")
    }

    /// Nothing that is read is anything but what the identity provider stated.
    private func checkContent(
        of record: ProfileRecord, against name: String, in folder: URL
    ) throws {
        // The libraries that made the expectations leave out values that are XML.
        let attributes = record.content.attributes.map { item in
            (
                name: item.name,
                values: item.values.compactMap { value in
                    if case .text(let text) = value.content { text } else { nil }
                }
            )
        }
        let actual = ExpectedContent(attributes: attributes, nameID: record.content.nameID?.value)
        let expected = try ExpectedContent(contentsOf: folder.appending(path: name))
        XCTAssertNil(actual.difference(from: expected), name)
    }

    private func record(of row: Vector, in folder: URL) throws -> ProfileRecord {
        let parameters = row.parameters
        var trust = SAML.TrustStore()
        if let certificate = try row.text(of: "cert", in: folder) {
            trust.trustForEveryIssuer(try TrustedKey.keys(pemEncoded: certificate))
        }
        let key = try row.text(of: "sp_key", in: folder)
        let decryptor = try key.map {
            Decryptor(
                keys: [try DecryptionKey(pemEncoded: $0)],
                policy: XMLEnc.Policy(allowsCBC: true, allowsRSA15: true))
        }
        let context = SAML.ProcessingContext(
            now: parameters["now"].flatMap { SAML.Instant(parsing: $0) },
            audience: parameters["audience"], clockSkew: 0, issuer: parameters["issuer"],
            recipient: parameters["acs"], inResponseTo: parameters["in_response_to"],
            profile: .webSSO)
        let processor = ProfileProcessor(
            options: ProfileProcessor.Options(
                context: context, trust: trust, policy: .legacySHA1,
                decryptor: decryptor))
        let bytes = try Array(Data(contentsOf: folder.appending(path: row.path)))
        return processor.record(of: CapturedMessage(bytes: bytes))
    }
}
