extension TrustedKey {
    /// Creates an RSA key from an `RSAKeyValue` (XML Signature, section 4.5.2.2).
    ///
    /// - Parameters:
    ///   - modulus: The modulus, the most significant byte first.
    ///   - exponent: The exponent, the same way.
    /// - Throws: A ``TrustedKeyError`` when they are no key.
    package init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(TrustedKeyError) {
        let key = DERText.sequence(DERText.integer(modulus) + DERText.integer(exponent))
        try self.init(derEncoded: DERText.publicKey(DERText.rsaEncryption + DERText.null, key))
    }

    /// Creates a key on a curve from an `ECKeyValue` (XML Signature 1.1, section 4.5.2.3).
    ///
    /// - Parameters:
    ///   - name: The curve, such as `urn:oid:1.2.840.10045.3.1.7`.
    ///   - point: The public key, uncompressed.
    /// - Throws: A ``TrustedKeyError`` when they are no key, or the curve is not supported.
    package init(namedCurve name: String, point: [UInt8]) throws(TrustedKeyError) {
        guard let curve = DERText.curves[name] else {
            throw TrustedKeyError(code: .unsupportedKey)
        }
        try self.init(derEncoded: DERText.publicKey(DERText.ecPublicKey + curve, point))
    }
}

/// The little DER that a SubjectPublicKeyInfo needs (RFC 5280, section 4.1.2.7).
enum DERText {
    static let null: [UInt8] = [0x05, 0x00]
    static let rsaEncryption: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
    ]
    static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    static let curves: [String: [UInt8]] = [
        "urn:oid:1.2.840.10045.3.1.7": [
            0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        ],
        "urn:oid:1.3.132.0.34": [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22],
        "urn:oid:1.3.132.0.35": [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23],
    ]

    /// A SubjectPublicKeyInfo.
    static func publicKey(_ algorithm: [UInt8], _ key: [UInt8]) -> [UInt8] {
        sequence(sequence(algorithm) + node(0x03, [0] + key))
    }

    static func sequence(_ content: [UInt8]) -> [UInt8] { node(0x30, content) }

    /// A number that is not negative.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        return node(0x02, digits.first ?? 0x80 < 0x80 ? Array(digits) : [0] + digits)
    }

    private static func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var count = content.count
        var length: [UInt8] = []
        while count > 0 {
            length.insert(UInt8(truncatingIfNeeded: count), at: 0)
            count >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
