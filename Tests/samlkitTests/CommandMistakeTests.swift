import Foundation
import TestSupport
import XCTest

/// What samlkit says to mistakes on the command line.
final class CommandMistakeTests: XCTestCase {
    private func assertSays(
        _ text: String, _ arguments: [String], status: Int32, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let result = try Samlkit.run(arguments)
        XCTAssertEqual(result.status, status, result.errors, file: file, line: line)
        XCTAssertTrue(result.errors.contains(text), result.errors, file: file, line: line)
    }

    func testAMistypedCommandSuggestsTheRightOne() throws {
        try assertSays("Did you mean samlkit verify?", ["verfy", "x"], status: 2)
        try assertSays("Did you mean samlkit batch?", ["bacth"], status: 2)
        try assertSays("There is no command response.xml.", ["response.xml"], status: 2)
        try assertSays("Did you mean samlkit verify?", ["help", "verfy"], status: 2)
        let unknown = try Samlkit.run(["nothing-like-it"])
        XCTAssertFalse(unknown.errors.contains("plan"), unknown.errors)
    }

    func testAMistypedOptionIsNamedWhereAnotherIsMissing() throws {
        try assertSays(
            "There is no option --trst. Did you mean --trust?",
            ["verify", Repository.firstSample, "--trst", "metadata.xml"], status: 2)
        try assertSays(
            "There is no option --outptu. Did you mean --output?",
            ["batch", Repository.firstSample, "--outptu=x.ndjson"], status: 2)
        let missing = try Samlkit.run(["batch", Repository.firstSample, "--quiet"])
        XCTAssertFalse(missing.errors.contains("There is no option"), missing.errors)
    }

    func testAFileThatIsNoMetadataIsSaidToBeWhatItIs() throws {
        let folder = try scratchFolder()
        let files: KeyValuePairs<String, String> = [
            "<html><body>Sign in</body></html>": "an HTML page",
            "<!DOCTYPE html><html/>": "an HTML page",
            "{\"issuer\": 1}": "JSON", "": "empty", "ssh-rsa AAAA me": "an OpenSSH key",
            "<note/>": "XML with the root element note", "nothing": "text",
            "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n": "a private key",
            "-----BEGIN PKCS7-----\nAA==\n-----END PKCS7-----\n":
                "a PKCS #7 bundle of certificates",
            "<!DOCTYPE EntityDescriptor><EntityDescriptor/>":
                "XML with a document type declaration",
            "<EntityDescriptor>": "XML that is damaged or cut off",
            String(repeating: "<a>", count: 10_000): "XML above a limit of samlkit",
        ]
        for (number, (content, kind)) in files.enumerated() {
            let path = try folder.write(Array(content.utf8), to: "\(number)")
            try assertSays(
                "\(path): The file is \(kind). Expected SAML metadata",
                ["verify", Repository.firstSample, "--trust", path], status: 2)
        }
        try assertSays(
            "The file is a SAML Response.",
            ["verify", Repository.firstSample, "--trust", Repository.firstSample], status: 2)
    }

    func testAWrongFileOfMetadataSignerIsSaidToBeWhatItIs() throws {
        let metadata = Repository.samplePath("metadata/idp-one.xml")
        try assertSays(
            "\(metadata): The file is SAML metadata. Expected for --metadata-signer",
            [
                "verify", Repository.firstSample, "--trust", metadata, "--metadata-signer",
                metadata,
            ], status: 2)
    }

    func testOutputsThatCannotBeWrittenAreFoundBeforeTheRun() throws {
        let folder = try scratchFolder()
        let missing = folder.path("none/results.ndjson")
        let good = folder.path("results.ndjson")
        let input = Repository.firstSample
        try assertSays(
            "\(missing): The folder \(folder.path("none")) does not exist.",
            ["batch", input, "--output", missing], status: 5)
        try assertSays(
            "\(folder.path): The output is a folder.",
            ["batch", input, "--output", folder.path], status: 5)
        let report = folder.path("none/report.html")
        try assertSays(
            "\(report): The folder", ["batch", input, "--output", good, "--report", report],
            status: 5)
        XCTAssertFalse(folder.holds("results.ndjson"), "nothing was done before")
        let file = try folder.write([0], to: "file")
        try assertSays(
            "\(file) is a file", ["batch", input, "--output", file + "/results.ndjson"], status: 5)
    }

    #if os(Linux)
    func testAFullDeviceIsFoundBeforeTheRun() throws {
        let folder = try scratchFolder()
        let good = folder.path("results.ndjson")
        try assertSays(
            "/dev/full: The output could not be written: No space left on device.",
            ["batch", Repository.firstSample, "--output", good, "--report", "/dev/full"], status: 5)
        XCTAssertFalse(folder.holds("results.ndjson"), "nothing was done before")
    }
    #endif

    func testTheSummaryGroupsByCauseAndIssuer() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run([
            "batch", Repository.samplePath("captures/25-expired.xml"), "--output",
            folder.path("results.ndjson"), "--now", SampleOutcome.now,
        ])
        XCTAssertTrue(result.text.contains("by likely cause:"), result.text)
        XCTAssertTrue(
            result.text.contains("expired, of https://idp-one.example/saml"), result.text)
        XCTAssertTrue(
            result.text.contains("\n  expired: The message came after its end."), result.text)
    }
}
