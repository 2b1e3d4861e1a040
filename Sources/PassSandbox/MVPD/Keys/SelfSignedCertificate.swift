internal import SAML2
internal import SwiftASN1

/// A minimal X.509 certificate (RFC 5280) that a key issues to itself.
///
/// It holds a name, a validity and the key, which is what SAML metadata takes it for: the key is
/// trusted and not the certificate.
struct SelfSignedCertificate {
    /// The signature algorithm.
    enum Algorithm {
        case rsaWithSHA256
        case ecdsaWithSHA256
    }

    /// The common name of subject and issuer.
    let name: String
    /// The beginning of its validity; it ends ten years later.
    let validFrom: SAML.Instant

    /// The certificate.
    ///
    /// - Parameters:
    ///   - publicKey: The SubjectPublicKeyInfo in DER.
    ///   - algorithm: How it is signed.
    ///   - sign: Signs bytes with the private key.
    /// - Returns: The certificate in DER.
    /// - Throws: What the encoder or `sign` throws.
    func der(
        publicKey: [UInt8], _ algorithm: Algorithm, signedBy sign: ([UInt8]) throws -> [UInt8]
    ) throws -> [UInt8] {
        var body = DER.Serializer()
        try body.appendConstructedNode(identifier: .sequence) { coder in
            // A fixed serial number serves: nobody but the sandbox issues under this name.
            try coder.serialize(1)
            try Self.serialize(algorithm, into: &coder)
            try serializeName(into: &coder)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try serializeTime(yearsLater: 0, into: &coder)
                try serializeTime(yearsLater: 10, into: &coder)
            }
            try serializeName(into: &coder)
            coder.serializeRawBytes(publicKey)
        }
        let signed = body.serializedBytes
        let signature = try sign(signed)
        var certificate = DER.Serializer()
        try certificate.appendConstructedNode(identifier: .sequence) { coder in
            coder.serializeRawBytes(signed)
            try Self.serialize(algorithm, into: &coder)
            try coder.serialize(ASN1BitString(bytes: signature[...]))
        }
        return certificate.serializedBytes
    }

    private func serializeName(into coder: inout DER.Serializer) throws {
        let id: ASN1ObjectIdentifier = [2, 5, 4, 3]
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .set) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(id)
                    try coder.serialize(ASN1UTF8String(name))
                }
            }
        }
    }

    private static func serialize(
        _ algorithm: Algorithm, into coder: inout DER.Serializer
    ) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            switch algorithm {
            case .rsaWithSHA256:
                let id: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
                try coder.serialize(id)
                try coder.serialize(ASN1Null())
            case .ecdsaWithSHA256:
                let id: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
                try coder.serialize(id)
            }
        }
    }

    /// The first of the month, which every year has; until 2049 it is a UTCTime (RFC 5280, section
    /// 4.1.2.5).
    private func serializeTime(yearsLater years: Int, into coder: inout DER.Serializer) throws {
        let fields = validFrom.description.split(separator: "-").prefix(2).map { Int($0) ?? 1 }
        let (year, month) = (fields[0] + years, fields[1])
        if (1950..<2050).contains(year) {
            try coder.serialize(
                UTCTime(year: year, month: month, day: 1, hours: 0, minutes: 0, seconds: 0))
        } else {
            try coder.serialize(
                GeneralizedTime(
                    year: year, month: month, day: 1, hours: 0, minutes: 0, seconds: 0,
                    fractionalSeconds: 0))
        }
    }
}
