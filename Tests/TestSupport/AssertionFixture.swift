/// The assertion of a ``ResponseFixture``: valid from a minute before its instant to ten after.
public struct AssertionFixture: Sendable {
    /// `ID`.
    public var id: String? = "_assertion"
    /// `Version`.
    public var version: String? = "2.0"
    /// `IssueInstant`.
    public var issueInstant: String? = ResponseFixture.now
    /// The text of `Issuer`.
    public var issuer: String? = ResponseFixture.issuer
    /// Elements between `Issuer` and `Subject`, a `Signature` for instance.
    public var headerXML = ""
    /// The text of the subject's `NameID`.
    public var nameID: String? = "subscriber-1"
    /// Elements of the subject before its confirmations.
    public var subjectXML = ""
    /// The confirmations of the subject.
    public var confirmations = [ConfirmationFixture()]
    /// Whether there are conditions at all.
    public var hasConditions = true
    /// `NotBefore` of the conditions.
    public var notBefore: String? = "2026-01-15T11:59:00Z"
    /// `NotOnOrAfter` of the conditions.
    public var notOnOrAfter: String? = "2026-01-15T12:10:00Z"
    /// The audiences of each `AudienceRestriction`.
    public var audienceRestrictions = [[ResponseFixture.audience]]
    /// Further conditions.
    public var conditionsXML = ""
    /// The attributes, each with its values.
    public var attributes = [("uid", ["u-1"]), ("rating", ["tv-14", "pg-13"])]
    /// Further statements.
    public var trailerXML = ""

    /// Creates the valid assertion.
    public init() {}

    /// Creates the valid assertion with another `ID`.
    public init(id: String) {
        self.id = id
    }

    /// The element, which relies on the prefix `saml`.
    public var xml: String {
        let subject = FixtureXML.element(
            "saml:Subject", [],
            FixtureXML.text("saml:NameID", nameID) + subjectXML + confirmations.map(\.xml).joined())
        return FixtureXML.element(
            "saml:Assertion", [("ID", id), ("Version", version), ("IssueInstant", issueInstant)],
            FixtureXML.text("saml:Issuer", issuer) + headerXML + subject
                + (hasConditions ? conditions : "")
                + attributeStatement + trailerXML)
    }

    private var conditions: String {
        let restrictions = audienceRestrictions.map { audiences in
            FixtureXML.element(
                "saml:AudienceRestriction", [],
                audiences.map { FixtureXML.text("saml:Audience", $0) }.joined())
        }
        return FixtureXML.element(
            "saml:Conditions", [("NotBefore", notBefore), ("NotOnOrAfter", notOnOrAfter)],
            restrictions.joined() + conditionsXML)
    }

    private var attributeStatement: String {
        let attributes = attributes.map { name, values in
            FixtureXML.element(
                "saml:Attribute", [("Name", name)],
                values.map { FixtureXML.text("saml:AttributeValue", $0) }.joined())
        }
        return FixtureXML.element("saml:AttributeStatement", [], attributes.joined())
    }
}

/// A confirmation of an ``AssertionFixture``: bearer, for the same exchange as the response.
public struct ConfirmationFixture: Sendable {
    /// `NotBefore`.
    public var notBefore: String?
    /// `NotOnOrAfter`.
    public var notOnOrAfter: String? = "2026-01-15T12:10:00Z"
    /// `Recipient`.
    public var recipient: String? = ResponseFixture.recipient
    /// `InResponseTo`.
    public var inResponseTo: String? = ResponseFixture.request
    /// Whether there is a `SubjectConfirmationData` at all.
    public var hasData = true

    /// Creates the valid confirmation.
    public init() {}

    /// The element, which relies on the prefix `saml`.
    public var xml: String {
        let data = FixtureXML.element(
            "saml:SubjectConfirmationData",
            [
                ("NotBefore", notBefore), ("NotOnOrAfter", notOnOrAfter),
                ("Recipient", recipient), ("InResponseTo", inResponseTo),
            ])
        return FixtureXML.element(
            "saml:SubjectConfirmation", [("Method", "urn:oasis:names:tc:SAML:2.0:cm:bearer")],
            hasData ? data : "")
    }
}
