public import XMLCore

/// An element that a trusted key signed.
///
/// Only ``SignatureVerifier`` makes one. The element is read again from the canonical bytes whose
/// digest was signed, so that nothing that was not signed can be read through it.
public struct VerifiedElement: Sendable, CustomStringConvertible {
    /// The element, read from ``canonicalForm``; its own signature is not part of it.
    public let element: XML.Element
    /// The bytes that were digested.
    public let canonicalForm: XML.CanonicalForm
    /// What the signature value is over.
    public let signedInfo: XMLDSig.SignedInfo
    /// The key that made the signature.
    public let key: TrustedKey

    /// The size of what was signed; never what it says.
    public var description: String { "VerifiedElement(\(canonicalForm.bytes.count) bytes)" }
}
