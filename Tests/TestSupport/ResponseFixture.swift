/// A SAML response as text, made from values that can be changed one at a time.
///
/// Unchanged it answers `_request` with one valid, unsigned assertion about two attributes. `nil`
/// leaves an attribute or an element out. Values are escaped; what is called XML is not.
public struct ResponseFixture: Sendable {
    /// The instant the fixtures are made for, within their validity.
    public static let now = "2026-01-15T12:00:00Z"
    /// ``now`` in seconds since 1970-01-01T00:00:00Z.
    public static let secondsOfNow: Int64 = 1_768_478_400
    /// The identity provider.
    public static let issuer = "https://idp.example/saml"
    /// The receiver, the only audience.
    public static let audience = "https://sp.example/saml"
    /// The address the response is meant for.
    public static let recipient = "https://sp.example/acs"
    /// The ID of the request.
    public static let request = "_request"

    /// `ID`.
    public var id: String? = "_response"
    /// `Version`.
    public var version: String? = "2.0"
    /// `IssueInstant`.
    public var issueInstant: String? = Self.now
    /// `Destination`.
    public var destination: String? = Self.recipient
    /// `InResponseTo`.
    public var inResponseTo: String? = Self.request
    /// The text of `Issuer`.
    public var issuer: String? = Self.issuer
    /// Elements between `Issuer` and `Status`, a `Signature` for instance.
    public var headerXML = ""
    /// The status codes, each one inside the one before; none leaves `Status` out.
    public var statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Success"]
    /// The assertions.
    public var assertions = [AssertionFixture()]
    /// Elements after the assertions.
    public var trailerXML = ""

    /// Creates the valid response.
    public init() {}

    /// Creates the valid response with other assertions.
    public init(assertions: [AssertionFixture]) {
        self.assertions = assertions
    }

    /// The document.
    public var xml: String {
        FixtureXML.element(
            "samlp:Response",
            [
                ("xmlns:samlp", "urn:oasis:names:tc:SAML:2.0:protocol"),
                ("xmlns:saml", "urn:oasis:names:tc:SAML:2.0:assertion"),
                ("ID", id), ("Version", version), ("IssueInstant", issueInstant),
                ("Destination", destination), ("InResponseTo", inResponseTo),
            ],
            FixtureXML.text("saml:Issuer", issuer) + headerXML + statusXML
                + assertions.map(\.xml).joined() + trailerXML)
    }

    private var statusXML: String {
        guard !statusCodes.isEmpty else { return "" }
        let codes = statusCodes.reversed().reduce("") { inner, code in
            FixtureXML.element("samlp:StatusCode", [("Value", code)], inner)
        }
        return FixtureXML.element("samlp:Status", [], codes)
    }
}

/// Writes the XML of the fixtures.
public enum FixtureXML {
    /// A placeholder where a signature stands; nothing is signed by it.
    public static let signature = #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>"#

    /// An element; attributes that are `nil` are left out.
    public static func element(
        _ name: String, _ attributes: [(name: String, value: String?)], _ content: String = ""
    ) -> String {
        let attributes = attributes.compactMap { attribute in
            attribute.value.map { " \(attribute.name)=\"\(escaped($0))\"" }
        }
        return "<\(name)\(attributes.joined())>\(content)</\(name)>"
    }

    /// An element that holds text, or nothing when there is no text.
    public static func text(_ name: String, _ text: String?) -> String {
        text.map { element(name, [], escaped($0)) } ?? ""
    }

    /// Text that stands for itself in content and in attribute values.
    public static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
