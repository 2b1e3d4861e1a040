import PayloadCoding
import XMLCore
import XMLSecurity

/// What a file is that was passed where metadata, a certificate or a public key is expected.
struct TrustFileKind {
    /// What it is, such as "a private key".
    let words: String
    /// What to do instead, if that is known.
    let remedy: String?

    /// What the file is, what was expected, and what to do.
    var sentence: String {
        "The file is \(words). Expected SAML metadata, or a PEM file with a certificate or public key."
            + (remedy.map { " \($0)" } ?? "")
    }

    private static let message =
        "It is what --trust verifies: pass it as the file, and the provider's metadata with --trust."

    /// Looks at the content of a file that could not be used.
    init(_ bytes: [UInt8]) {
        let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 >= 0xEF }
        let text = String(decoding: start, as: UTF8.self)
        let lowerCased = text.lowercased()
        (words, remedy) =
            switch text {
            case "": ("empty", nil)
            case _ where text.contains("PRIVATE KEY-----"):
                (
                    "a private key",
                    "Keep it secret, and pass its certificate: openssl x509, or the provider's metadata."
                )
            case _ where text.contains("CERTIFICATE REQUEST-----"):
                ("a certificate request", "Pass the certificate that was issued for it.")
            case _ where text.contains("-----BEGIN CERTIFICATE"):
                ("a PEM file whose certificate cannot be read", nil)
            case _ where text.contains("-----BEGIN PKCS7"):
                (
                    "a PKCS #7 bundle of certificates",
                    "Extract the certificate: openssl pkcs7 -print_certs -in FILE"
                )
            case _ where text.contains("-----BEGIN "): ("a PEM file without a certificate", nil)
            case _ where text.hasPrefix("ssh-") || text.hasPrefix("ecdsa-sha2-"):
                ("an OpenSSH key", "Pass the provider's certificate instead.")
            case _ where lowerCased.hasPrefix("<!doctype html") || lowerCased.hasPrefix("<html"):
                (
                    "an HTML page",
                    "The address may need a sign-in, or is not that of the metadata: look at the page."
                )
            case _ where text.hasPrefix("<"): Self.xml(bytes)
            case _ where text.hasPrefix("{") || text.hasPrefix("["):
                ("JSON", "Metadata is XML: ask the provider for SAML metadata.")
            case _ where text.hasPrefix("PK\u{3}\u{4}"): ("a zip archive", "Unpack it first.")
            case _ where bytes.starts(with: [0x1F, 0x8B]):
                ("compressed with gzip", "Unpack it first: gzip -d")
            case _ where bytes.starts(with: [0x30, 0x82]): Self.binary(bytes)
            default: Self.text(bytes)
            }
    }

    private static func xml(_ bytes: [UInt8]) -> (String, String?) {
        let root: XML.Element
        do {
            root = try XML.Document(
                parsing: bytes, limits: MetadataReader.limits, identifierAttributes: []
            ).rootElement
        } catch {
            return (words(for: error.code), nil)
        }
        let name = String(root.name.localName.unicodeScalars.prefix(64).map(Character.init))
        switch name {
        case "Response", "Assertion", "AttributeQuery", "AuthnRequest":
            return ("a SAML \(name)", message)
        default: return ("XML with the root element \(name)", nil)
        }
    }

    private static func words(for code: XML.ParsingError.Code) -> String {
        switch code {
        case .tooManyBytes, .tooDeep, .tooManyNodes, .tooManyAttributes, .tooManyNamespaces,
            .nameTooLong, .tooMuchWork, .outOfMemory:
            "XML above a limit of samlkit"
        case .documentTypeDeclaration: "XML with a document type declaration"
        case .unsupportedEncoding, .invalidEncoding, .nulByte: "XML in an encoding that is not read"
        default: "XML that is damaged or cut off"
        }
    }

    private static func binary(_ bytes: [UInt8]) -> (String, String?) {
        // The object identifier of signed data, which is how certificates travel in PKCS #7 (RFC 2315).
        let signedData: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
        if bytes.dropFirst(4).starts(with: signedData) {
            return (
                "a PKCS #7 bundle of certificates in DER",
                "Extract the certificate: openssl pkcs7 -inform der -print_certs -in FILE"
            )
        }
        return (try? TrustedKey(derEncoded: bytes)) == nil
            ? (
                "binary data in DER, perhaps PKCS#12",
                "Extract the certificate: openssl pkcs12 -nokeys -in FILE"
            )
            : (
                "a certificate or key in DER",
                "Convert it to PEM: openssl x509 -inform der -in FILE -out FILE.pem"
            )
    }

    private static func text(_ bytes: [UInt8]) -> (String, String?) {
        let digits = bytes.filter { $0 > 0x20 }
        guard let content = try? Base64.decode(digits), !content.isEmpty else {
            return bytes.contains(0) ? ("binary data", nil) : ("text", nil)
        }
        if content.first == UInt8(ascii: "<") { return ("XML in Base64", message) }
        return (try? TrustedKey(derEncoded: content)) == nil
            ? ("Base64 without PEM lines", nil)
            : (
                "a certificate in Base64 without PEM lines",
                "Put -----BEGIN CERTIFICATE----- before and -----END CERTIFICATE----- after it."
            )
    }
}
