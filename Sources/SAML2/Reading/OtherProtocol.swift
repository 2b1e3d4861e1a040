internal import XMLCore

/// A protocol other than SAML 2.0 whose messages carry statements of identity providers, too.
enum OtherProtocol {
    /// SAML 1.0 or 1.1, whose namespaces are the same.
    case version1(minor: String?)
    /// WS-Federation, whose answers are those of WS-Trust.
    case federation

    /// Detects the protocol of an element by its namespace; `nil` for others.
    init?(of element: XML.Element) {
        if Self.version1Namespaces.contains(where: element.isIn) {
            self = .version1(minor: element.attribute("MinorVersion"))
        } else if Self.trustNamespaces.contains(where: element.isIn) {
            self = .federation
        } else {
            return nil
        }
    }

    private static let version1Namespaces = ["protocol", "assertion"].map {
        XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:1.0:\($0)")
    }

    private static let trustNamespaces = [
        "http://schemas.xmlsoap.org/ws/2005/02/trust",
        "http://docs.oasis-open.org/ws-sx/ws-trust/200512",
        "http://schemas.xmlsoap.org/ws/2004/04/trust",
    ].map { XML.Namespace(rawValue: $0) }

    /// What an element of it is, and what to do, as it follows the element's name.
    var fault: String {
        switch self {
        case .version1(let minor):
            "is of SAML \(minor == "0" ? "1.0" : minor == "1" ? "1.1" : "1.0 or 1.1"), which is not read, "
                + "expected SAML 2.0: ask the provider for SAML 2.0;"
        case .federation:
            "is a token of WS-Federation (WS-Trust), which is not read, expected a Response of SAML 2.0: "
                + "configure the provider's SAML 2.0 endpoint for this receiver;"
        }
    }
}
