import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLSecurity

/// Signed query strings (HTTP-Redirect) on the screens of `verify` and `inspect`.
final class SignedQueryCommandTests: XCTestCase {
    private func files(
        in folder: ScratchFolder, changing change: (inout SignedQueryFixture) -> Void = { _ in }
    ) throws -> [String] {
        var fixture = try SignedQueryFixture(ResponseFixture().xml)
        change(&fixture)
        let url = try folder.write(
            Array("https://sp.example/acs?\(fixture.text)\n".utf8), to: "url.txt")
        let key = try folder.write(Array(SignedFixture.p256.publicKeyPEM.utf8), to: "key.pem")
        return [
            url, "--trust-key", "\(key)=\(ResponseFixture.issuer)", "--now", ResponseFixture.now,
        ]
    }

    func testVerifySaysThatTheQueryStringIsSigned() throws {
        let result = try Samlkit.run(["verify"] + files(in: scratchFolder()))
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertTrue(result.text.contains("signature valid (query string)"), result.text)
    }

    func testEveryCommandRefusesAWrapperInASignedQueryString() throws {
        let folder = try scratchFolder()
        let wrapped = ProtocolFixture.soap(try SignedFixture.message())
        let fixture = try SignedQueryFixture(wrapped, by: SignedFixture.stranger)
        let url = try folder.write(
            Array("https://sp.example/acs?\(fixture.text)\n".utf8), to: "url.txt")
        let key = try folder.write(Array(SignedFixture.p256.publicKeyPEM.utf8), to: "key.pem")
        for command in [
            ["verify"], ["verify", "--explain"], ["inspect"], ["attributes"],
            ["batch", "--output", "-"],
        ] {
            let result = try Samlkit.run(
                command + [
                    url, "--trust-key", "\(key)=\(ResponseFixture.issuer)", "--now",
                    ResponseFixture.now,
                ])
            XCTAssertEqual(result.status, 1, "\(command)")
            let text = result.text + result.errors
            XCTAssertTrue(text.contains("saml.wrapperInSignedQuery"), text)
            // Only an explanation shows bytes, and nobody takes them for verified ones.
            guard !command.contains("--explain") else { continue }
            XCTAssertFalse(text.contains("subscriber-1"), text)
        }
    }

    func testInspectShowsTheSignatureOverTheQueryString() throws {
        let result = try Samlkit.run(["inspect"] + files(in: scratchFolder()))
        XCTAssertTrue(
            result.text.contains("valid: query string, ecdsa-sha256"), result.text)
    }

    func testExplainShowsTheReencodedAndTheSignedBytes() throws {
        let arguments = try files(in: scratchFolder()) { fixture in
            fixture[.relayState] = fixture[.relayState]?.replacing("%20", with: "+")
        }
        let result = try Samlkit.run(["verify", "--explain"] + arguments)
        XCTAssertEqual(result.status, 1)
        for text in [
            "signature 1 of 1: over the query string (HTTP-Redirect) with a Response",
            "likely cause        queryReencoded", "how it was found    the values with all",
            "Query string: NOT signed by a trusted key", "made the signature, before the damage",
            "first difference", "ecdsa-sha256",
        ] {
            XCTAssertTrue(result.text.contains(text), "\(text) is not in \(result.text)")
        }
    }

    func testTheObjectHasTheBytesOfTheQueryString() throws {
        let arguments = try files(in: scratchFolder()) { $0[.relayState] = nil }
        let result = try Samlkit.run(["verify", "--explain", "--json"] + arguments)
        let json = try JSONTree(parsing: result.output)
        let explanation = try XCTUnwrap(json["explanations"]?.elements?.first)
        let query = try XCTUnwrap(explanation["queryString"])
        XCTAssertEqual(query["valid"], .boolean(false))
        XCTAssertEqual(query["bytes"]?.string?.hasPrefix("SAMLResponse="), true)
        XCTAssertEqual(query["originalBytes"], .null)
        XCTAssertEqual(explanation["signedInfo"], .null)
    }

    func testVerifyAndInspectSayWhoSignedARequestThatIsNotJudged() throws {
        let folder = try scratchFolder()
        let xml = """
            <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
            xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_request" Version="2.0" \
            IssueInstant="2026-01-15T12:00:00Z"><saml:Issuer>https://sp.example</saml:Issuer>\
            </samlp:AuthnRequest>
            """
        let key = try folder.write(Array(SignedFixture.p256.publicKeyPEM.utf8), to: "key.pem")
        for (signer, status) in [(SignedFixture.p256, Int32(0)), (SignedFixture.stranger, 1)] {
            let fixture = try SignedQueryFixture(xml, name: .samlRequest, by: signer)
            let url = try folder.write(
                Array("https://idp.example/sso?\(fixture.text)\n".utf8), to: "url.txt")
            let arguments = [url, "--trust-key", "\(key)=https://sp.example:sp"]
            let verified = try Samlkit.run(["verify"] + arguments)
            XCTAssertEqual(verified.status, status, verified.text)
            let inspected = try Samlkit.run(["inspect"] + arguments)
            let batch = try Samlkit.run(["batch", "--output", "-", "--quiet"] + arguments)
            XCTAssertEqual(batch.status, 0, batch.text)
            let record = try JSONTree(parsing: batch.output)
            XCTAssertEqual(record["outcome"]?.string, "notJudged")
            if status == 0 {
                XCTAssertTrue(
                    verified.text.contains(
                        "signature is by a trusted key of https://sp.example. Nothing else"),
                    verified.text)
                XCTAssertTrue(
                    verified.text.contains("notJudged, signature valid (query string)"),
                    verified.text)
                XCTAssertTrue(inspected.text.contains("valid: query string"), inspected.text)
                XCTAssertTrue(inspected.text.contains("by the signed message"), inspected.text)
                XCTAssertEqual(record["signature"]?["verdict"]?.string, "valid")
            } else {
                XCTAssertTrue(verified.text.contains("signature is invalid"), verified.text)
                XCTAssertEqual(record["signature"]?["verdict"]?.string, "invalid")
            }
        }
    }
}
