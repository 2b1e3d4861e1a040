import TestSupport
import XCTest

/// `--trust` on the command line.
final class TrustTests: XCTestCase {
    private let tampered = Repository.samplePath("captures/37-tampered-attribute.xml")
    private let metadata = Repository.samplePath("metadata/all-idps.xml")
    private let now = ["--now", "2026-01-15T12:00:00Z"]

    func testTrustThatHoldsNoKeyIsWrongUsageAndNotAWayAround() throws {
        let folder = try scratchFolder()
        let xml = #"<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>"#
        let empty = try folder.write(Array(xml.utf8), to: "empty.xml")
        for command in ["verify", "attributes", "inspect"] {
            let result = try Samlkit.run([command, tampered, "--trust", empty] + now)
            XCTAssertEqual(result.status, 2, command)
            XCTAssertEqual(result.output, [], command)
        }
        let results = folder.path("results.ndjson")
        let batch = try Samlkit.run(
            ["batch", tampered, "--trust", empty, "--output", results] + now)
        XCTAssertEqual(batch.status, 2)
    }

    func testTheTimeOfReceiptIsReadInEveryUsualForm() throws {
        let path = Repository.firstSample
        func output(_ time: String) throws -> CommandResult {
            try Samlkit.run(["verify", path, "--json", "--trust", metadata, "--now", time])
        }
        let noon = try output("2026-01-15T12:00:00Z")
        XCTAssertTrue(noon.text.contains("accepted"), noon.text)
        for time in [
            "2026-01-15T12:00", "2026-01-15 12:00:00", "2026-01-15T12:00Z",
            "2026-01-15T13:00+01:00", "2026-01-15T06:30:00-05:30", "1768478400",
        ] {
            XCTAssertEqual(try output(time).text, noon.text, time)
        }
        XCTAssertEqual(
            try output("2026-01-15").text, try output("2026-01-15T00:00:00Z").text)
        for time in ["noon", "20260115", "2026-13-01", "2026-01-15T", "-1768478400", "12:00"] {
            XCTAssertEqual(try output(time).status, 2, time)
        }
    }

