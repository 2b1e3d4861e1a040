internal import WireText

// What was signed and what a private key holds are confidential: neither may end up in a log
// through an interpolation or `dump`.

extension XMLDSig.SignedInfo: Redacted {}
extension XMLDSig.Reference: Redacted {}
extension Decryptor: Redacted {}
extension VerifiedElement: Redacted {}
extension SigningKey: Redacted {}
extension DecryptionKey: Redacted {}
extension Decryptor.Plaintext: Redacted {}
