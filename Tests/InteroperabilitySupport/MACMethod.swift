internal import XMLCore
internal import XMLSecurity

extension XMLDSig {
    /// An HMAC of a certain length (XML Signature 1.1, section 6.3.1).
    struct MACMethod {
        let digest: DigestMethod
        /// How many bytes of the code are in the signature value.
        let byteCount: Int

        /// The method a `SignatureMethod` element names, or `nil` when it is not an HMAC.
        init?(
            _ method: SignatureMethod, element: XML.Element
        ) throws(InteroperabilityFailure) {
            let whole: Int
            switch method {
            case .hmacSHA1: (digest, whole) = (.sha1, 20)
            case .hmacSHA256: (digest, whole) = (.sha256, 32)
            case .hmacSHA384: (digest, whole) = (.sha384, 48)
            case .hmacSHA512: (digest, whole) = (.sha512, 64)
            default: return nil
            }
            let parameters = Array(element.childElements)
            guard let length = parameters.first else {
                byteCount = whole
                return
            }
            guard parameters.count == 1, length.isNamed(.hmacOutputLength) else {
                throw InteroperabilityFailure(.signatureMethodParameters, at: element)
            }
            guard let bits = length.soleText.flatMap(Self.number), bits % 8 == 0,
                bits >= max(80, whole * 8 / 2), bits <= whole * 8
            else { throw InteroperabilityFailure(.truncatedHMAC, at: length) }
            byteCount = bits / 8
        }

        /// A number of at most four digits, in white space.
        private static func number(_ text: String) -> Int? {
            let digits = text.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            let end = digits.firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let rest = digits[(end ?? digits.endIndex)...]
            guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
            else { return nil }
            let number = digits[..<(end ?? digits.endIndex)]
            return number.count <= 4 ? Int(String(number) ?? "") : nil
        }
    }
}
