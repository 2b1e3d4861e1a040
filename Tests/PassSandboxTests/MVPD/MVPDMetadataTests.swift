import CryptoExtras
import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import PassSandbox

/// What an MVPD publishes, as this library and others read it.
final class MVPDMetadataTests: XCTestCase {
    func testTheMetadataGivesTheKeysThatVerify() throws {
        let fixture = try MVPDFixture()
        let metadata = try SAML.Metadata(
            XML.Document(parsing: Array(fixture.mvpd.metadata.utf8)).rootElement)
        XCTAssertEqual(metadata.entities.map(\.entityID), [fixture.mvpd.entityID])
        XCTAssertEqual(metadata.entities.first?.unusableKeyCount, 0)
        var trust = SAML.TrustStore()
        try trust.trust(metadata)
        let verifier = SAML.MessageVerifier(trusting: trust, now: MVPDFixture.now)
        for style in [ResponseStyle.singleLine, .ecdsa, .responseSigned] {
            let document = try XML.Document(parsing: Array(fixture.response(style).utf8))
            XCTAssertNoThrow(try verifier.verifiedResponse(in: document), style.rawValue)
        }
    }

    func testThePEMGivesTheKeysThatVerify() throws {
        let mvpd = try MVPDFixture().mvpd
        let keys = try TrustedKey.keys(pemEncoded: mvpd.keyPEM)
        XCTAssertEqual(keys.map(\.kind), [.rsa(bits: 2048), .p256])
        XCTAssertEqual(keys, [mvpd.key.trusted, mvpd.p256Key.trusted])
        XCTAssertEqual(keys.first?.certificateNotAfter, 2_082_758_400)
    }

    func testAKeyIsTakenFromPEM() throws {
        let mvpd = try MVPDFixture().mvpd
        let pem = try XCTUnwrap(mvpd.key.rsa?.pkcs8PEMRepresentation)
        let again = try SandboxKey(pemEncoded: pem, name: "again", validFrom: MVPDFixture.now)
        XCTAssertEqual(again.trusted, mvpd.key.trusted)
        XCTAssertThrowsError(
            try SandboxKey(pemEncoded: "no key", name: "none", validFrom: MVPDFixture.now))
    }

    func testKeysAreNotPrinted() throws {
        let mvpd = try MVPDFixture().mvpd
        let pem = try XCTUnwrap(mvpd.key.rsa?.pkcs8PEMRepresentation)
        let line = try XCTUnwrap(pem.split(separator: "\n").dropFirst(3).first)
        for text in printings(of: mvpd) + printings(of: mvpd.key) {
            XCTAssertFalse(text.contains(line))
        }
    }

    func testOpenSSLVerifiesTheCertificates() throws {
        let mvpd = try MVPDFixture().mvpd
        for key in [mvpd.key, mvpd.p256Key] {
            let folder = try ScratchFolder()
            defer { folder.removeAll() }
            let file = try folder.write(Array(key.certificatePEM.utf8), to: "certificate.pem")
            let output = try OtherTool.output(
                "openssl", ["verify", "-no_check_time", "-CAfile", file, file])
            XCTAssertTrue(output.hasSuffix("OK\n"), output)
        }
    }

    func testXMLSecVerifiesWhatTheMVPDSigns() throws {
        let fixture = try MVPDFixture()
        for style in [ResponseStyle.singleLine, .prettyPrinted, .crlf, .responseSigned, .ecdsa] {
            let folder = try ScratchFolder()
            defer { folder.removeAll() }
            let element =
                style == .responseSigned
                ? "urn:oasis:names:tc:SAML:2.0:protocol:Response"
                : "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
            let key = style == .ecdsa ? fixture.mvpd.p256Key : fixture.mvpd.key
            let output = try OtherTool.output(
                "xmlsec1",
                [
                    "--verify", "--enabled-key-data", "x509,rsa,ec,key-value", "--id-attr:ID",
                    element, "--pubkey-cert-pem",
                    folder.write(Array(key.certificatePEM.utf8), to: "key.pem"),
                    folder.write(Array(fixture.response(style).utf8), to: "response.xml"),
                ])
            XCTAssertTrue(output.contains("OK"), "\(style.rawValue): \(output)")
        }
    }
}

/// Another tool, where it is installed.
enum OtherTool {
    /// Runs a tool and gives what it prints; skips the test, saying so, where there is none.
    static func output(_ name: String, _ arguments: [String]) throws -> String {
        let tool = URL(filePath: "/usr/bin/\(name)")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw XCTSkip("\(name) is not installed.")
        }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = tool
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, String(decoding: output, as: UTF8.self))
        return String(decoding: output, as: UTF8.self)
    }
}
