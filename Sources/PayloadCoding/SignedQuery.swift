internal import WireText

/// A SAML message in a query string that carries a signature over itself (SAML Bindings, section
/// 3.4.4.1).
///
/// Only `SAMLBindings` makes one, from a URL or a query string: the message in it is what its own
/// parameter unpacks to. The signature is over the parameters as they were sent, so that their
/// bytes are kept: one escape written differently makes it invalid.
public struct SignedQuery: Hashable, Sendable, CustomStringConvertible {
    /// The name of a parameter that counts.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case samlRequest = "SAMLRequest"
        case samlResponse = "SAMLResponse"
        case relayState = "RelayState"
        case sigAlg = "SigAlg"
        case signature = "Signature"
    }

    /// A parameter of the query string.
    package struct Parameter: Hashable, Sendable {
        package let name: Name
        /// A Boolean value that indicates whether the name was sent as it is, without escapes.
        package let isPlainlyNamed: Bool
        /// The value as it was sent.
        package let sentValue: [UInt8]
        /// The value with `+` as a space, percent-decoded once.
        package let value: [UInt8]

        package init(name: Name, isPlainlyNamed: Bool, sentValue: [UInt8], value: [UInt8]) {
            self.name = name
            self.isPlainlyNamed = isPlainlyNamed
            self.sentValue = sentValue
            self.value = value
        }
    }

    /// The parameters that count, each once, in the order they were sent.
    package let parameters: [Parameter]
    /// The XML that the message's parameter unpacks to.
    package let xml: [UInt8]
    /// A Boolean value that indicates whether the message is encoded as the binding has it: DEFLATE,
    /// Base64, and percent-encoded once.
    package let isDeflated: Bool

    /// Creates a signed query from `parameters` and the `xml` unpacked from them.
    package init(parameters: [Parameter], xml: [UInt8], isDeflated: Bool) {
        self.parameters = parameters
        self.xml = xml
        self.isDeflated = isDeflated
    }

    /// The parameter with a name.
    package subscript(name: Name) -> Parameter? { parameters.first { $0.name == name } }

    /// The signed parameters in the order that SAML fixes, wherever they stood in the URL.
    package var signedParameters: [Parameter] {
        Name.allCases.filter { $0 != .signature }.compactMap { self[$0] }
    }

    /// The bytes that were to be signed.
    package var signedBytes: [UInt8] {
        Self.joined(signedParameters.map { ($0.name, $0.sentValue) })
    }

    /// The identifier of the signature method.
    package var algorithm: String? {
        self[.sigAlg].map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// The bytes of the signature, `nil` when it is empty or no Base64.
    package var signatureValue: [UInt8]? {
        // A space was a "+" that was not escaped; to skip it would give other bytes.
        guard let digits = self[.signature]?.value, !digits.contains(UInt8(ascii: " ")),
            let bytes = try? Base64.decodeWrapped(digits), !bytes.isEmpty
        else { return nil }
        return bytes
    }

    /// Joins names and encoded values to a query string.
    package static func joined(_ pairs: [(name: Name, sentValue: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in pairs {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            bytes += Array(name.rawValue.utf8) + [UInt8(ascii: "=")] + value
        }
        return bytes
    }

    /// The size of the message; never its content.
    public var description: String { "SignedQuery(\(xml.count) bytes)" }
}

extension SignedQuery: Redacted {}
