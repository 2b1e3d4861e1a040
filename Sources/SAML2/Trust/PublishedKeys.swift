internal import PayloadCoding
package import XMLCore
package import XMLSecurity

extension SAML {
    /// The keys of one `KeyInfo` of metadata (XML Signature, section 4.5).
    ///
    /// They stand in certificates or as values: `RSAKeyValue`, `ECKeyValue` and `DEREncodedKeyValue`. A value beside
    /// certificates says once more which key they hold; if it is another one, none of them is used.
    package struct PublishedKeys {
        /// The keys that can be used.
        package let keys: [TrustedKey]
        /// The number of certificates and values that hold no key of a supported kind, or contradict each other.
        package let unusableCount: Int
        /// A Boolean value that indicates whether a value is not the key of a certificate beside it.
        package let isContradictory: Bool

        /// Reads a `KeyInfo`.
        package init(_ keyInfo: XML.Element) {
            let certified = keyInfo.certificateSetsInDER.flatMap(CertificateChain.signers)
                .map { try? TrustedKey(derEncoded: $0) }
            let values = keyInfo.keyValues
            let known = Set(certified.compactMap(\.self))
            isContradictory =
                !known.isEmpty && values.contains { $0.map { !known.contains($0) } ?? false }
            let all = certified.isEmpty ? values : certified
            keys = isContradictory ? [] : all.compactMap(\.self)
            unusableCount = all.count - keys.count
        }
    }
}

extension XML.Element {
    /// The certificates of each `X509Data` of a `KeyInfo`, in DER; what is not Base64 gives an empty one.
    var certificateSetsInDER: [[[UInt8]]] {
        childElements(named: .x509Data).map { data in
            data.childElements(named: .x509Certificate).map { $0.decodedContent ?? [] }
        }
    }

    /// The elements of a `KeyInfo` that write a key as a value.
    var keyValueElements: [XML.Element] {
        childElements.filter { $0.isNamed(.derEncodedKeyValue) || $0.isNamed(.keyValue) }
    }

    /// The keys that a `KeyInfo` writes as values; `nil` for one that cannot be read.
    var keyValues: [TrustedKey?] {
        keyValueElements.map { child in
            child.isNamed(.derEncodedKeyValue)
                ? child.decodedContent.flatMap { try? TrustedKey(derEncoded: $0) }
                : child.childElements.first { _ in true }.flatMap(\.keyValue)
        }
    }

    private var keyValue: TrustedKey? {
        func content(_ name: XML.QualifiedName) -> [UInt8]? {
            childElements(named: name).first.flatMap(\.decodedContent)
        }
        if isNamed(.rsaKeyValue), let modulus = content(.modulus), let exponent = content(.exponent)
        {
            return try? TrustedKey(rsaModulus: modulus, exponent: exponent)
        }
        if isNamed(.ecKeyValue), let point = content(.publicKey),
            let curve = childElements(named: .namedCurve).first?.attribute("URI")
        {
            return try? TrustedKey(namedCurve: curve, point: point)
        }
        return nil
    }

    private var decodedContent: [UInt8]? {
        plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
    }
}

extension XML.Namespace {
    /// The namespace of what XML Signature 1.1 added, usually `dsig11:`.
    fileprivate static let signature11 = XML.Namespace(
        rawValue: "http://www.w3.org/2009/xmldsig11#")
}

extension XML.QualifiedName {
    static let keyInfo = XML.QualifiedName("KeyInfo", in: .signature)
    static let x509Certificate = XML.QualifiedName("X509Certificate", in: .signature)
    static let x509Data = XML.QualifiedName("X509Data", in: .signature)
    fileprivate static let keyValue = XML.QualifiedName("KeyValue", in: .signature)
    fileprivate static let rsaKeyValue = XML.QualifiedName("RSAKeyValue", in: .signature)
    fileprivate static let modulus = XML.QualifiedName("Modulus", in: .signature)
    fileprivate static let exponent = XML.QualifiedName("Exponent", in: .signature)
    fileprivate static let ecKeyValue = XML.QualifiedName("ECKeyValue", in: .signature11)
    fileprivate static let namedCurve = XML.QualifiedName("NamedCurve", in: .signature11)
    fileprivate static let publicKey = XML.QualifiedName("PublicKey", in: .signature11)
    fileprivate static let derEncodedKeyValue = XML.QualifiedName(
        "DEREncodedKeyValue", in: .signature11)
}
