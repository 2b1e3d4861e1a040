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

    func testOnlyTheExplanationSaysWhichStepFailed() throws {
        let folder = try scratchFolder()
        let other = Repository.samplePath("keys/sample-sp-signing.key.pem")
        let run = try Samlkit.run(
            ["verify", samples[0], "--decryption-key", other, "--explain"] + trust)
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.text.contains("No given key decrypts it to acceptable content"), run.text)
        XCTAssertTrue(run.text.contains("wrong key"), run.text)
        let xml = String(decoding: try Data(contentsOf: URL(filePath: samples[0])), as: UTF8.self)
        let value = try XCTUnwrap(
            xml.matches(of: /<xenc:CipherValue>([^<]+)</).map(\.output.1).max {
                $0.count < $1.count
            })
        let letters = value.filter { !$0.isWhitespace }
        let cut = try folder.write(
            Array(xml.replacing(value, with: letters.prefix(letters.count / 8 * 4)).utf8),
            to: "cut.xml")
        let damaged = try folder.write(
            Array(
                xml.replacing(value, with: "\(value.prefix(400))AAAA\(value.dropFirst(404))").utf8),
            to: "damaged.xml")
        var plain: Set<String> = []
        for (path, word) in [(cut, "it was cut off"), (damaged, "it was damaged")] {
            let run = try Samlkit.run(
                ["verify", path, "--decryption-key", key, "--explain"] + trust)
            XCTAssertTrue(run.text.contains("The key is the right one"), run.text)
            XCTAssertTrue(run.text.contains(word), run.text)
            let others = try Samlkit.run(["verify", path, "--decryption-key", key] + trust)
            XCTAssertFalse(others.text.contains("right one"), others.text)
            plain.insert(
                others.text.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "")
        }
        XCTAssertEqual(plain.count, 1, "without the explanation both are the same")
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
        let publicKey = try folder.write(Array(Self.publicKey.utf8), to: "public.pem")
        let certificate = Repository.samplePath("keys/sample-sp-encryption.cert.pem")
        for command in ["verify", "attributes", "inspect"] {
            for file in [garbage, publicKey, certificate] {
                let result = try Samlkit.run(
                    [command, samples[0], "--decryption-key", file] + trust)
                XCTAssertEqual(result.status, 2, command)
                XCTAssertEqual(result.output, [], command)
                XCTAssertTrue(result.errors.contains("with an RSA private key"), result.errors)
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

    func testThePoliciesLetMethodsThroughThatAreRefusedWithoutThem() throws {
        guard let folder = ReferenceData.vectors else {
            throw XCTSkip("The folder with the public vectors is absent.")
        }
        let rows = try Vector.all(ofKind: "saml-valid", in: folder)
        var counts = [0, 0]
        for row in rows {
            guard let key = row.parameters["sp_key"] else { continue }
            let command = [
                "inspect", folder.appending(path: row.path).path, "--decryption-key",
                folder.appending(path: key).path,
            ]
            let all = try Samlkit.run(
                command + ["--policy", "legacy-cbc", "--policy", "legacy-rsa15"])
            XCTAssertFalse(all.text.contains("encryption."), row.id)
            let none = try Samlkit.run(command)
            if none.text.contains("encryption.encryptionMethodNotAllowed") { counts[0] += 1 }
            let cbc = try Samlkit.run(command + ["--policy", "legacy-cbc"])
            if cbc.text.contains("encryption.keyTransportNotAllowed") { counts[1] += 1 }
        }
        XCTAssertGreaterThan(counts[0], 0)
        XCTAssertGreaterThan(counts[1], 0)
        print("genuine vectors: \(counts[0]) need legacy-cbc, \(counts[1]) of them legacy-rsa15")
    }

    /// The public half of the sample receiver's key.
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwXeoH7QlDHQNq87MJc6E
        S+5oqNJjlndvz3SLZCUYkp0zXJi7XkzZxyxecut1Rp6cdu1xZ/KXN71oZWoUdGf2
        BvIimB8blJIv+y2kjmQqj8iKVYHJDUmgTubN7vTKYVEMkrmDEWzrPvXDbivG0oQ0
        8CLkhfpLkn9MOhVNMiw297Ux7dmMkSHLknJObFFz0fnnfF/0KXXZaJUT4viL/o2S
        bh2yFvFBO2YsNrSjRAdkXDOv0Dsd4tuyyNEI6i3C1xPEAjt5e1LBbzvNGC05gWuJ
        cy02vmFZ20EMlLxXgJ4XTMOXwD6ZzwOyvUZbGLE18YnCRq3+0bYzD0eRctjuYNOq
        /wIDAQAB
        -----END PUBLIC KEY-----
        """
}
