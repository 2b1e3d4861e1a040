import TestSupport
import XCTest

final class AttributesTests: XCTestCase {
    func testAttributesOfUnverifiedMessagesAreGivenOnlyWhenThatIsSaid() throws {
        let refused = try Samlkit.run(["attributes", Repository.firstSample])
        XCTAssertEqual(refused.status, 2)
        XCTAssertEqual(refused.output, [])
        XCTAssertTrue(refused.errors.contains("--unverified"), refused.errors)
        XCTAssertEqual(
            try Samlkit.run(["attributes", Repository.firstSample, "--unverified"]).status, 0)
    }

    func testEachValueIsALineOfNameTabAndText() throws {
        let path = Repository.samplePath("captures/19-multi-valued-attributes.xml")
        let result = try Samlkit.run(
            ["attributes", path, "--unverified", "--require", "language,uid"])
        XCTAssertEqual(result.lines.last, "uid\t7c9e6679f7425a8b")
        XCTAssertEqual(
            result.lines.map { $0.prefix(9) },
            ["language\t", "language\t", "language\t", "uid\t7c9e6"])
    }

    func testNamesAreRequiredByCommaAndByRepetition() throws {
        let path = Repository.firstSample
        let start = ["attributes", path, "--unverified", "--json"]
        let commas = try Samlkit.run(start + ["--require", "uid,NameID,hat"])
        let repeated = try Samlkit.run(
            start + ["--require", "uid", "--require", "NameID", "--require", "hat"])
        XCTAssertEqual(commas.output, repeated.output)
        XCTAssertEqual(commas.status, 1)
        let record = try XCTUnwrap(JSONTree.lines(commas.output).first)
        XCTAssertEqual(record["missing"], .array(["hat"]))
        XCTAssertEqual(record["reasons"]?[0]?["code"], "attributes.missing")
        XCTAssertEqual(
            record["claimed"]?["attributes"],
            .object([
                "uid": .array(["7c9e6679f7425a8b"]),
                "NameID": .array(["5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"]),
            ]))
    }

    func testTheJSONHasTheFieldsThatAreAboutAttributes() throws {
        let result = try Samlkit.run(
            ["attributes", Repository.firstSample, "--unverified", "--json"])
        let record = try XCTUnwrap(JSONTree.lines(result.output).first?.members)
        XCTAssertEqual(
            Set(record.keys),
            [
                "schema", "source", "outcome", "reasons", "signature", "nameID", "attributes",
                "claimed", "missing",
            ])
    }

    func testWhatIsWrongGoesToStandardError() throws {
        let path = Repository.samplePath("captures/24-required-attribute-missing.xml")
        let result = try Samlkit.run(
            ["attributes", path, "--unverified", "--require", "uid,uniqueId"])
        XCTAssertEqual(
            result.errors,
            "\(path): attributes.missing: uid is missing; sent: uniqueId, householdID, MaxTVRating, "
                + "MaxMovieRating, hba_status and 3 more.\n")
        XCTAssertEqual(result.lines, ["uniqueId\te4da3b7fbbce2345d7772b0674a318d5"])
        XCTAssertEqual(result.status, 1)
    }

    func testAQueryStatesNothingWhoeverSignedIt() throws {
        let path = Repository.samplePath("captures/verification-token.xml")
        let trust = Repository.samplePath("keys/sample-sp-signing.cert.pem")
        let verified = ["verify", path, "--trust", trust, "--now", SampleOutcome.now]
        let unjudged = try Samlkit.run(verified)
        XCTAssertEqual(unjudged.status, 1)
        XCTAssertTrue(unjudged.text.contains("notJudged"), unjudged.text)
        XCTAssertTrue(unjudged.text.contains("--query-messages"), unjudged.text)
        XCTAssertEqual(
            try Samlkit.run(verified + ["--query-messages"]).status, 0, "its signature is valid")
        for source in [["--trust", trust, "--now", SampleOutcome.now], ["--unverified"]] {
            let result = try Samlkit.run(
                ["attributes", path, "--json", "--require", "NameID"] + source)
            XCTAssertEqual(result.status, 1)
            let record = try XCTUnwrap(JSONTree.lines(result.output).first)
            XCTAssertEqual(record["outcome"], "notJudged")
            XCTAssertEqual(record["reasons"]?.elements?.count, 0)
            if source.count > 1 { XCTAssertEqual(record["nameID"], .null) }
        }
    }

    func testNoValueIsTold() throws {
        let path = Repository.samplePath("captures/21-nil-empty-nested-attribute-values.xml")
        let result = try Samlkit.run(
            ["attributes", path, "--unverified", "--require", "zip,city"])
        XCTAssertEqual(result.lines, ["zip\t(nil)", "city\t"])
    }
}
