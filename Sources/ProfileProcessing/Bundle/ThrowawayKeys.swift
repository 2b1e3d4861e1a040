internal import XMLSecurity

/// A throw-away key for each key of others, with certificates that say of it what theirs say of them.
struct ThrowawayKeys {
    private var keys: [String: ThrowawayKey] = [:]
    private var names: [String: String] = [:]
    private var certificates: [Certificate: [UInt8]] = [:]

    private struct Certificate: Hashable {
        let key: String
        let byteCount: Int?
    }

    /// The end of the validity of a bare key: 9999-12-31.
    private static let never: Int64 = 253_402_214_400

    /// Returns the key that stands for another.
    mutating func key(for key: TrustedKey) throws -> ThrowawayKey {
        if let known = keys[key.keySHA256] { return known }
        let made = try ThrowawayKey(of: key.kind)
        keys[key.keySHA256] = made
        return made
    }

    /// Returns a certificate of the key that stands for another, with the same validity.
    ///
    /// Certificates of one subject have one subject again; that is what tells an older key of a provider.
    mutating func certificate(for key: TrustedKey, byteCount: Int? = nil) throws -> [UInt8] {
        let place = Certificate(
            key:
                "\(key.keySHA256) \(key.certificateNotBefore ?? 0) \(key.certificateNotAfter ?? 0)",
            byteCount: byteCount)
        if let known = certificates[place] { return known }
        let subject = key.certificate?.subject ?? "key \(key.keySHA256)"
        let name = names[subject] ?? "key-\(names.count + 1).invalid"
        names[subject] = name
        let made = try self.key(for: key).certificate(
            named: name, notBefore: key.certificateNotBefore ?? 0,
            notAfter: key.certificateNotAfter ?? Self.never, byteCount: byteCount)
        certificates[place] = made
        return made
    }
}
