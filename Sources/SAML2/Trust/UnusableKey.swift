internal import PayloadCoding
internal import WireText
package import XMLCore
internal import XMLSecurity

extension SAML {
    /// A certificate or key of metadata that cannot be used.
    package struct UnusableKey: Hashable, Sendable {
        /// The element that was to hold it.
        package let element: XML.Element
        /// The fault, what was expected, and what to do, as it follows the element's name.
        private let fault: String

        private init(_ element: XML.Element, _ fault: String) {
            self.element = element
            self.fault = fault
        }

        /// A sentence that says what is wrong with it, what was expected, and what to do.
        package func sentence(at position: XML.SourcePosition?) -> String {
            "\(element.name.localName)\(position.map { " at \($0)" } ?? "") \(fault)."
        }

        /// Returns what is unusable in a `KeyDescriptor`, in document order.
        ///
        /// It is for descriptors in which something is known to be wrong: everything in them is read again.
        package static func all(in descriptor: XML.Element) -> [UnusableKey] {
            let infos = descriptor.childElements(named: .keyInfo)
            let found = infos.flatMap(Self.all(inKeyInfo:))
            guard found.isEmpty else { return found }
            let isUsable = infos.contains { !PublishedKeys($0).keys.isEmpty }
            return isUsable ? [] : [Self.nothing(in: descriptor)]
        }

        private static func all(inKeyInfo info: XML.Element) -> [UnusableKey] {
            let certificates = info.childElements(named: .x509Data)
                .flatMap { $0.childElements(named: .x509Certificate) }
            let unreadable = certificates.compactMap(Self.init(certificate:))
            if unreadable.isEmpty, PublishedKeys(info).isContradictory {
                return [
                    UnusableKey(
                        info,
                        "has a key value that is not the key of the certificate beside it, expected "
                            + "the same key; neither is used")
                ]
            }
            guard certificates.isEmpty else { return unreadable }
            return zip(info.keyValueElements, info.keyValues).compactMap { element, key in
                key == nil
                    ? UnusableKey(
                        element,
                        "holds no key that can be used, expected RSA or one of the curves "
                            + "P-256, P-384 and P-521") : nil
            }
        }

        /// Says what a descriptor has instead of a certificate or key.
        private static func nothing(in descriptor: XML.Element) -> UnusableKey {
            var pending = Array(descriptor.childElements)
            while let element = pending.popLast() {
                let name = element.name.localName
                if ["KeyInfo", "X509Data", "X509Certificate"].contains(name) {
                    guard element.isIn(.signature) else {
                        return UnusableKey(
                            element,
                            "stands in another namespace, expected \(XML.Namespace.signature.rawValue)"
                        )
                    }
                    if name == "X509Certificate", element.parent?.isNamed(.x509Data) != true {
                        return UnusableKey(element, "stands outside X509Data, expected inside")
                    }
                }
                pending += element.childElements
            }
            return UnusableKey(
                descriptor, "has no certificate and no key, expected an X509Certificate")
        }
    }
}

extension SAML.UnusableKey {
    /// Says what is wrong with the content of an `X509Certificate`; `nil` if its key can be used.
    init?(certificate element: XML.Element) {
        guard let content = element.plainText else {
            self.init(
                element,
                "holds an element, expected the Base64 of a certificate alone. Remove the element")
            return
        }
        let text = Array(content.utf8)
        guard let bytes = try? Base64.decodeWrapped(text), !bytes.isEmpty else {
            self.init(element, Self.fault(of: text))
            return
        }
        do throws(TrustedKeyError) {
            _ = try TrustedKey(derEncoded: bytes)
            return nil
        } catch {
            self.init(element, Self.fault(of: bytes, error))
        }
    }

    private static let marks = ["-----BEGIN", "-----END", "BEGIN CERTIFICATE", "BEGINCERTIFICATE"]

