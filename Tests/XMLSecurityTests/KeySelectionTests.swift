import TestSupport
import XCTest
import XMLCore

@testable import XMLSecurity

/// The order in which the trusted keys of an issuer are tried.
final class KeySelectionTests: XCTestCase, ReachesUnsafeCode {
    private func certificate(_ name: String) throws -> String {
        String(decoding: try Repository.sample("keys/\(name).cert.pem"), as: UTF8.self)
    }

    private func keys(_ names: [String]) throws -> [TrustedKey] {
        try names.flatMap { try TrustedKey.keys(pemEncoded: certificate($0)) }
    }

    /// A signature of the right layout with these certificates, in Base64.
    private func signature(_ certificates: [String]) throws -> Signature {
        let data = certificates.map { "<X509Certificate>\($0)</X509Certificate>" }.joined()
        let document = try XML.Document(
            parsing: Array(
                """
                <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod \
                Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><SignatureMethod \
                Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI="#x"><Transforms>\
                <Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><Transform \
                Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></Transforms><DigestMethod \
                Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AAAA</DigestValue></Reference>\
                </SignedInfo><SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data>\(data)</X509Data></KeyInfo>\
                </Signature>
                """.utf8))
        return try Signature(document.rootElement)
    }

    private func base64(_ name: String) throws -> String {
        try certificate(name).split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    }

    /// The keys in the order in which they are tried, by their places.
    private func tried(_ keys: [TrustedKey], _ signature: Signature?) -> [Int?] {
        var tried: [Int?] = []
        let made = keys.first(fitting: .rsaSHA256, hintedAtBy: signature) {
            tried.append(keys.firstIndex(of: $0))
            return false
        }
        XCTAssertNil(made)
        return tried
    }

    func testAKeyWhoseCertificateTheMessageCarriesIsTriedFirstAndEachOnce() throws {
        let keys = try keys(["sample-idp-one", "sample-idp-two-current", "sample-idp-two-next"])
        let third = try base64("sample-idp-two-next")
        for text in [third, third.replacing("\n", with: ""), "\n  \(third)\r\n\t"] {
            XCTAssertEqual(tried(keys, try signature([text])), [2, 0, 1])
            XCTAssertEqual(keys.ordered(hintedAtBy: try signature([text])).first, keys[2])
        }
        XCTAssertEqual(tried(keys, try signature(["AAAA", third])), [2, 0, 1])
    }

    func testCertificatesThatSayNothingLeaveTheOrderAsItIs() throws {
        let keys = try keys(["sample-idp-one", "sample-idp-two-current"])
        let second = try base64("sample-idp-two-current")
        let others = [
            [], ["AAAA"], [""], [String(second.dropLast())], ["<!-- -->\(second)"],
            ["A", "A", "A", "A", second], ["<x xmlns=''>\(second)</x>"], ["<x xmlns=''/>\(second)"],
        ]
        for certificates in others {
            XCTAssertEqual(tried(keys, try signature(certificates)), [0, 1], "\(certificates)")
        }
        XCTAssertEqual(tried(keys, nil), [0, 1])
    }

    func testTextInsideAnotherElementIsNoCertificate() throws {
        let text = try base64("sample-idp-one")
        XCTAssertEqual(try signature([text]).certificateTexts, [text])
        XCTAssertEqual(try signature(["<!-- a -->\(text)"]).certificateTexts, [text])
        for content in ["<x>\(text)</x>", "<x/>\(text)", "\(text)<x>\(text)</x>"] {
            XCTAssertEqual(try signature([content]).certificateTexts, [], content)
        }
    }

    func testKeysOfAnotherKindAreNotTriedWhateverTheMessageCarries() throws {
        let keys = try keys(["sample-idp-one"])
        let made = keys.first(
            fitting: .init(rawValue: "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"),
            hintedAtBy: try signature([try base64("sample-idp-one")]), where: { _ in true })
        XCTAssertNil(made)
        XCTAssertEqual(
            keys.first(fitting: .rsaSHA256, hintedAtBy: nil, where: { _ in true }), keys[0])
    }
}
