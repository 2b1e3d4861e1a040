/// The layout and signature of a simulated MVPD's response.
///
/// The names are stable. Those that are not known are styles of other versions and are refused by
/// whoever is asked for one.
package struct ResponseStyle: RawRepresentable, Hashable, Sendable {
    /// The name.
    package let rawValue: String

    /// Creates a style from its name.
    ///
    /// - Parameter rawValue: The name, `single-line` for instance.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// On one line, the assertion signed: it survives the cookbook's normalization.
    package static let singleLine = ResponseStyle(rawValue: "single-line")
    /// Indented inside what is signed, so that the normalization breaks the signature.
    package static let prettyPrinted = ResponseStyle(rawValue: "pretty-printed")
    /// As ``prettyPrinted``, with the line ends of Windows.
    package static let crlf = ResponseStyle(rawValue: "crlf")
    /// Indented around the assertion, which is on one line: the normalization does no harm.
    package static let indentedAround = ResponseStyle(rawValue: "indented-around")
    /// The response signed, and not its assertion.
    package static let responseSigned = ResponseStyle(rawValue: "response-signed")
    /// Nothing signed.
    package static let unsigned = ResponseStyle(rawValue: "unsigned")
    /// Signed with RSA and SHA-1.
    package static let sha1 = ResponseStyle(rawValue: "sha1")
    /// Signed with ECDSA on NIST P-256.
    package static let ecdsa = ResponseStyle(rawValue: "ecdsa")
    /// The signed assertion encrypted to the service provider.
    package static let encrypted = ResponseStyle(rawValue: "encrypted")
    /// No assertion, and a status that says why: the subscriber is not known.
    package static let statusNotSuccess = ResponseStyle(rawValue: "status-not-success")
    /// Meant for another service provider.
    package static let wrongAudience = ResponseStyle(rawValue: "wrong-audience")
    /// Its validity has ended an hour ago.
    package static let expired = ResponseStyle(rawValue: "expired")
    /// Without the attributes that were asked for.
    package static let missingAttributes = ResponseStyle(rawValue: "missing-attributes")

    /// Every style there is.
    package static let all: [ResponseStyle] = [
        .singleLine, .prettyPrinted, .crlf, .indentedAround, .responseSigned, .unsigned, .sha1,
        .ecdsa, .encrypted, .statusNotSuccess, .wrongAudience, .expired, .missingAttributes,
    ]

    /// The purpose of the style, for people.
    package var purpose: String {
        switch self {
        case .singleLine: "one line, assertion signed; survives the cookbook's normalization"
        case .prettyPrinted: "indented inside what is signed; the normalization breaks it"
        case .crlf: "as pretty-printed, with CRLF line ends"
        case .indentedAround: "indented around the signed assertion; the normalization is harmless"
        case .responseSigned: "the response signed instead of the assertion"
        case .unsigned: "no signature"
        case .sha1: "signed with RSA and SHA-1, which is refused unless allowed"
        case .ecdsa: "signed with ECDSA on NIST P-256"
        case .encrypted: "the signed assertion encrypted to the service provider"
        case .statusNotSuccess: "a status other than success, and no assertion"
        case .wrongAudience: "meant for another service provider"
        case .expired: "its validity has ended"
        case .missingAttributes: "without the requested attributes"
        default: "not known here"
        }
    }

    /// A Boolean value that indicates whether this version can write it.
    package var isKnown: Bool { Self.all.contains(self) }
}
