/// The layout and signature of a simulated MVPD's response.
///
/// The names are stable. Unknown ones are styles of other versions and are refused when requested.
package enum ResponseStyle: String, CaseIterable, Sendable {
    /// On one line, the assertion signed: it survives the cookbook's normalization.
    case singleLine = "single-line"
    /// Indented inside what is signed, so that the normalization breaks the signature.
    case prettyPrinted = "pretty-printed"
    /// As ``prettyPrinted``, with the line ends of Windows.
    case crlf
    /// Indented around the assertion, which is on one line: the normalization does no harm.
    case indentedAround = "indented-around"
    /// The response signed, and not its assertion.
    case responseSigned = "response-signed"
    /// Nothing signed.
    case unsigned
    /// Signed with RSA and SHA-1.
    case sha1
    /// Signed with ECDSA on NIST P-256.
    case ecdsa
    /// The signed assertion encrypted to the service provider.
    case encrypted
    /// No assertion, and a status that says why: the subscriber is not known.
    case statusNotSuccess = "status-not-success"
    /// Meant for another service provider.
    case wrongAudience = "wrong-audience"
    /// Its validity has ended an hour ago.
    case expired
    /// Without the attributes that were asked for.
    case missingAttributes = "missing-attributes"

    /// The style with a name, ``singleLine`` without one.
    init(named name: String?) throws(QueryRefusal) {
        guard let style = Self(rawValue: name ?? Self.singleLine.rawValue) else {
            throw QueryRefusal(
                .unknownStyle,
                "This sandbox has the styles "
                    + Self.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        self = style
    }

    /// The purpose of the style, for people.
    var purpose: String {
        switch self {
        case .singleLine: "one line, assertion signed; survives the cookbook's normalization"
        case .prettyPrinted:
            "indented inside what is signed; the normalization breaks it, and whether Adobe "
                + "refuses that is an open question"
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
        }
    }
}
