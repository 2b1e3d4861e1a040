package import XMLCore

/// An element that a trusted key signed.
///
/// Only ``SignatureVerifier`` makes one. The element is read again from the canonical bytes whose
/// digest was signed, so that nothing that was not signed can be read through it.
package struct VerifiedElement: Sendable, CustomStringConvertible {
    /// The element, read from ``canonicalForm``; its own signature is not part of it.
    package let element: XML.Element
    /// The bytes that were digested.
    package let canonicalForm: XML.CanonicalForm
    /// The values that the signature value signs.
    package let signedInfo: XMLDSig.SignedInfo
    /// The key that made the signature.
    package let key: TrustedKey

    /// The size of what was signed; never what it says.
    package var description: String { "VerifiedElement(\(canonicalForm.bytes.count) bytes)" }
}
