internal import Crypto
internal import CryptoExtras
internal import PayloadCoding
internal import XMLSecurity

/// Encrypts an assertion with AES-256-GCM, and the key of that with RSA-OAEP (XML Encryption 1.1).
struct AssertionEncryption {
    /// The key of the party that can read the assertion.
    let recipient: _RSA.Signing.PublicKey

    /// The assertion as a `saml:EncryptedAssertion`.
    ///
    /// - Parameter assertion: The element, which declares all the namespaces it uses.
    /// - Returns: The element on one line.
    /// - Throws: What the cryptographic library throws.
    func text(of assertion: String) throws -> String {
        let key = SymmetricKey(size: .bits256)
        let sealed = try AES.GCM.seal(Array(assertion.utf8), using: key)
        let content = Array(sealed.nonce) + Array(sealed.ciphertext) + Array(sealed.tag)
        let publicKey = try _RSA.Encryption.PublicKey(
            pemRepresentation: recipient.pemRepresentation)
        let keyBytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
        let encryptedKey = try Array(publicKey.encrypt(keyBytes, padding: .PKCS1_OAEP))
        return """
            <saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">\
            <xenc:EncryptedData xmlns:xenc="\(Self.xenc)" Type="\(Self.xenc)Element">\
            <xenc:EncryptionMethod Algorithm="\(XMLEnc.EncryptionMethod.aes256GCM.rawValue)"/>\
            <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>\
            <xenc:EncryptionMethod \
            Algorithm="\(XMLEnc.EncryptionMethod.rsaOAEPWithMGF1SHA1.rawValue)"/>\
            \(Self.cipherData(encryptedKey))</xenc:EncryptedKey></ds:KeyInfo>\
            \(Self.cipherData(content))</xenc:EncryptedData></saml:EncryptedAssertion>
            """
    }

    private static let xenc = "http://www.w3.org/2001/04/xmlenc#"

    private static func cipherData(_ bytes: [UInt8]) -> String {
        "<xenc:CipherData><xenc:CipherValue>\(Base64.text(bytes))</xenc:CipherValue>"
            + "</xenc:CipherData>"
    }
}
