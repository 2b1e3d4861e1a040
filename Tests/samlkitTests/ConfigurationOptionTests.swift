import Foundation
import TestSupport
import XCTest

/// `batch --configuration` with `--mvpd`.
final class ConfigurationOptionTests: XCTestCase {
    private let configuration = """
        {"requestor":{"id":"REF30","name":"Reference","mvpds":[
        {"id":"Cablevision","displayName":"Optimum","boardingStatus":"PICKER",
         "requiredMetadataFields":["uid","uniqueId","NameID","favouriteColour"]},
        {"id":"Other","displayName":"Other"}]}}
        """

    private func batch(_ arguments: [String]) throws -> CommandResult {
        try Samlkit.run(
            ["batch", Repository.firstSample, "--output", "-", "--quiet"] + arguments)
    }

    func testTheFieldsOfTheMVPDAreRequiredBesideThoseOfRequire() throws {
        let file = try scratchFolder().write(configuration.utf8, to: "configuration.json")
        let result = try batch([
            "--require", "zip,uid", "--configuration", file, "--mvpd", "Cablevision",
        ])
        XCTAssertEqual(result.status, 1, result.errors)
        let record = try XCTUnwrap(JSONTree.lines(result.output).first)
        XCTAssertEqual(record["missing"], .array(["favouriteColour"]))
        XCTAssertEqual(
            record["claimed"]?["attributes"]?.members.map { Set($0.keys) },
            ["zip", "uid", "uniqueId", "NameID"])
    }

    func testWhatCannotBeUsedSaysWhy() throws {
        let folder = try scratchFolder()
        let file = try folder.write(configuration.utf8, to: "configuration.json")
        let xml = try folder.write("<config/>".utf8, to: "configuration.xml")
        let deep = try folder.write(
            Array(repeating: UInt8(ascii: "["), count: 1 << 20), to: "deep.json")
        for (file, mvpd, status, words) in [
            (file, "Nobody", Int32(2), "None of its 2 MVPDs"),
            (file, "cablevision", 2, "None of its 2 MVPDs"),
            (file, "Other", 2, "no requiredMetadataFields"), (xml, "Other", 2, "unless JSON"),
            (deep, "Other", 2, "JSON object"), (folder.path("none"), "Other", 3, "none"),
        ] {
            let result = try batch(["--configuration", file, "--mvpd", mvpd])
            XCTAssertEqual(result.status, status, result.errors)
            let errors = result.errors.replacing(try Regex("\\s+"), with: " ")
            XCTAssertTrue(errors.contains(words), errors)
            XCTAssertFalse(errors.contains("Nobody"), errors)
        }
    }

    func testTheTwoOptionsNeedEachOther() throws {
        for option in [["--configuration", "a.json"], ["--mvpd", "Cablevision"]] {
            let result = try batch(option)
            XCTAssertEqual(result.status, 2)
            XCTAssertTrue(result.errors.contains("must be given together"), result.errors)
        }
    }
}
