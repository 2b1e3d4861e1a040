internal import PayloadCoding
internal import SwiftASN1
internal import WireText

/// The SubjectPublicKeyInfo of a certificate, or by itself, cut out without reading the rest.
struct SubjectPublicKey {
    enum Algorithm {
        case rsa
        case p256
        case p384
        case p521
    }

    let algorithm: Algorithm
    /// The SubjectPublicKeyInfo in DER.
    let spki: [UInt8]
    /// A Boolean value that indicates whether the key is for RSASSA-PSS only (RFC 4055, section 1.2).
    let isRestrictedToPSS: Bool
    /// The beginning of the certificate's validity, in seconds since 1970.
    let notBefore: Int64?
    /// The end of the certificate's validity, in seconds since 1970.
    let notAfter: Int64?
    /// The whole certificate in Base64, `nil` for a bare key.
    let certificateText: [UInt8]?

    init(derEncoded bytes: [UInt8]) throws(TrustedKeyError) {
        let parts: (spki: ASN1Node, validity: [ASN1Node]?)
        do {
            parts = try Self.parts(of: DER.parse(bytes))
        } catch {
            let detail = DERLength.end(of: bytes).flatMap { end in
                end > bytes.count
                    ? "The certificate or key is cut off after \(bytes.count) of \(end) bytes."
                    : nil
            }
            throw TrustedKeyError(code: .invalidDER, detail: detail)
        }
        spki = Array(parts.spki.encodedBytes)
        notBefore = parts.validity.flatMap { try? Self.time(in: $0.first) }
        notAfter = parts.validity.flatMap { try? Self.time(in: $0.last) }
        certificateText =
            parts.spki.encodedBytes.count == bytes.count ? nil : Base64.encoding(bytes)
        guard let algorithm = try? Self.algorithm(of: parts.spki) else {
            throw KeyKind(ofPublicKey: parts.spki).map { TrustedKeyError(unsupported: $0.words) }
                ?? TrustedKeyError(code: .unsupportedKey)
        }
        (self.algorithm, isRestrictedToPSS) = algorithm
    }

    /// The SubjectPublicKeyInfo, and the beginning and the end of a certificate's validity.
    ///
    /// A SubjectPublicKeyInfo is SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, … }, BIT STRING }.
    private static func parts(of node: ASN1Node) throws -> (spki: ASN1Node, validity: [ASN1Node]?) {
        if let children = node.children, children.count == 2, children[1].identifier == .bitString {
            return (node, nil)
        }
        guard let fields = CertificateFields(node) else {
            throw TrustedKeyError(code: .invalidDER)
        }
        return (fields.publicKey, fields.validity.children)
    }

    private static func algorithm(of spki: ASN1Node) throws -> (Algorithm, isForPSS: Bool) {
        guard let fields = spki.children?.first?.children, let first = fields.first else {
            throw TrustedKeyError(code: .invalidDER)
        }
        let oid = try ASN1ObjectIdentifier(derEncoded: first)
        if oid == [1, 2, 840, 113549, 1, 1, 1] { return (.rsa, false) }
        if oid == [1, 2, 840, 113549, 1, 1, 10] { return (.rsa, true) }
        guard oid == [1, 2, 840, 10045, 2, 1], fields.count == 2 else {
            throw TrustedKeyError(code: .unsupportedKey)
        }
        switch try ASN1ObjectIdentifier(derEncoded: fields[1]) {
        case [1, 2, 840, 10045, 3, 1, 7]: return (.p256, false)
        case [1, 3, 132, 0, 34]: return (.p384, false)
        case [1, 3, 132, 0, 35]: return (.p521, false)
        default: throw TrustedKeyError(code: .unsupportedKey)
        }
    }

    static func time(in node: ASN1Node?) throws -> Int64? {
        guard let node else { return nil }
        if let time = try? UTCTime(derEncoded: node) {
            return seconds(
                on: (time.year, time.month, time.day),
                at: (time.hours, time.minutes, time.seconds))
        }
        let time = try GeneralizedTime(derEncoded: node)
        return seconds(
            on: (time.year, time.month, time.day), at: (time.hours, time.minutes, time.seconds))
    }

    /// Seconds since 1970.
    private static func seconds(on date: (Int, Int, Int), at time: (Int, Int, Int)) -> Int64 {
        let day = CivilDate(year: Int64(date.0), month: Int64(date.1), day: Int64(date.2))
        return day.daysSinceEpoch * 86_400 + Int64((time.0 * 60 + time.1) * 60 + time.2)
    }
}
