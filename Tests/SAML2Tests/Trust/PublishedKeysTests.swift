import PayloadCoding
import TestSupport
import XCTest
import XMLCore

@testable import SAML2
@testable import XMLSecurity

/// Keys as metadata may write them: in certificates, and as values.
final class PublishedKeysTests: XCTestCase {
    private func keys(_ content: String) throws -> SAML.PublishedKeys {
        let xml = """
            <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#" \
            xmlns:dsig11="http://www.w3.org/2009/xmldsig11#">\(content)</ds:KeyInfo>
            """
        return SAML.PublishedKeys(try XML.Document(parsing: Array(xml.utf8)).rootElement)
    }

    private func publicKey(_ key: SigningKey) throws -> [UInt8] {
        try XCTUnwrap(PEMBlocks(key.publicKeyPEM).blocks.first)
    }

    private func certificate(_ name: String) throws -> (text: String, key: TrustedKey) {
        let pem = try Repository.sample("keys/\(name).cert.pem")
        let der = try XCTUnwrap(PEMBlocks(String(decoding: pem, as: UTF8.self)).blocks.first)
        return (
            "<ds:X509Data><ds:X509Certificate>\(base64(der))</ds:X509Certificate></ds:X509Data>",
            try TrustedKey(derEncoded: der)
        )
    }

    private func rsaValue(_ spki: [UInt8]) -> String {
        // A key of 2048 bits ends in 256 bytes of modulus, and five of an exponent with its head.
        let modulus = Array(spki.dropLast(5).suffix(256))
        return """
            <ds:KeyValue><ds:RSAKeyValue><ds:Modulus>\(base64([0] + modulus))</ds:Modulus>
            <ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>
            """
    }

    func testAKeyValueIsTheKeyItWrites() throws {
        let rsa = try publicKey(SignedFixture.rsa())
        let p256 = try publicKey(SignedFixture.p256)
        let point = base64(Array(p256.suffix(65)))
        for (content, spki) in [
            (rsaValue(rsa), rsa),
            (
                """
                <ds:KeyValue><dsig11:ECKeyValue><dsig11:NamedCurve URI="urn:oid:1.2.840.10045.3.1.7"/>\
                <dsig11:PublicKey>\(point)</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue>
                """, p256
            ),
            ("<dsig11:DEREncodedKeyValue>\(base64(rsa))</dsig11:DEREncodedKeyValue>", rsa),
            ("<dsig11:DEREncodedKeyValue>\(base64(p256))</dsig11:DEREncodedKeyValue>", p256),
        ] {
            let found = try keys(content)
            XCTAssertEqual(found.keys, [try TrustedKey(derEncoded: spki)], content)
            XCTAssertEqual(found.unusableCount, 0, content)
        }
    }

    func testAValueBesideACertificateMustBeItsKey() throws {
        let (first, key) = try certificate("sample-idp-one")
        let spki = try publicKey(SignedFixture.rsa())
        let other = try keys(first + rsaValue(spki))
        XCTAssertEqual(other.keys, [])
        XCTAssertTrue(other.isContradictory)
        XCTAssertEqual(other.unusableCount, 1)
        let alone = try keys(first)
        XCTAssertEqual(alone.keys, [key])
        XCTAssertFalse(alone.isContradictory)
    }

    func testTextInsideAnotherElementIsNoKey() throws {
        let spki = try publicKey(SignedFixture.rsa())
        for content in [
            try certificate("sample-idp-one").text, rsaValue(spki),
            "<dsig11:DEREncodedKeyValue>\(base64(spki))</dsig11:DEREncodedKeyValue>",
        ] {
            let names = ["ds:X509Certificate", "ds:Modulus", "dsig11:DEREncodedKeyValue"]
            XCTAssertEqual(try keys(content).keys.count, 1, content)
            for (start, end) in [("<x>", "</x>"), ("<x/>", ""), ("", "<x/>"), ("", "<x>A</x>")] {
                let changed = names.reduce(content) {
                    $0.replacing("<\($1)>", with: "<\($1)>\(start)")
                        .replacing("</\($1)>", with: "\(end)</\($1)>")
                }
                XCTAssertNotEqual(changed, content)
                let found = try keys(changed)
                XCTAssertEqual(found.keys, [], changed)
                XCTAssertEqual(found.unusableCount, 1, changed)
            }
        }
        let inside = try certificate("sample-idp-one").text
            .replacing("<ds:X509Certificate>", with: "<ds:X509Certificate><!-- a -->")
        XCTAssertEqual(try keys(inside).keys.count, 1)
    }

    func testAValueThatIsNoSupportedKeyIsCountedAndUsedForNothing() throws {
        for content in [
            "<ds:KeyValue><ds:DSAKeyValue/></ds:KeyValue>", "<ds:KeyValue/>",
            "<dsig11:DEREncodedKeyValue>AAAA</dsig11:DEREncodedKeyValue>",
            """
            <ds:KeyValue><dsig11:ECKeyValue><dsig11:NamedCurve URI="urn:oid:1.3.132.0.10"/>\
            <dsig11:PublicKey>AAAA</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue>
            """,
            "<ds:KeyValue><ds:RSAKeyValue><ds:Modulus/><ds:Exponent/></ds:RSAKeyValue></ds:KeyValue>",
        ] {
            let found = try keys(content)
            XCTAssertEqual(found.keys, [], content)
            XCTAssertEqual(found.unusableCount, 1, content)
        }
        XCTAssertEqual(try keys("<ds:KeyName>AQAB</ds:KeyName>").unusableCount, 0)
    }
}

private func base64(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.encoding(bytes), as: UTF8.self)
}
