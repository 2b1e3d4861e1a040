import Foundation
import TestSupport
import XCTest
import XMLSecurity

/// Conditions and times about which the standard says little, in `verify` and `batch`.
final class DecidedConditionCommandTests: XCTestCase {
    func testVerifyAndBatchDecideEach() throws {
        let folder = try scratchFolder()
        let key = try folder.write(SignedFixture.p256.publicKeyPEM.utf8, to: "key.pem")
        var files: [String] = []
        for (number, condition) in DecidedCondition.all.enumerated() {
            files.append(
                try folder.write(
                    SignedFixture.message(of: condition.response).utf8,
                    to: "messages/\(100 + number).xml")
            )
        }
        let options = [
            "--trust", key, "--audience", ResponseFixture.audience, "--now", ResponseFixture.now,
        ]
        let screen = try Samlkit.run(["verify", "--all", "--json"] + files + options)
        XCTAssertEqual(screen.status, 1, screen.errors)
        let results = folder.path("results.ndjson")
        let batch = try Samlkit.run(
            ["batch", folder.path("messages"), "--output", results, "--quiet"] + options)
        XCTAssertEqual(batch.status, 1, batch.errors)
        for records in [
            try JSONTree.lines(screen.output), try JSONTree.lines(folder.read("results.ndjson")),
        ] {
            XCTAssertEqual(records.count, DecidedCondition.all.count)
            for (record, condition) in zip(records, DecidedCondition.all) {
                XCTAssertEqual(
                    record["reasons"]?.elements?.compactMap { $0["code"]?.string },
                    condition.reasons, condition.name)
                let isReadable = !condition.reasons.contains { $0.hasPrefix("saml.") }
                XCTAssertEqual(
                    record["outcome"]?.string,
                    condition.reasons.isEmpty ? "accepted" : isReadable ? "rejected" : "malformed",
                    condition.name)
            }
        }
    }
}
