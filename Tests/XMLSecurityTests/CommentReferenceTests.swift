import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// References whose canonicalization would keep comments.
final class CommentReferenceTests: XCTestCase {
    /// Signed by xmlsec1 with the key of sample-idp-one.
    private let signed = """
        <a ID="x"><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds\
        :CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:Signatu\
        reMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference UR\
        I="#x"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#envelop\
        ed-signature"/><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#WithComme\
        nts"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha25\
        6"/><ds:DigestValue>YVZIXBARDzmHOCCoZd1QXNDa6FwuAdh/NxDLQtzjJBo=</ds:DigestValue></ds:Re\
        ference></ds:SignedInfo><ds:SignatureValue>TJAt4Erb2UPuieLvS2yZk7sVLvLNt+mCE5PkiPA/ffpA4\
        JZ9hstcvDP9j8/iEXgA
        qwx6bdtkD8nJafVe7UsA1zjZxMby1cGHcy4NTfU/NpQBl6mxrkoQZaGCX1KJtL7F
        cBBc6M3cr9gv21iiblYsULwApPa+Jw0UbCNJjtKlnjnb7c47RMm11gQNQStBdM3o
        rK4qMz3xHvX+qxIqGZgdWraSeh1PnleRHCbM0ENvQklv3xSNIW53c9jhH4/84yBS
        d6aDO2vwBvEGMlTxk00XaR8g6h3FtRxRrQar5iLwnKONKtRSWva26Zz7qBdaDNJ0
        uC1SFGmvLBiqMJNGW9LdSA==</ds:SignatureValue></ds:Signature>te<!-- c -->xt</a>
        """

    private func verdict(_ message: String) throws -> SignatureVerifier.Verdict {
        let pem = try Repository.sample("keys/sample-idp-one.cert.pem")
        let keys = try TrustedKey.keys(pemEncoded: String(decoding: pem, as: UTF8.self))
        let document = try XML.Document(parsing: Array(message.utf8))
        return SignatureVerifier(trusting: keys)
            .verdict(onSignatureOf: document.rootElement, in: document)
    }

    func testReferenceWithinTheDocumentHasNoComments() throws {
        let verified = try verdict(signed).get()
        XCTAssertEqual(
            String(decoding: verified.bytes, as: UTF8.self), "<a ID=\"x\">text</a>")
        XCTAssertEqual(verified.element.textContent, "text")
    }

    func testTextBesideACommentIsSigned() throws {
        XCTAssertThrowsError(try verdict(signed.changing("<!-- c -->", to: "<!-- c -->s")).get()) {
            XCTAssertEqual(($0 as? VerificationFailure)?.code, .digestMismatch)
        }
    }
}