    func testVerifyTellsTheVerdictAndTheReason() throws {
        let result = try Samlkit.run(["verify", tampered, "--trust", metadata] + now)
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("signature invalid"), result.text)
        XCTAssertTrue(result.text.contains("signature.digestMismatch"), result.text)
    }

    func testAttributesOfAMessageThatIsNotAcceptableAreWithheld() throws {
        let expired = Repository.samplePath("captures/25-expired.xml")
        for path in [tampered, expired] {
            let result = try Samlkit.run(["attributes", path, "--trust", metadata] + now)
            XCTAssertEqual(result.status, 1)
            XCTAssertEqual(result.output, [], path)
        }
    }

    func testConditionsAreValidOnlyWhenAllThatTheProfileAsksWasChecked() throws {
        let path = Repository.samplePath("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let unnamed = try Samlkit.run(["verify", path, "--trust", metadata] + now)
        XCTAssertTrue(
            unnamed.lines[0].hasSuffix(
                ": accepted, signature valid (assertion). The audience was not checked: pass "
                    + "--audience."), unnamed.text)
        let named = try Samlkit.run(
            ["verify", path, "--trust", metadata, "--audience", "https://saml.sp.auth.adobe.com"]
                + now)
        XCTAssertTrue(named.text.contains("conditions valid"), named.text)
        let folder = try scratchFolder()
        let batch = try Samlkit.run(
            ["batch", path, "--trust", metadata, "--output", folder.path("r.ndjson")] + now)
        XCTAssertTrue(batch.text.contains("NOT CHECKED: audience (--audience)"), batch.text)
    }

    func testABareKeyIsTrustedOnlyAsTheSingleSource() throws {
        let path = Repository.samplePath("captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let key = Repository.samplePath("keys/sample-idp-one.cert.pem")
        let other = Repository.samplePath("keys/sample-idp-two-current.cert.pem")
        let issuer = "https://idp-one.example/saml"
        let alone = try Samlkit.run(["verify", path, "--trust", key] + now)
        XCTAssertEqual(alone.status, 0, alone.text)
        XCTAssertTrue(alone.errors.contains("is trusted for every issuer"), alone.errors)
        for sources in [
            ["--trust", key, "--trust", metadata], ["--trust", metadata, "--trust", key],
            ["--trust", key, "--trust", other], ["--trust", key, "--trust-key", "\(other)=urn:a"],
            ["--trust", metadata, "--trust", key, "--issuer", issuer],
            ["--trust", key, "--trust", metadata, "--issuer", issuer],
        ] {
            let result = try Samlkit.run(["verify", path] + sources + now)
            XCTAssertEqual(result.status, 2, "\(sources)")
            XCTAssertTrue(
                result.errors.contains("--trust-key \(key)=ISSUER[:idp|sp]")
                    || result.errors.contains("--trust-key \(other)=ISSUER[:idp|sp]"), result.errors
            )
        }
        // Several for a rollover, bound to one issuer.
        let rollover = ["--trust", key, "--trust", other, "--issuer", issuer]
        let bound = try Samlkit.run(["verify", path] + rollover + now)
        XCTAssertEqual(bound.status, 0, bound.text + bound.errors)
        XCTAssertFalse(bound.errors.contains("is trusted for every issuer"), bound.errors)
        for (binding, status) in [
            ("\(key)=\(issuer)", 0), ("\(key)=\(issuer):idp", 0), ("\(key)=\(issuer):sp", 1),
            ("\(key)=https://idp-two.example/saml", 1),
        ] as [(String, Int32)] {
            let result = try Samlkit.run(["verify", path, "--trust-key", binding] + now)
            XCTAssertEqual(result.status, status, binding + result.errors)
        }
    }

    func testTwoFilesThatDescribeOneEntityDifferentlyAreRefusedNamingBoth() throws {
        let folder = try scratchFolder()
        let text = String(decoding: try Repository.sample("metadata/all-idps.xml"), as: UTF8.self)
        let same = try folder.write(text.utf8, to: "same.xml")
        let changed = try folder.write(
            text.replacing("https://idp-one.example/saml", with: "https://idp-none.example/saml")
                .replacing("https://idp-two.example/saml", with: "https://idp-one.example/saml")
                .utf8,
            to: "changed.xml")
        let path = Repository.samplePath("captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let twice = try Samlkit.run(["verify", path, "--trust", metadata, "--trust", same] + now)
        XCTAssertEqual(twice.status, 0, twice.errors)
        let other = try Samlkit.run(
            ["verify", path, "--trust", metadata, "--trust", changed] + now)
        XCTAssertEqual(other.status, 2)
        XCTAssertTrue(other.errors.contains("changed.xml"), other.errors)
        XCTAssertTrue(other.errors.contains("all-idps.xml"), other.errors)
        XCTAssertTrue(other.errors.contains("line"), other.errors)
    }

    func testASignOnIsNotJudgedWithoutWhatTheProfileAsks() throws {
        let path = Repository.samplePath("captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let whole = [
            "--audience", "https://saml.sp.auth.adobe.com", "--recipient", "https://sp.example/acs",
            "--unsolicited",
        ]
        func status(_ options: [String]) throws -> Int32? {
            try Samlkit.run(
                ["verify", path, "--trust", metadata, "--profile", "web-sso"] + options + now
            ).status
        }
        XCTAssertEqual(try status(whole), 1)
        XCTAssertEqual(try status([]), 2)
        XCTAssertEqual(try status(Array(whole.dropLast())), 2)
        XCTAssertEqual(try status(Array(whole.dropFirst(2))), 2)
        XCTAssertEqual(try status(Array(whole.prefix(2) + whole.suffix(1))), 2)
        XCTAssertEqual(try status(whole + ["--in-response-to", "_a"]), 2)
    }
}
