internal import WireText

// What was signed is somebody's and what a private key holds is nobody else's: neither may end up in
// a log by way of an interpolation or of `dump`.

extension XMLDSig.SignedInfo: Redacted {}
extension XMLDSig.Reference: Redacted {}
extension Decryptor: Redacted {}
extension VerifiedElement: Redacted {}
extension SigningKey: Redacted {}
extension DecryptionKey: Redacted {}
extension Decryptor.Plaintext: Redacted {}
