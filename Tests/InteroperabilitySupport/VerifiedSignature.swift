package import XMLCore
package import XMLSecurity

extension XMLDSig {
    /// What an ``InteroperabilityVerifier`` found signed, and by which key.
    ///
    /// It is no ``VerifiedElement``, and none can be made from it.
    package struct VerifiedSignature: Sendable, CustomStringConvertible {
        /// What made the signature.
        package enum Signer: Sendable {
            /// A public key that was given.
            case publicKey(TrustedKey)
            /// A secret that was given, by its place among those.
            case secret(index: Int)
        }

        /// What made the signature.
        package let signer: Signer
        /// How it was made.
        package let signatureMethod: SignatureMethod
        /// What is signed, in the order of the references; never empty.
        package let contents: [SignedContent]

        /// The number of references; never what they are to.
        package var description: String { "VerifiedSignature(\(contents.count) references)" }
    }

    /// What one reference of a verified signature is to.
    package struct SignedContent: Sendable, CustomStringConvertible {
        /// `URI`, empty for the whole document.
        package let uri: String
        /// `Type`, which says what the signer means the content to be.
        ///
        /// The references inside a `Manifest` are not verified: what becomes of them is for the
        /// application to decide (XML Signature, section 5.1).
        package let type: String?
        /// The bytes that were digested.
        package let bytes: [UInt8]
        /// The element read again from those bytes; `nil` when they are the bytes of Base64.
        package let element: XML.Element?

        /// The size of what was signed; never what it says.
        package var description: String { "SignedContent(\(bytes.count) bytes)" }
    }
}
