internal import SwiftASN1

/// The modulus of RSA keys that are too small for the cryptographic library to read.
enum RSAModulus {
    private static let leastBitCount = 1024

    /// Returns the number of bits of a SubjectPublicKeyInfo's modulus, if they are too few.
    static func smallBitCount(ofPublicKey spki: [UInt8]) -> Int? {
        guard let fields = (try? DER.parse(spki))?.children, fields.count == 2,
            let text = try? ASN1BitString(derEncoded: fields[1]),
            let modulus = (try? DER.parse(text.bytes))?.children?.first
        else { return nil }
        return smallBitCount(of: modulus)
    }

    /// Returns the number of bits of the modulus of a private key in PEM, PKCS#8 or PKCS#1, if they are too few.
    static func smallBitCount(ofPrivateKey text: String) -> Int? {
        guard let der = try? PEMDocument(pemString: text).derBytes,
            var fields = (try? DER.parse(der))?.children, fields.count >= 3
        else { return nil }
        if case .constructed = fields[1].content {
            guard let inner = try? ASN1OctetString(derEncoded: fields[2]),
                let key = (try? DER.parse(inner.bytes))?.children, key.count >= 2
            else { return nil }
            fields = key
        }
        return smallBitCount(of: fields[1])
    }

    private static func smallBitCount(of modulus: ASN1Node) -> Int? {
        guard modulus.identifier == .integer, case .primitive(let bytes) = modulus.content else {
            return nil
        }
        let digits = bytes.drop { $0 == 0 }
        let count = digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
        return count < leastBitCount ? count : nil
    }
}
