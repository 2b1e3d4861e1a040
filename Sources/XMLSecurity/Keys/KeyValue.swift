internal import Crypto
internal import SwiftASN1

extension TrustedKey {
    /// Creates an RSA key from an `RSAKeyValue` (XML Signature, section 4.5.2.2).
    ///
    /// - Parameters:
    ///   - modulus: The modulus, the most significant byte first.
    ///   - exponent: The exponent, the same way.
    /// - Throws: A ``TrustedKeyError`` when they are not a key.
    package init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(TrustedKeyError) {
        guard let info = try? Self.publicKeyInfo(rsaModulus: modulus, exponent: exponent) else {
            throw TrustedKeyError(code: .unusableKey)
        }
        try self.init(derEncoded: info)
    }

    /// Returns the SubjectPublicKeyInfo of an RSA key, in DER.
    static func publicKeyInfo(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws -> [UInt8] {
        var key = DER.Serializer()
        key.appendConstructedNode(identifier: .sequence) { coder in
            for number in [modulus, exponent] {
                let digits = number.drop { $0 == 0 }
                coder.appendPrimitiveNode(identifier: .integer) {
                    // Without a zero before it the number would be negative.
                    if digits.first ?? 0x80 >= 0x80 { $0.append(0) }
                    $0 += digits
                }
            }
        }
        var info = DER.Serializer()
        try info.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                let rsaEncryption: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 1]
                try coder.serialize(rsaEncryption)
                try coder.serialize(ASN1Null())
            }
            try coder.serialize(ASN1BitString(bytes: key.serializedBytes[...]))
        }
        return info.serializedBytes
    }

    /// Creates a key on a curve from an `ECKeyValue` (XML Signature 1.1, section 4.5.2.3).
    ///
    /// - Parameters:
    ///   - name: The curve, such as `urn:oid:1.2.840.10045.3.1.7`.
    ///   - point: The public key, uncompressed.
    /// - Throws: A ``TrustedKeyError`` when they are not a key, or the curve is not supported.
    package init(namedCurve name: String, point: [UInt8]) throws(TrustedKeyError) {
        let info: [UInt8]?
        switch name {
        case "urn:oid:1.2.840.10045.3.1.7":
            info = (try? P256.Signing.PublicKey(x963Representation: point))
                .map { Array($0.derRepresentation) }
        case "urn:oid:1.3.132.0.34":
            info = (try? P384.Signing.PublicKey(x963Representation: point))
                .map { Array($0.derRepresentation) }
        case "urn:oid:1.3.132.0.35":
            info = (try? P521.Signing.PublicKey(x963Representation: point))
                .map { Array($0.derRepresentation) }
        default: throw TrustedKeyError(code: .unsupportedKey)
        }
        guard let info else { throw TrustedKeyError(code: .unusableKey) }
        try self.init(derEncoded: info)
    }
}
