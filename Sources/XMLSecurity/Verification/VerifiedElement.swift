package import XMLCore

/// An element that a trusted key signed.
///
/// Only ``SignatureVerifier`` makes one. The element is read again from the bytes that were signed,
/// or whose digest was, so that nothing that was not signed can be read through it.
package struct VerifiedElement: Sendable, CustomStringConvertible {
    /// The element, read from ``bytes``; of a signature of its own it is without that signature.
    package let element: XML.Element
    /// The signature method.
    package let signatureMethod: XMLDSig.SignatureMethod
    /// The values that the signature value signs; `nil` for a signature over a query string.
    package let signedInfo: XMLDSig.SignedInfo?
    /// The key that made the signature.
    package let key: TrustedKey

    /// The document that a signed query string holds, which need not be in UTF-8.
    private let sentBytes: [UInt8]?

    init(
        element: XML.Element, signatureMethod: XMLDSig.SignatureMethod,
        signedInfo: XMLDSig.SignedInfo?, key: TrustedKey, sentAs sentBytes: [UInt8]? = nil
    ) {
        self.element = element
        self.signatureMethod = signatureMethod
        self.signedInfo = signedInfo
        self.key = key
        self.sentBytes = sentBytes
    }

    /// The bytes that it was read from: its canonical form, or the document that a signed query
    /// string holds.
    package var bytes: [UInt8] { sentBytes ?? element.documentUTF8 }

    /// The size of what was signed; never what it says.
    package var description: String { "VerifiedElement(\(bytes.count) bytes)" }
}
