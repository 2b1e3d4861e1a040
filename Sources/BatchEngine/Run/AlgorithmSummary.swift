internal import ProfileProcessing
package import XMLCore
internal import XMLSecurity

/// The signature and encryption algorithms of a run's messages, counted.
///
/// Methods are those that messages name, whatever verification says; keys are those that verified.
package struct AlgorithmSummary: Hashable, Sendable, Codable {
    /// Something that is known to be breakable.
    package enum Weakness: String, Hashable, Sendable, Codable, CaseIterable {
        /// SHA-1 in a signature or a digest.
        case sha1
        /// An RSA key below 2048 bits.
        case smallRSAKey
        /// Encryption in CBC mode, which does not notice changes.
        case cbc
        /// Key transport by RSA PKCS#1 v1.5.
        case rsa15
    }

    /// The messages with each `SignatureMethod`.
    package private(set) var signatureMethods: [ByteExactName: Int] = [:]
    /// The messages with each `DigestMethod`.
    package private(set) var digestMethods: [ByteExactName: Int] = [:]
    /// The messages with each `EncryptionMethod`.
    package private(set) var encryptionMethods: [ByteExactName: Int] = [:]
    /// The messages that each key verified, by the SHA-256 of its SubjectPublicKeyInfo in hexadecimal
    /// digits.
    package private(set) var keys: [String: Int] = [:]
    /// The messages with each weakness.
    package private(set) var weaknesses: [Weakness: Int] = [:]

    /// Further methods are counted together under this name.
    package static let otherMethods: ByteExactName = "(others)"
    private static let maximumMethods = 100

    mutating func add(_ record: ProfileRecord) {
        let signature = record.signature
        if let method = signature.signatureMethod { Self.count(method, in: &signatureMethods) }
        if let method = signature.digestMethod { Self.count(method, in: &digestMethods) }
        for method in record.encryptionMethods { Self.count(method, in: &encryptionMethods) }
        if let key = signature.key { keys[key.keySHA256, default: 0] +|= 1 }
        for weakness in Weakness.allCases where record.has(weakness) {
            weaknesses[weakness, default: 0] +|= 1
        }
    }

    mutating func merge(_ other: AlgorithmSummary) {
        Self.merge(other.signatureMethods, into: &signatureMethods)
        Self.merge(other.digestMethods, into: &digestMethods)
        Self.merge(other.encryptionMethods, into: &encryptionMethods)
        keys.merge(other.keys, uniquingKeysWith: +|)
        weaknesses.merge(other.weaknesses, uniquingKeysWith: +|)
    }

    private static func count(
        _ method: String, _ number: Int = 1, in counts: inout [ByteExactName: Int]
    ) {
        let key = counts.key(ByteExactName(method), limit: maximumMethods, others: otherMethods)
        counts[key, default: 0] +|= number
    }

    private static func merge(
        _ other: [ByteExactName: Int], into counts: inout [ByteExactName: Int]
    ) {
        for method in counts.mergingOrder(other, limit: maximumMethods) {
            count(method.text, other[method] ?? 0, in: &counts)
        }
    }
}

extension ProfileRecord {
    fileprivate func has(_ weakness: AlgorithmSummary.Weakness) -> Bool {
        switch weakness {
        case .sha1:
            [signature.signatureMethod, signature.digestMethod].contains { method in
                method?.utf8.suffix(4).elementsEqual("sha1".utf8) ?? false
            }
        case .smallRSAKey:
            if case .rsa(let bits)? = signature.key?.kind {
                bits < XMLDSig.Policy.standard.minimumRSABits
            } else {
                reasons.contains { $0.code == .signature(.keyTooSmall) }
            }
        case .cbc: encryptionMethods.contains { $0.utf8.suffix(4).elementsEqual("-cbc".utf8) }
        case .rsa15: encryptionMethods.contains { $0.utf8.suffix(8).elementsEqual("#rsa-1_5".utf8) }
        }
    }
}
