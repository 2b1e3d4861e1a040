internal import WireText

// What was signed is somebody's and what a private key holds is nobody else's: neither may end up in
// a log by way of an interpolation or of `dump`.

extension XMLDSig.SignedInfo: CustomStringConvertible {
    /// The methods; never what is referred to.
    public var description: String { "SignedInfo(\(signatureMethod.rawValue))" }
}

extension XMLDSig.Reference: CustomStringConvertible {
    /// The digest's method; neither the digest nor what it is of.
    public var description: String { "Reference(\(digestMethod.rawValue))" }
}

extension Decryptor: CustomStringConvertible {
    /// The kind of the value; nothing of its keys.
    public var description: String { "Decryptor" }
}

extension XMLDSig.SignedInfo: Redacted {}
extension XMLDSig.Reference: Redacted {}
extension Decryptor: Redacted {}
extension VerifiedElement: Redacted {}
extension SigningKey: Redacted {}
extension DecryptionKey: Redacted {}
extension Decryptor.Plaintext: Redacted {}
