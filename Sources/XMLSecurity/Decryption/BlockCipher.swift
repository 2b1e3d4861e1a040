internal import Crypto
internal import CryptoExtras

extension XMLEnc.EncryptionMethod {
    /// What `octets` say, or `nil` where they were not encrypted with `key` by this method.
    func plaintext(of octets: [UInt8], with key: SymmetricKey) -> [UInt8]? {
        guard let (mode, keySize) = cipher, key.bitCount == keySize * 8 else { return nil }
        switch mode {
        case .gcm:
            // The nonce of 96 bits comes first and the tag of 128 bits last (section 5.2.4); no
            // other size is taken.
            guard octets.count >= 12 + 16, let box = try? AES.GCM.SealedBox(combined: octets)
            else { return nil }
            return (try? AES.GCM.open(box, using: key)).map(Array.init)
        case .cbc:
            guard octets.count >= 32, octets.count % 16 == 0,
                let iv = try? AES._CBC.IV(ivBytes: octets[..<16]),
                let padded = try? AES._CBC.decrypt(
                    octets[16...], using: key, iv: iv, noPadding: true),
                let last = padded.last, (1...16).contains(last)
            else { return nil }
            // Only the last octet of the padding has a meaning (section 5.2).
            return Array(padded.dropLast(Int(last)))
        }
    }
}
