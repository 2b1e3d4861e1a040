import PayloadCoding
import Reports
import SAML2
import XMLCore
import XMLSecurity

/// The kind of a file that was passed where metadata, a certificate or a key is expected.
struct TrustFileKind {
    /// An option that takes such a file.
    enum Option {
        case trust, trustKey, metadataSigner, decryptionKey

        fileprivate var expectation: String {
            switch self {
            case .trust: "SAML metadata, or a PEM file with a certificate or public key"
            case .trustKey: "for --trust-key a PEM file with a certificate or public key"
            case .metadataSigner:
                "for --metadata-signer a PEM file with the certificate or public key of the "
                    + "metadata's signer"
            case .decryptionKey: "for --decryption-key a PEM file with an RSA private key"
            }
        }
    }

    /// The description of the file, such as "a private key".
    private let words: String
    /// The remedy, if it is known.
    private let remedy: String?
    /// The key or certificate in it, if it is one.
    let content: KeyFileContent?
    private let file: String
    let option: Option

    /// The sentence with what the file is, what was expected, and what to do.
    var sentence: String {
        // A command can be copied with the name of the file in it.
        let name = file == "-" ? "FILE" : ShellWord.quoted(file)
        let action = remedy.map { " " + $0.replacing("FILE", with: name) } ?? ""
        return "\(file): The file is \(words). Expected \(option.expectation).\(action)"
    }

    /// Looks at the content of a file that could not be used.
    init(_ bytes: [UInt8], of file: String, for option: Option) {
        self.file = file
        self.option = option
        let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 >= 0xEF }
        let text = String(decoding: start, as: UTF8.self)
        let lowerCased = text.lowercased()
        func isJSON() -> Bool {
            let second = text.dropFirst().first { !$0.isWhitespace }
            return text.hasPrefix("{")
                || text.hasPrefix("[") && second.map("{[]\"".contains) ?? true
        }
        if text.contains("-----BEGIN ") {
            let contents = KeyFileContent.contents(ofPEM: String(decoding: bytes, as: UTF8.self))
            // The first block that is not of the expected kind is the reason.
            let content =
                contents.first { $0.map { !option.isMet(by: $0) } ?? true } ?? contents.first ?? nil
            self.content = content
            (words, remedy) = option.fault(ofPEM: content)
            return
        }
        if let content = KeyFileContent(derEncoded: bytes) {
            self.content = content
            words = content == .keyStore ? content.words : "\(content.words) in DER"
            remedy = option.remedy(for: content, isDER: true)
            return
        }
        content = nil
        (words, remedy) =
            switch text {
            case "": ("empty", nil)
            case _ where text.hasPrefix("ssh-") || text.hasPrefix("ecdsa-sha2-"):
                ("an OpenSSH key", "Pass the provider's certificate instead.")
            case _ where lowerCased.hasPrefix("<!doctype html") || lowerCased.hasPrefix("<html"):
                (
                    "an HTML page",
                    "The address may need a sign-in, or is not that of the metadata: look at the page."
                )
            case _ where text.hasPrefix("<"): Self.xml(bytes, for: option)
            case _ where text.hasPrefix("[InternetShortcut]"):
                ("a shortcut to an address", "Fetch the file at the address in it, and pass that.")
            case _ where isJSON():
                ("JSON", "Metadata is XML: ask the provider for SAML metadata.")
            case _ where text.hasPrefix("PK\u{3}\u{4}"): ("a zip archive", "Unpack it first.")
            case _ where bytes.starts(with: [0x1F, 0x8B]):
                ("compressed with gzip", "Unpack it first: gzip -d")
            // Windows writes PKCS #12 without lengths.
            case _ where bytes.starts(with: [0x30, 0x80]):
                (
                    "binary data, perhaps PKCS #12",
                    option.remedy(for: .keyStore, isDER: true)
                )
            default: Self.text(bytes, for: option)
            }
    }

    /// Says what a document is; white space before it does not matter.
    private static func xml(
        _ bytes: [UInt8], for option: Option, in packing: String = ""
    ) -> (String, String?) {
        let root: XML.Element
        do {
            root = try XML.Document(
                parsing: MetadataReader.xml(in: bytes) ?? bytes[...], limits: MetadataReader.limits,
                identifierAttributes: []
            ).rootElement
        } catch {
            return (words(for: error.code) + packing, nil)
        }
        let name = String(root.name.localName.unicodeScalars.prefix(64).map(Character.init))
        switch name {
        case "EntityDescriptor", "EntitiesDescriptor":
            guard root.isIn(.metadata) else {
                return (
                    "XML with the root element \(name) outside the namespace "
                        + "\(XML.Namespace.metadata.rawValue)\(packing)", nil
                )
            }
            if !packing.isEmpty {
                return ("SAML metadata\(packing)", "Decode it first: base64 -d FILE > FILE.xml")
            }
            return (
                "SAML metadata",
                "Pass metadata with --trust FILE: it names the issuer of its keys itself."
            )
        case "Response", "Assertion", "AttributeQuery", "AuthnRequest":
            return (
                "a SAML \(name)\(packing)",
                option == .decryptionKey
                    ? nil
                    : "It is what --trust verifies: pass it as the file, and the provider's metadata "
                        + "with --trust."
            )
        default: return ("XML with the root element \(name)\(packing)", nil)
        }
    }

    private static func words(for code: XML.ParsingError.Code) -> String {
        switch code {
        case .tooManyBytes, .tooDeep, .tooManyNodes, .tooManyAttributes, .tooManyNamespaces,
            .nameTooLong, .tooMuchWork, .outOfMemory:
            "XML above a limit of samlkit"
        case .documentTypeDeclaration: "XML with a document type declaration"
        case .contradictoryEncoding: "XML whose declaration contradicts its bytes"
        case .unsupportedEncoding, .invalidEncoding, .nulByte: "XML in an encoding that is not read"
        default: "XML that is damaged or cut off"
        }
    }

    private static func text(_ bytes: [UInt8], for option: Option) -> (String, String?) {
        let digits = bytes.filter { $0 > 0x20 }
        guard let content = try? Base64.decode(digits), !content.isEmpty else {
            return bytes.contains(0) ? ("binary data", nil) : ("text", nil)
        }
        if MetadataReader.xml(in: content) != nil {
            return xml(content, for: option, in: " in Base64")
        }
        guard let kind = KeyFileContent(derEncoded: content) else {
            return ("Base64 without PEM lines", nil)
        }
        let label: String? =
            switch kind {
            case .certificate: "CERTIFICATE"
            case .publicKey: "PUBLIC KEY"
            default: nil
            }
        return (
            "\(kind.words) in Base64 without PEM lines",
            label.map { "Put -----BEGIN \($0)----- before and -----END \($0)----- after it." }
                ?? "Decode it first: base64 -d FILE > FILE.der"
        )
    }
}
