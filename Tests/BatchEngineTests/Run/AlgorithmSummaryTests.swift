import BatchEngine
import Captures
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What a run adds up about algorithms and keys.
final class AlgorithmSummaryTests: XCTestCase {
    private let sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    private let rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"

    private func summary(
        of messages: [String], trust: SAML.TrustStore? = nil, jobs: Int = 1,
        policy: XMLDSig.Policy = .standard
    ) async throws -> AlgorithmSummary {
        let path = try scratchFolder().write(messages.joined(separator: "\n").utf8, to: "lines")
        return try await summary(
            of: CaptureReader(paths: [path], format: .lines), trust: trust, jobs: jobs,
            policy: policy)
    }

    private func summary(
        of reader: consuming sending CaptureReader, trust: SAML.TrustStore?, jobs: Int = 1,
        policy: XMLDSig.Policy = .standard
    ) async throws -> AlgorithmSummary {
        var sink = CollectingSink()
        let processor = ProfileProcessor(
            options: .init(context: .unchecked, trust: trust, policy: policy))
        let run = BatchRun(processor: processor, format: .ndjson, jobs: jobs)
        return try await run.run(reader, into: &sink).summary.algorithms
    }

    private func samples(
        trust: SAML.TrustStore?, policy: XMLDSig.Policy = .standard, jobs: Int = 1
    ) async throws -> AlgorithmSummary {
        let reader = CaptureReader(paths: [Repository.samplePath("captures")])
        return try await summary(of: reader, trust: trust, jobs: jobs, policy: policy)
    }

    private func encrypted(_ methods: [String], beside: Bool = false) -> String {
        func method(_ name: String) -> String { "<xenc:EncryptionMethod Algorithm=\"\(name)\"/>" }
        let key = "<xenc:EncryptedKey>\(method(methods[1]))</xenc:EncryptedKey>"
        let info = beside ? "" : "<ds:KeyInfo>\(key)</ds:KeyInfo>"
        let data = "<xenc:EncryptedData>\(method(methods[0]))\(info)</xenc:EncryptedData>"
        return HandmadeMessage.response(
            body: "<saml:EncryptedAssertion xmlns:xenc=\"http://www.w3.org/2001/04/xmlenc#\">"
                + data + (beside ? key : "") + "</saml:EncryptedAssertion>")
    }

    func testMethodsAreCountedAsMessagesNameThem() async throws {
        let signed = HandmadeMessage.response(signature: HandmadeMessage.signature())
        let summary = try await summary(of: [signed, signed, HandmadeMessage.response()])
        XCTAssertEqual(summary.signatureMethods, ["urn:example:signature": 2])
        XCTAssertEqual(summary.digestMethods, ["urn:example:digest": 2])
        XCTAssertEqual(summary.encryptionMethods, [:])
        XCTAssertEqual(summary.keys, [:])
        XCTAssertEqual(summary.weaknesses, [:])
    }

    func testEncryptionMethodsOfDataAndKeysAreCountedWhereverTheKeyStands() async throws {
        let cbc = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
        let gcm = "http://www.w3.org/2009/xmlenc11#aes128-gcm"
        let rsa15 = "http://www.w3.org/2001/04/xmlenc#rsa-1_5"
        let oaep = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"
        let summary = try await summary(of: [
            encrypted([cbc, oaep]), encrypted([gcm, rsa15], beside: true), encrypted([gcm, oaep]),
        ])
        XCTAssertEqual(
            summary.encryptionMethods,
            [
                ByteExactName(cbc): 1, ByteExactName(gcm): 2, ByteExactName(rsa15): 1,
                ByteExactName(oaep): 2,
            ])
        XCTAssertEqual(summary.weaknesses, [.cbc: 1, .rsa15: 1])
    }

    func testEncryptedNamesAndAttributesCount() async throws {
        let data =
            "<xenc:EncryptedData xmlns:xenc=\"http://www.w3.org/2001/04/xmlenc#\">"
            + "<xenc:EncryptionMethod Algorithm=\"urn:example:cipher\"/></xenc:EncryptedData>"
        let name = HandmadeMessage.response(
            subject: "<saml:Subject><saml:EncryptedID>\(data)</saml:EncryptedID></saml:Subject>")
        let attribute = HandmadeMessage.response(
            attributes: "<saml:EncryptedAttribute>\(data)</saml:EncryptedAttribute>")
        let summary = try await summary(of: [name, attribute])
        XCTAssertEqual(summary.encryptionMethods, ["urn:example:cipher": 2])
    }

    func testMethodsWithoutNumberAreCountedTogetherAndNoneIsLost() async throws {
        let count = 150
        let messages = (0..<count).map { encrypted(["urn:cipher:\($0)", "urn:cipher:0"]) }
        for jobs in [1, 3] {
            let counts = try await summary(of: messages, jobs: jobs).encryptionMethods
            XCTAssertEqual(counts.count, 101)
            XCTAssertEqual(counts.values.reduce(0, +), 2 * count - 1)
        }
    }

    func testKeysThatVerifiedAreCountedAndWeakOnesAreWeakHoweverTheyAreJudged() async throws {
        let trust = try ProfileProcessor.sampleTrust()
        let strict = try await samples(trust: trust)
        let legacy = try await samples(trust: trust, policy: .legacySHA1)
        // Two samples are signed with SHA-1, and two with a key of 1024 bits.
        XCTAssertEqual(strict.signatureMethods[ByteExactName(rsaSHA1)], 2)
        XCTAssertEqual(strict.digestMethods[ByteExactName(sha1)], 2)
        XCTAssertEqual(strict.weaknesses, [.sha1: 2, .smallRSAKey: 1])
        XCTAssertEqual(legacy.weaknesses, [.sha1: 2, .smallRSAKey: 2])
        XCTAssertEqual(strict.signatureMethods, legacy.signatureMethods)
        let pem = try Repository.sample("keys/sample-idp-four-legacy.cert.pem")
        let small = try XCTUnwrap(
            TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self)).first)
        XCTAssertNil(strict.keys[small.keySHA256])
        XCTAssertEqual(legacy.keys[small.keySHA256], 2)
        let parallel = try await samples(trust: trust, jobs: 3)
        XCTAssertEqual(parallel, strict)
        let unverified = try await samples(trust: nil)
        XCTAssertEqual(unverified.keys, [:])
        XCTAssertEqual(unverified.signatureMethods, strict.signatureMethods)
    }
}
