import Foundation
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What xmlsec1 encrypts is decrypted, where xmlsec1 is installed.
final class XMLSecInteroperabilityTests: XCTestCase {
    /// Encrypts the assertion of a response to the sample receiver with xmlsec1.
    private func encrypting(
        _ message: String, content: XMLEnc.EncryptionMethod, key: XMLEnc.EncryptionMethod
    ) throws -> String {
        let xmlsec = URL(filePath: "/usr/bin/xmlsec1")
        guard FileManager.default.isExecutableFile(atPath: xmlsec.path) else {
            throw XCTSkip("xmlsec1 is not installed.")
        }
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let template = """
            <xenc:EncryptedData xmlns:xenc="\(EncryptedFixture.xenc)" \
            Type="\(EncryptedFixture.xenc)Element">\
            <xenc:EncryptionMethod Algorithm="\(content.rawValue)"/>\
            <ds:KeyInfo xmlns:ds="\(EncryptedFixture.ds)"><xenc:EncryptedKey>\
            <xenc:EncryptionMethod Algorithm="\(key.rawValue)"/>\
            <ds:KeyInfo><ds:KeyName/></ds:KeyInfo>\
            <xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>\
            <xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>
            """
        let element = try message.wholePart("saml:Assertion")
        let wrapped = try message.changing(
            element, to: "<saml:EncryptedAssertion>\(element)</saml:EncryptedAssertion>")
        let certificate = try folder.write(
            Repository.sample("keys/sample-sp-encryption.cert.pem"), to: "receiver.pem")
        let size = content.rawValue.contains("aes128") ? 128 : 256
        let process = Process()
        process.executableURL = xmlsec
        process.arguments = [
            "--encrypt", "--pubkey-cert-pem:receiver", certificate, "--session-key", "aes-\(size)",
            "--xml-data", try folder.write(Array(wrapped.utf8), to: "message.xml"),
            "--node-name", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion",
            "--output", folder.path("encrypted.xml"),
            try folder.write(Array(template.utf8), to: "template.xml"),
        ]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "xmlsec1 did not encrypt.")
        return String(decoding: try folder.read("encrypted.xml"), as: UTF8.self)
    }

    func testWhatItEncryptsIsRead() throws {
        let methods: [XMLEnc.EncryptionMethod] = [
            .aes128CBC, .aes256CBC, .aes128GCM, .aes256GCM,
        ]
        for content in methods {
            for key in [XMLEnc.EncryptionMethod.rsaPKCS1, .rsaOAEPWithMGF1SHA1] {
                let message = try encrypting(
                    SignedFixture.message(), content: content, key: key)
                let verified = try assertReadable(
                    message, by: ReceiverKeys.permissive(), [.signedThenEncrypted],
                    content.rawValue)
                XCTAssertEqual(verified.encryption.encryptionMethods, [content])
                XCTAssertEqual(verified.encryption.keyTransports, [key])
            }
        }
    }

    func testWhatItEncryptsInAResponseThatIsSignedThenIsRead() throws {
        let message = try encrypting(
            ResponseFixture().xml, content: .aes256CBC, key: .rsaOAEPWithMGF1SHA1)
        try assertReadable(
            message.signingResponse(), by: ReceiverKeys.permissive(), [.encryptedThenSigned])
    }
}
