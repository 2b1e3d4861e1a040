import TestSupport
import XCTest

/// `query --trust`.
final class QueryTrustTests: XCTestCase {
    private let token = Repository.samplePath("captures/verification-token.b64")
    private let certificate = Repository.samplePath("keys/sample-sp-signing.cert.pem")
    private let stranger = Repository.samplePath("keys/sample-idp-one.cert.pem")

    private func json(_ result: CommandResult) throws -> JSONTree {
        try XCTUnwrap(JSONTree.lines(result.output).first)
    }

    func testAQueryOfATrustedKeyIsShown() throws {
        let result = try Samlkit.run(
            ["query", token, "--trust", certificate, "--now", SampleOutcome.now])
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(
            result.lines.contains("signature     valid (rsa-sha256, key 292757a93f78481e…)"),
            result.text)
        XCTAssertTrue(result.lines.contains("asks for      uid"), result.text)
        let query = try json(
            Samlkit.run(
                ["query", token, "--trust", certificate, "--json", "--now", SampleOutcome.now]))
        XCTAssertEqual(query["signature"]?["verdict"], "valid")
        XCTAssertEqual(query["hasSignature"], .boolean(true))
        XCTAssertEqual(query["reasons"]?.elements?.count, 0)
    }

    func testAQueryOfAnybodyElseIsNotShown() throws {
        let result = try Samlkit.run(["query", token, "--trust", stranger])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("signature     invalid"), result.text)
        XCTAssertTrue(result.text.contains("signature.signatureMismatch"), result.text)
        XCTAssertFalse(result.text.contains("5f0c1b9e"), result.text)
        let object = try Samlkit.run(["query", token, "--trust", stranger, "--json"])
        XCTAssertEqual(object.status, 1)
        let query = try json(object)
        XCTAssertEqual(query["signature"]?["verdict"], "invalid")
        XCTAssertEqual(query["nameID"], .null)
        XCTAssertEqual(query["requestedAttributes"]?.elements?.count, 0)
        XCTAssertEqual(
            query["reasons"]?.elements?.compactMap { $0["code"]?.string },
            ["signature.signatureMismatch"])
    }

    func testAQueryThatNobodySignedIsRefusedOnlyWhereItIsVerified() throws {
        let folder = try scratchFolder()
        let xml =
            "<q:AttributeQuery xmlns:q=\"urn:oasis:names:tc:SAML:2.0:protocol\" ID=\"_a\"/>"
        let file = try folder.write(xml.utf8, to: "query.xml")
        let free = try Samlkit.run(["query", file])
        XCTAssertEqual(free.status, 0)
        XCTAssertTrue(free.text.contains("signature     none"), free.text)
        let checked = try Samlkit.run(["query", file, "--trust", certificate])
        XCTAssertEqual(checked.status, 1)
        XCTAssertTrue(checked.text.contains("signature.absent"), checked.text)
    }

    func testAnOldQueryIsRefused() throws {
        let result = try Samlkit.run(
            ["query", token, "--trust", certificate, "--now", "2026-01-15T14:00:00Z"])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("conditions.expired"), result.text)
    }

    func testAKeyBoundToTheServiceProviderVouchesForItsQueries() throws {
        for (binding, status) in [
            ("\(certificate)=https://saml.sp.auth.adobe.com", 0),
            ("\(certificate)=https://saml.sp.auth.adobe.com:sp", 0),
            ("\(certificate)=https://saml.sp.auth.adobe.com:idp", 1),
            ("\(certificate)=https://other.example", 1), (certificate, 2), ("=urn:a", 2),
        ] as [(String, Int32)] {
            let result = try Samlkit.run(
                ["query", token, "--trust-key", binding, "--now", SampleOutcome.now])
            XCTAssertEqual(result.status, status, binding + result.errors + result.text)
        }
    }

    func testMetadataOfAnIdentityProviderDoesNotVouchForAQuery() throws {
        let metadata = Repository.samplePath("metadata/all-idps.xml")
        let result = try Samlkit.run(["query", token, "--trust", metadata])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("signature.noTrustedKey"), result.text)
    }

    func testAPrivateKeyIsNamedAsOne() throws {
        let key = Repository.samplePath("keys/sample-sp-signing.key.pem")
        let result = try Samlkit.run(["query", token, "--trust", key])
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(result.errors.contains("The file is a private key."), result.errors)
    }

    func testAnObjectThatWasPrintedToBeReadIsRead() throws {
        let folder = try scratchFolder()
        let base64 = String(
            decoding: try Repository.sample("captures/verification-token.b64"), as: UTF8.self
        )
        .filter { !$0.isNewline }
        let object =
            "{\n  \"host\": \"sp.example.com\",\n  \"verificationToken\": \"\(base64)\"\n}\n"
        let file = try folder.write(object.utf8, to: "token.json")
        for command in [["query"], ["inspect"]] {
            let result = try Samlkit.run(
                command + [file, "--trust", certificate, "--now", SampleOutcome.now])
            XCTAssertEqual(result.status, 0, result.text + result.errors)
        }
        let other = try folder.write("{\n  \"token\": \"x\"\n}\n".utf8, to: "other.json")
        let missing = try Samlkit.run(["query", other])
        XCTAssertEqual(missing.status, 3)
        XCTAssertTrue(missing.errors.contains("verificationToken"), missing.errors)
    }

    func testSeveralQueriesAreNotOne() throws {
        let folder = try scratchFolder()
        let line =
            "{\"verificationToken\": \"<q:AttributeQuery "
            + "xmlns:q='urn:oasis:names:tc:SAML:2.0:protocol'/>\"}\n"
        let file = try folder.write((line + line).utf8, to: "two.ndjson")
        let result = try Samlkit.run(["query", file])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("more than one"), result.errors)
    }
}
