import TestSupport
import XCTest

final class CanonicalizeTests: XCTestCase {
    private static let document = """
        <?xml version="1.0"?>
        <p:a xmlns:p="urn:p" xmlns="urn:d" xmlns:q="urn:q"><!-- c --><b ID="_1" z='1' a='2'/>
        <p:b ID="_2"><q:c/>t</p:b></p:a>

        """

    func testTheWholeDocumentIsExclusiveWithoutComments() throws {
        try expect(
            """
            <p:a xmlns:p="urn:p"><b xmlns="urn:d" ID="_1" a="2" z="1"></b>
            <p:b ID="_2"><q:c xmlns:q="urn:q"></q:c>t</p:b></p:a>
            """, of: [])
    }

    func testInclusiveMethodsKeepEveryDeclaration() throws {
        for method in ["1.0", "1.1"] {
            try expect(
                """
                <p:a xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q"><!-- c --><b ID="_1" a="2" z="1"></b>
                <p:b ID="_2"><q:c></q:c>t</p:b></p:a>
                """, of: ["--method", method, "--with-comments"])
        }
    }

    func testAnElementIsChosenByItsID() throws {
        try expect("<b xmlns=\"urn:d\" ID=\"_1\" a=\"2\" z=\"1\"></b>", of: ["--id", "_1"])
        try expect(
            "<p:b xmlns=\"urn:d\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" ID=\"_2\"><q:c></q:c>t</p:b>",
            of: ["--id", "_2", "--method", "1.0"])
    }

    func testPrefixesOfTheListAreTreatedInclusively() throws {
        try expect(
            "<p:b xmlns=\"urn:d\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" ID=\"_2\"><q:c></q:c>t</p:b>",
            of: ["--id", "_2", "--inclusive-prefixes", "q #default"])
    }

    func testNodesAreChosenByAnXPathWithGivenPrefixes() throws {
        let options = ["--namespace", "x=urn:p", "--namespace", "y=urn:q"]
        try expect(
            "<q:c xmlns:q=\"urn:q\"></q:c>",
            of: ["--xpath", "(//. | //@* | //namespace::*)[ancestor-or-self::y:c]"] + options)
        try expect("t", of: ["--xpath", "//x:b/text()"] + options)
        let unknown = try run(["--xpath", "//x:b"])
        XCTAssertEqual(unknown.status, 1)
        XCTAssertEqual(unknown.output, [])
    }

    func testAnXPathFileGivesTheExpressionAndItsPrefixes() throws {
        let folder = try scratchFolder()
        let file = try folder.write(
            "<XPath xmlns:x=\"urn:p\">//x:b/text()</XPath>".utf8, to: "xpath.xml")
        try expect("t", of: ["--xpath-file", file])
        let missing = try run(["--xpath-file", folder.path("missing")])
        XCTAssertEqual(missing.status, 3)
    }

    func testAnIDThatIsNotThereIsRejected() throws {
        for id in ["_3", "no id"] {
            let result = try run(["--id", id])
            XCTAssertEqual(result.status, 1, id)
            XCTAssertEqual(result.output, [], id)
            XCTAssertTrue(result.errors.contains("No element has the ID given with --id."), id)
        }
    }

    func testWhatIsSignedInASampleComesOutByItsXPath() throws {
        // The transforms of the first sample: the assertion without its signature, exclusive.
        let sample = Repository.firstSample
        let selection =
            "(//. | //@* | //namespace::*)[ancestor-or-self::saml:Assertion]"
            + "[not(ancestor-or-self::ds:Signature)]"
        let result = try Samlkit.run([
            "canonicalize", sample, "--xpath", selection,
            "--namespace", "saml=urn:oasis:names:tc:SAML:2.0:assertion",
            "--namespace", "ds=http://www.w3.org/2000/09/xmldsig#",
        ])
        XCTAssertEqual(result.status, 0, result.errors)
        let text = String(
            decoding: try Repository.sample(
                "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
        let digest = try XCTUnwrap(text.firstMatch(of: /DigestValue>([^<]+)</)).1
        XCTAssertEqual(try SHA256Sum.base64(of: result.output), String(digest))
    }

    private func run(_ options: [String]) throws -> CommandResult {
        try Samlkit.run(["canonicalize", "-"] + options, input: Self.document.utf8)
    }

    private func expect(
        _ text: String, of options: [String], file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let result = try run(options)
        XCTAssertEqual(result.text, text, file: file, line: line)
        XCTAssertEqual(result.status, 0, file: file, line: line)
        XCTAssertEqual(result.errors, "", file: file, line: line)
    }
}
