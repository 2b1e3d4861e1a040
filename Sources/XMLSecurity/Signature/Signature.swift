package import XMLCore

/// A `Signature` element, read as strictly as SAML allows it (SAML Core, section 5.4).
package struct Signature {
    /// The `Signature` element.
    package let element: XML.Element
    /// The `SignedInfo` element.
    package let signedInfoElement: XML.Element
    /// The values that the signature value signs.
    package let signedInfo: XMLDSig.SignedInfo
    /// The bytes of `SignatureValue`.
    package let signatureValue: [UInt8]
    private let keyInfo: XML.Element?

    /// Reads a `Signature` element (XML Signature, section 4.2).
    ///
    /// - Throws: A ``VerificationFailure`` when it is not in the layout SAML allows.
    package init(_ element: XML.Element) throws(VerificationFailure) {
        var children = element.childElements.makeIterator()
        guard let info = children.next(), info.isNamed(.signedInfo), let value = children.next(),
            value.isNamed(.signatureValue), !element.hasOwnText
        else { throw VerificationFailure(.malformedSignature, at: element) }
        var next = children.next()
        keyInfo = next?.isNamed(.keyInfo) == true ? next : nil
        if keyInfo != nil { next = children.next() }
        // A second SignedInfo or KeyInfo is never innocent, and objects could hold a copy of what
        // was signed.
        if let next { throw VerificationFailure(.malformedSignature, at: next) }
        self.element = element
        signedInfoElement = info
        signedInfo = try XMLDSig.SignedInfo(info)
        signatureValue = try value.base64()
    }

    /// The certificates in `KeyInfo`, in Base64; they only choose among trusted keys.
    package var certificateTexts: [String] {
        guard let keyInfo else { return [] }
        var texts: [String] = []
        for data in keyInfo.childElements where data.isNamed(.x509Data) {
            for certificate in data.childElements where certificate.isNamed(.x509Certificate) {
                if let text = certificate.plainText { texts.append(text) }
            }
        }
        return texts
    }

    /// Calls `body` with the end of each of ``certificateTexts``, its last 48 digits, until it returns `false`.
    ///
    /// It is for four of them at most, as a message could carry any number. Texts with comments inside are skipped.
    func forEachCertificateEnd(_ body: ([UInt8]) -> Bool) {
        var count = 0
        keyInfo?.forEachCertificate { certificate in
            count += 1
            guard count <= 4 else { return false }
            // Read once, however many keys it is compared with.
            return certificate.withSoleText(Self.lastDigits).map(body) ?? true
        }
    }

    static func lastDigits(of text: Span<UInt8>) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(TrustedKey.certificateEndCount)
        var index = text.count
        while index > 0, digits.count < TrustedKey.certificateEndCount {
            index -= 1
            if text[index] > 0x20 { digits.append(text[index]) }
        }
        digits.reverse()
        return digits
    }
}

extension XML.Element {
    /// Calls `body` with each certificate of a `KeyInfo`, until it returns `false`.
    func forEachCertificate(_ body: (XML.Element) -> Bool) {
        for data in childElements where data.isNamed(.x509Data) {
            for certificate in data.childElements where certificate.isNamed(.x509Certificate) {
                guard body(certificate) else { return }
            }
        }
    }
}