    /// Says what a text is that is not Base64.
    private static func fault(of text: [UInt8]) -> String {
        let shown = String(decoding: text, as: UTF8.self)
        if text.allSatisfy(\.isWhiteSpace) {
            return "is empty, expected the Base64 of a certificate"
        }
        if shown.contains("PRIVATE KEY") {
            return
                "holds a private key, expected a certificate. Remove it, and replace the key: it is not "
                + "secret any more"
        }
        if shown.split(separator: "BEGIN", omittingEmptySubsequences: false).count > 2 {
            return several
        }
        if marks.contains(where: shown.contains) {
            return "holds the marks of PEM, expected the Base64 alone. Remove the lines -----BEGIN "
                + "CERTIFICATE----- and -----END CERTIFICATE-----, and what stands outside them"
        }
        // Other digits, and invisible characters, stand inside the lines.
        let others = text.filter { !$0.isBase64OrSpace }
        if !others.isEmpty, others.allSatisfy({ $0 >= 0x80 || "-_".utf8.contains($0) }) {
            return strangers(in: shown)
        }
        let lines = text.split { $0 == 0x0A || $0 == 0x0D }
        let isDigits = lines.map { $0.allSatisfy(\.isBase64OrSpace) }
        func holdsCertificate(_ lines: ArraySlice<ArraySlice<UInt8>>) -> Bool {
            (try? Base64.decodeWrapped(Array(lines.joined())))
                .map { $0.count > 64 && $0.first == 0x30 } ?? false
        }
        if let last = isDigits.lastIndex(of: false), last + 1 < lines.count,
            holdsCertificate(lines[(last + 1)...])
        {
            return "has text before the Base64, expected the Base64 alone. Remove the text"
        }
        if let first = isDigits.firstIndex(of: false), first > 0, holdsCertificate(lines[..<first])
        {
            return "has text after the Base64, expected the Base64 alone. Remove the text"
        }
        let digits = text.filter { !$0.isWhiteSpace }
        if let end = digits.firstIndex(of: UInt8(ascii: "=")),
            digits[end...].drop(while: { $0 == UInt8(ascii: "=") }).starts(with: "MI".utf8)
        {
            return several
        }
        return strangers(in: shown)
    }

    /// Names the first character that is not Base64, and its place.
    private static func strangers(in text: String) -> String {
        let scalars = text.unicodeScalars
        guard
            let place = scalars.firstIndex(where: {
                !$0.isASCII || !UInt8($0.value).isBase64OrSpace
            })
        else { return "holds Base64 that is damaged or cut off, expected that of a certificate" }
        let number = scalars.distance(from: scalars.startIndex, to: place) + 1
        let next = scalars.index(after: place)
        switch scalars[place] {
        case "\\" where next < scalars.endIndex && "nr".unicodeScalars.contains(scalars[next]):
            return
                "holds \\\(scalars[next]) in two characters (at character \(number) of its text), expected line "
                + "breaks or none"
        case "-", "_":
            return
                "holds base64url (\(scalars[place]) is character \(number) of its text), expected Base64, "
                + "with + and / for - and _"
        case let stranger:
            let code = String(stranger.value, radix: 16, uppercase: true)
            return
                "holds U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code) at character "
                + "\(number) of its text, which is not Base64, expected the Base64 of a certificate"
        }
    }

    private static let several =
        "holds several certificates, expected one. Give each an X509Certificate of its own"

    /// Returns the fault of bytes that give no key.
    private static func fault(of bytes: [UInt8], _ error: TrustedKeyError) -> String {
        let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if start.contains("-----BEGIN") {
            return
                "holds the Base64 of a PEM file, expected that of the certificate in DER. Decode it once, and "
                + "keep what stands between the marks"
        }
        if bytes.allSatisfy(\.isBase64OrSpace),
            let inner = try? Base64.decodeWrapped(bytes), inner.first == 0x30
        {
            return "holds Base64 of Base64, expected that of the certificate in DER. Decode it once"
        }
        if let end = DERLength.end(of: bytes), end < bytes.count {
            return bytes[end] == 0x30
                ? several
                : "holds bytes after the certificate, expected the certificate alone. Remove them"
        }
        if let end = DERLength.end(of: bytes), end > bytes.count {
            return
                "holds a certificate that is cut off after \(bytes.count) of \(end) bytes, expected all of it"
        }
        return error.code == .invalidDER
            ? "holds no certificate, expected one in DER and Base64"
            : "has a key that cannot be used. \(error)".withoutFinalStop
    }
}

extension UInt8 {
    fileprivate var isBase64OrSpace: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "="):
            true
        default: isWhiteSpace
        }
    }
}

extension String {
    fileprivate var withoutFinalStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
