import TestSupport
import XCTest
import XMLSecurity

/// `--metadata-signer`.
final class MetadataSignerTests: XCTestCase {
    private let signer = Repository.samplePath("keys/sample-sp-signing.cert.pem")
    private let other = Repository.samplePath("keys/sample-idp-two-next.cert.pem")
    private let now = ["--now", SampleOutcome.now]

    /// The samples' metadata, signed by the samples' service provider.
    private func signed() throws -> [UInt8] {
        let pem = try Repository.sample("keys/sample-sp-signing.key.pem")
        let key = try SigningKey(pemEncoded: String(decoding: pem, as: UTF8.self))
        let text = String(
            decoding: try Repository.sample("metadata/all-idps.xml"), as: UTF8.self
        ).replacing("<md:EntitiesDescriptor ", with: "<md:EntitiesDescriptor ID=\"_all\" ")
        return try EnvelopedSigner(key: key).signing("_all", in: Array(text.utf8))
    }

    private func verify(_ trust: String, signedBy signer: String) throws -> CommandResult {
        try Samlkit.run(
            ["verify", Repository.firstSample, "--trust", trust, "--metadata-signer", signer] + now)
    }

    func testMetadataOfTheSignerIsTrusted() throws {
        let file = try scratchFolder().write(signed(), to: "signed.xml")
        let result = try verify(file, signedBy: signer)
        XCTAssertEqual(result.status, 0, result.errors)
    }

    func testOtherMetadataIsWrongUsage() throws {
        let folder = try scratchFolder()
        let signed = try folder.write(signed(), to: "signed.xml")
        let text = String(decoding: try self.signed(), as: UTF8.self)
        let changed = try folder.write(
            text.replacing("idp-one.example", with: "idp-0ne.example").utf8, to: "changed.xml")
        let unsigned = Repository.samplePath("metadata/all-idps.xml")
        for (file, signer, complaint) in [
            (unsigned, signer, "is not signed"), (signed, other, "No key of --metadata-signer"),
            (changed, signer, "does not match its digest"),
            (signed, Repository.samplePath("keys/sample-sp-signing.key.pem"), "private key"),
        ] {
            let result = try verify(file, signedBy: signer)
            XCTAssertEqual(result.status, 2, complaint)
            XCTAssertTrue(result.errors.contains(complaint), result.errors)
            XCTAssertEqual(result.output, [])
        }
    }

    func testKeysInThePlaceOfMetadataAreWrongUsage() throws {
        let keys = try Repository.sample("keys/sample-idp-one.cert.pem")
        let file = try scratchFolder().write(keys, to: "metadata.xml")
        let result = try verify(file, signedBy: signer)
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("is not metadata"), result.errors)
        XCTAssertEqual(result.output, [])
    }

    func testEveryFileOfAFolderMustBeSigned() throws {
        let folder = try scratchFolder()
        try folder.write(signed(), to: "trust/a.xml")
        let batch = [
            "batch", Repository.firstSample, "--output", folder.path("results.ndjson"),
            "--trust-dir", folder.path("trust"), "--metadata-signer", signer,
        ]
        XCTAssertEqual(try Samlkit.run(batch + now).status, 0)
        try folder.write(try Repository.sample("metadata/all-idps.xml"), to: "trust/b.xml")
        let result = try Samlkit.run(batch + now)
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("b.xml: The metadata is not signed"), result.errors)
    }

    func testASignerWithoutMetadataIsWrongUsage() throws {
        let result = try Samlkit.run([
            "inspect", Repository.firstSample, "--metadata-signer", signer,
        ])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("--metadata-signer needs"), result.errors)
    }
}
