import Foundation
import TestSupport
import XCTest

/// `--decryption-key` and its policies on the command line.
final class DecryptionTests: XCTestCase {
    private let key = Repository.samplePath("keys/sample-sp-encryption.key.pem")
    private let trust = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", "2026-01-15T12:00:00Z",
    ]
    private let plain = Repository.samplePath(
        "captures/02-single-line-assertion-signed-rsa-sha256.xml")
    private let samples = [
        "captures/14-encrypted-assertion-aes256-gcm-rsa-oaep.xml",
        "captures/15-encrypted-assertion-aes128-gcm-response-signed.xml",
    ].map(Repository.samplePath)

    func testVerifyAndInspectDecryptWithTheReceiversKey() throws {
        for command in ["verify", "inspect"] {
            for sample in samples {
                let result = try Samlkit.run([command, sample, "--decryption-key", key] + trust)
                XCTAssertEqual(result.status, 0, result.text + result.errors)
                let without = try Samlkit.run([command, sample] + trust)
                XCTAssertTrue(
                    without.text.contains("encryption.noDecryptionKey"), without.text)
            }
        }
    }

    func testAttributesOfEncryptedMessagesAreThoseOfTheOneInClear() throws {
        let expected = try Samlkit.run(["attributes", plain] + trust)
        XCTAssertEqual(expected.status, 0)
        for sample in samples {
            let result = try Samlkit.run(
                ["attributes", sample, "--decryption-key", key] + trust)
            XCTAssertEqual(result.status, 0, result.errors)
            XCTAssertEqual(result.text, expected.text)
            let without = try Samlkit.run(["attributes", sample] + trust)
            XCTAssertEqual(without.status, 1)
            XCTAssertEqual(without.output, [])
        }
    }

    func testBatchTriesEveryKey() throws {
        let folder = try scratchFolder()
        let results = folder.path("results.ndjson")
        let other = Repository.samplePath("keys/sample-sp-signing.key.pem")
        let batch = try Samlkit.run(
            ["batch"] + samples + [
                "--decryption-key", other, "--decryption-key", key, "--output", results,
            ] + trust)
        XCTAssertEqual(batch.status, 0, batch.errors)
        let text = String(decoding: try folder.read("results.ndjson"), as: UTF8.self)
        XCTAssertEqual(text.split(separator: "\n").count, 2)
        XCTAssertEqual(text.split(separator: "\"outcome\":\"accepted\"").count, 3, text)
    }

    func testAFileThatHoldsNoPrivateKeyIsWrongUsage() throws {
        let folder = try scratchFolder()
        let garbage = try folder.write(Array("garbage".utf8), to: "garbage.pem")
        let certificate = Repository.samplePath("keys/sample-sp-encryption.cert.pem")
        for command in ["verify", "attributes", "inspect"] {
            for file in [garbage, certificate] {
                let result = try Samlkit.run(
                    [command, samples[0], "--decryption-key", file] + trust)
                XCTAssertEqual(result.status, 2, command)
                XCTAssertEqual(result.output, [], command)
                XCTAssertTrue(result.errors.contains("no RSA private key in it"), result.errors)
            }
        }
        let results = folder.path("results.ndjson")
        let batch = try Samlkit.run(
            ["batch", samples[0], "--decryption-key", garbage, "--output", results] + trust)
        XCTAssertEqual(batch.status, 2)
        XCTAssertFalse(folder.holds("results.ndjson"))
    }

    func testAnUnknownPolicyIsWrongUsage() throws {
        let result = try Samlkit.run(["verify", plain, "--policy", "legacy-3des"] + trust)
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("legacy-cbc"), result.errors)
    }
}
