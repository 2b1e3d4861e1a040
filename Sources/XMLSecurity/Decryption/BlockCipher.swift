internal import Crypto
internal import CryptoExtras

extension XMLEnc.EncryptionMethod {
    /// Returns the plaintext of `bytes`, or `nil` if they were not encrypted with `key` by this
    /// method.
    func plaintext(of bytes: [UInt8], with key: SymmetricKey) -> [UInt8]? {
        guard let (mode, keySize) = cipher, key.bitCount == keySize * 8 else { return nil }
        switch mode {
        case .gcm:
            // The nonce of 96 bits comes first and the tag of 128 bits last (section 5.2.4); no
            // other size is taken.
            guard bytes.count >= 12 + 16, let box = try? AES.GCM.SealedBox(combined: bytes)
            else { return nil }
            return (try? AES.GCM.open(box, using: key)).map(Array.init)
        case .cbc:
            guard bytes.count >= 32, bytes.count % 16 == 0,
                let iv = try? AES._CBC.IV(ivBytes: bytes[..<16]),
                let padded = try? AES._CBC.decrypt(
                    bytes[16...], using: key, iv: iv, noPadding: true),
                let last = padded.last, (1...16).contains(last)
            else { return nil }
            // Only the last byte of the padding has a meaning (section 5.2).
            return Array(padded.dropLast(Int(last)))
        }
    }
}
