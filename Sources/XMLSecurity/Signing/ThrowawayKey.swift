internal import Crypto
internal import CryptoExtras
internal import SwiftASN1
internal import WireText

/// A new private key of the kind of another key, for messages that stand in for real ones.
///
/// It exists in memory only: nothing writes it anywhere.
package struct ThrowawayKey: Sendable, CustomStringConvertible {
    private let key: Key

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case p521(P521.Signing.PrivateKey)
    }

    /// Makes a key of a kind.
    ///
    /// - Throws: What the cryptographic library throws when it makes no key of that size.
    package init(of kind: TrustedKey.Kind) throws {
        key =
            switch kind {
            case .rsa(let bits):
                .rsa(
                    try _RSA.Signing.PrivateKey(
                        unsafeKeySize: .init(bitCount: (bits + 7) / 8 * 8)))
            case .p256: .p256(P256.Signing.PrivateKey())
            case .p384: .p384(P384.Signing.PrivateKey())
            case .p521: .p521(P521.Signing.PrivateKey())
            }
    }

    /// The SubjectPublicKeyInfo in DER.
    package var publicKey: [UInt8] {
        switch key {
        case .rsa(let key): Array(key.publicKey.derRepresentation)
        case .p256(let key): Array(key.publicKey.derRepresentation)
        case .p384(let key): Array(key.publicKey.derRepresentation)
        case .p521(let key): Array(key.publicKey.derRepresentation)
        }
    }

    /// Returns the signature value over `bytes`; `nil` where key and method do not go together.
    package func signature(
        over bytes: [UInt8], method: XMLDSig.SignatureMethod
    ) throws -> [UInt8]? {
        guard let (scheme, digest) = method.parts else { return nil }
        switch digest {
        case .sha1: return try signature(Insecure.SHA1.hash(data: bytes), scheme)
        case .sha256: return try signature(SHA256.hash(data: bytes), scheme)
        case .sha384: return try signature(SHA384.hash(data: bytes), scheme)
        case .sha512: return try signature(SHA512.hash(data: bytes), scheme)
        default: return nil
        }
    }

    private func signature(
        _ digest: some Digest, _ scheme: XMLDSig.SignatureMethod.Scheme
    ) throws -> [UInt8]? {
        switch (key, scheme) {
        case (.rsa(let key), .rsaPKCS1):
            Array(
                try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        case (.rsa(let key), .rsaPSS):
            Array(try key.signature(for: digest, padding: .PSS).rawRepresentation)
        case (.p256(let key), .ecdsa): Array(try key.signature(for: digest).rawRepresentation)
        case (.p384(let key), .ecdsa): Array(try key.signature(for: digest).rawRepresentation)
        case (.p521(let key), .ecdsa): Array(try key.signature(for: digest).rawRepresentation)
        default: nil
        }
    }

    /// The kind of key; nothing of the key itself.
    package var description: String {
        switch key {
        case .rsa(let key): "ThrowawayKey(RSA-\(key.keySizeInBits))"
        case .p256: "ThrowawayKey(P-256)"
        case .p384: "ThrowawayKey(P-384)"
        case .p521: "ThrowawayKey(P-521)"
        }
    }
}

extension ThrowawayKey: Redacted {}

// MARK: Certificates

extension ThrowawayKey {
    /// The issuer is meaningless; its name only brings a certificate to its size.
    private static let issuer = "----"
    private static let commonName: ASN1ObjectIdentifier = [2, 5, 4, 3]

    /// Returns a certificate of the key (RFC 5280).
    ///
    /// - Parameters:
    ///   - name: The common name of its subject.
    ///   - notBefore: The beginning of its validity, in seconds since 1970.
    ///   - notAfter: The end.
    ///   - byteCount: The size it should have; a smaller one than the parts need is not reached.
    /// - Returns: The certificate in DER.
    /// - Throws: What the encoder or the cryptographic library throws.
    package func certificate(
        named name: String, notBefore: Int64, notAfter: Int64, byteCount: Int? = nil
    ) throws -> [UInt8] {
        var fillerCount = Self.issuer.utf8.count
        var serialCount = 1
        var certificate: [UInt8] = []
        // The length of a length jumps, so that not every size is reached by the filler alone.
        for attempt in 0..<48 {
            certificate = try self.certificate(
                name, notBefore, notAfter, fillerCount: fillerCount, serialCount: serialCount)
            guard let byteCount, certificate.count != byteCount else { break }
            let change = fillerCount + byteCount - certificate.count
            if attempt % 4 == 3 { serialCount = serialCount % 12 + 1 }
            guard change > 0 else {
                if fillerCount == 1 { break }
                fillerCount = 1
                continue
            }
            fillerCount = change
        }
        return certificate
    }

    private func certificate(
        _ name: String, _ notBefore: Int64, _ notAfter: Int64, fillerCount: Int, serialCount: Int
    ) throws -> [UInt8] {
        let filler = String(repeating: "-", count: fillerCount)
        var body = DER.Serializer()
        try body.appendConstructedNode(identifier: .sequence) { coder in
            let serial = [UInt8](repeating: 1, count: serialCount)
            coder.appendPrimitiveNode(identifier: .integer) { $0 += serial }
            try serializeAlgorithm(into: &coder)
            try Self.serialize(filler, into: &coder)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try Self.serialize(notBefore, into: &coder)
                try Self.serialize(notAfter, into: &coder)
            }
            try Self.serialize(name, into: &coder)
            coder.serializeRawBytes(publicKey)
        }
        let signed = body.serializedBytes
        let signature = try derSignature(over: signed)
        var certificate = DER.Serializer()
        try certificate.appendConstructedNode(identifier: .sequence) { coder in
            coder.serializeRawBytes(signed)
            try serializeAlgorithm(into: &coder)
            try coder.serialize(ASN1BitString(bytes: signature[...]))
        }
        return certificate.serializedBytes
    }

    private func derSignature(over bytes: [UInt8]) throws -> [UInt8] {
        let digest = SHA256.hash(data: bytes)
        return switch key {
        case .rsa(let key):
            Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .p256(let key): Array(try key.signature(for: digest).derRepresentation)
        case .p384(let key): Array(try key.signature(for: digest).derRepresentation)
        case .p521(let key): Array(try key.signature(for: digest).derRepresentation)
        }
    }

    private func serializeAlgorithm(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            if case .rsa = key {
                let id: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
                try coder.serialize(id)
                try coder.serialize(ASN1Null())
            } else {
                let id: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
                try coder.serialize(id)
            }
        }
    }

    private static func serialize(_ name: String, into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .set) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(commonName)
                    try coder.serialize(ASN1UTF8String(name))
                }
            }
        }
    }

    /// Writes a time, which until 2049 is a UTCTime (RFC 5280, section 4.1.2.5).
    private static func serialize(_ seconds: Int64, into coder: inout DER.Serializer) throws {
        let (days, second) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        let (year, month, day) = (Int(date.year), Int(date.month), Int(date.day))
        let (hours, minutes) = (Int(second / 3600), Int(second / 60 % 60))
        if (1950..<2050).contains(year) {
            try coder.serialize(
                UTCTime(
                    year: year, month: month, day: day, hours: hours, minutes: minutes,
                    seconds: Int(second % 60)))
        } else {
            try coder.serialize(
                GeneralizedTime(
                    year: year, month: month, day: day, hours: hours, minutes: minutes,
                    seconds: Int(second % 60), fractionalSeconds: 0))
        }
    }
}
