import TestSupport
import XCTest
import XMLSecurity

/// What the summary of a batch says of algorithms, keys and their certificates.
final class AlgorithmReportTests: XCTestCase {
    private let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]

    private func summary(at now: String, _ more: [String] = []) throws -> CommandResult {
        let file = try scratchFolder().path("results.ndjson")
        let samples = [
            Repository.firstSample, Repository.firstSample,
            Repository.samplePath("captures/09-assertion-signed-rsa-sha1.xml"),
            Repository.samplePath("captures/13-assertion-signed-ecdsa-p256-sha256.xml"),
            Repository.samplePath("captures/15-encrypted-assertion-aes128-gcm-response-signed.xml"),
        ]
        return try Samlkit.run(
            ["batch"] + samples + ["--output", file, "--now", now] + trust + more)
    }

    func testTheTextListsMethodsKeysAndWeakAlgorithms() throws {
        let lines = try summary(at: SampleOutcome.now).lines
        for expected in [
            "         3  http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            "         1  http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
            "         1  http://www.w3.org/2000/09/xmldsig#sha1",
            "         1  http://www.w3.org/2009/xmlenc11#aes128-gcm",
            "         2  fa53d1f5da31baf8…  RSA-2048, CN=idp-one.example, certificate until 2045-01-01T00:00:00Z",
            "         1  15c65d135c9fb72d…  P-256, CN=idp-three.example, certificate until 2045-01-01T00:00:00Z",
            "         1  SHA-1",
        ] {
            XCTAssertTrue(lines.contains(expected), "\(expected)\n\(lines.joined(separator: "\n"))")
        }
    }

    func testCertificatesAreMarkedNinetyDaysBeforeTheirEndAndAfterIt() throws {
        for (now, mark, expiring, expired) in [
            ("2044-10-03T00:00:00Z", "", 0, 0),
            ("2044-10-03T00:00:01Z", " (EXPIRES within 90 days)", 3, 0),
            ("2045-01-01T00:00:00Z", " (EXPIRES within 90 days)", 3, 0),
            ("2045-01-01T00:00:01Z", " (EXPIRED)", 0, 3),
        ] {
            let text = try summary(at: now).lines.filter { $0.contains("certificate until") }
            XCTAssertEqual(text.count, 3, now)
            for line in text { XCTAssertTrue(line.hasSuffix("00:00:00Z" + mark), "\(now) \(line)") }
            let object = try XCTUnwrap(
                JSONTree.lines(summary(at: now, ["--json"]).output).first)
            XCTAssertEqual(object["expiringCertificates"]?.integer, expiring, now)
            XCTAssertEqual(object["expiredCertificates"]?.integer, expired, now)
        }
    }

    func testTheJSONHasTheSame() throws {
        let object = try XCTUnwrap(
            JSONTree.lines(summary(at: SampleOutcome.now, ["--json"]).output).first)
        XCTAssertEqual(
            object["signatureMethods"]?["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"], 3)
        XCTAssertEqual(object["digestMethods"]?["http://www.w3.org/2000/09/xmldsig#sha1"], 1)
        XCTAssertEqual(
            object["encryptionMethods"]?["http://www.w3.org/2009/xmlenc11#aes128-gcm"], 1)
        XCTAssertEqual(object["weakAlgorithms"]?.members?.count, 1)
        XCTAssertEqual(object["weakAlgorithms"]?["sha1"], 1)
        let keys = try XCTUnwrap(object["keys"]?.elements)
        XCTAssertEqual(keys.count, 3)
        XCTAssertEqual(keys.first?["messages"], 2)
        XCTAssertEqual(keys.first?["kind"], "RSA-2048")
        XCTAssertEqual(keys.first?["subject"], "CN=idp-one.example")
        XCTAssertEqual(keys.first?["certificate"], "valid")
        XCTAssertEqual(keys.first?["certificateNotAfter"], "2045-01-01T00:00:00Z")
        XCTAssertEqual(keys.first?["keySHA256"]?.string?.count, 64)
    }

    func testABareKeyHasNoCertificate() throws {
        let folder = try scratchFolder()
        let pem = String(
            decoding: try Repository.sample("keys/sample-idp-one.key.pem"), as: UTF8.self)
        let key = try folder.write(SigningKey(pemEncoded: pem).publicKeyPEM.utf8, to: "key.pem")
        let result = try Samlkit.run([
            "batch", Repository.firstSample, "--trust", key, "--json", "--now", SampleOutcome.now,
            "--output", folder.path("results.ndjson"),
        ])
        XCTAssertEqual(result.status, 0, result.errors)
        let object = try XCTUnwrap(JSONTree.lines(result.output).first?["keys"]?[0])
        XCTAssertEqual(object["certificateNotAfter"], .null)
        XCTAssertEqual(object["certificate"], .null)
    }
}
