public import SAML2
internal import WireText

/// The content of a message about itself, its issuer and its subject.
public struct MessageContent: Hashable, Sendable {
    /// The identification of the message.
    ///
    /// If only the assertion of a response was signed, it is not verified.
    public internal(set) var message: MessageSummary?
    /// The issuer.
    public internal(set) var issuer: String?
    /// The latest `NotBefore` of all assertions.
    public internal(set) var notBefore: SAML.Instant?
    /// The earliest `NotOnOrAfter` of all assertions.
    public internal(set) var notOnOrAfter: SAML.Instant?
    /// Every audience.
    public internal(set) var audiences: [String] = []
    /// The subject's identifier.
    public internal(set) var nameID: SAML.NameID?
    /// The attributes, in the order required or else in document order.
    public internal(set) var attributes: [SAML.SelectedAttribute] = []
    /// The names of the attributes that were sent and not required; `nil` where none were required.
    package internal(set) var otherAttributes: [String]?

    /// Nothing.
    init() {}
}

extension MessageContent {
    /// Takes what a response says around its assertions.
    init(envelope response: SAML.Response) {
        message = MessageSummary(
            id: response.id, inResponseTo: response.inResponseTo,
            issueInstant: response.issueInstant, destination: response.destination,
            status: response.status?.code?.value, statusMessage: response.status?.words)
        issuer = response.issuer?.uri
    }

    /// Takes what identifies a query.
    init(identifying query: SAML.AttributeQuery) {
        message = MessageSummary(
            id: query.id, inResponseTo: nil, issueInstant: query.issueInstant,
            destination: query.destination, status: nil)
        issuer = query.issuer?.uri
    }

    /// Takes what a message that is not judged says about itself and its subject.
    init(of message: SAML.ProtocolMessage) {
        self.message = MessageSummary(
            id: message.id, inResponseTo: message.inResponseTo,
            issueInstant: message.issueInstant, destination: message.destination,
            status: message.status, assertionConsumerServiceURL: message.assertionConsumerServiceURL
        )
        issuer = message.issuer
        notOnOrAfter = message.notOnOrAfter
        nameID = message.nameID
    }

    /// Takes what an assertion outside any response says.
    init(of assertion: SAML.Assertion) {
        message = MessageSummary(
            id: assertion.id, inResponseTo: nil, issueInstant: assertion.issueInstant,
            destination: nil, status: nil)
        add([assertion], reading: assertion)
        attributes = SAML.AttributeSelection(all: assertion.attributes).items
    }

    /// Takes what assertions say of their conditions and their subject; attributes are selected elsewhere.
    mutating func add(_ assertions: [SAML.Assertion], reading assertion: SAML.Assertion?) {
        issuer = issuer ?? assertion?.issuer?.uri
        let conditions = assertions.compactMap(\.conditions)
        notBefore = conditions.compactMap(\.notBefore).max()
        notOnOrAfter = conditions.compactMap(\.notOnOrAfter).min()
        audiences = conditions.flatMap(\.audiences)
        nameID = assertion?.subject?.nameID
    }
}

extension MessageContent: CustomStringConvertible {
    /// The number of attributes; never their content.
    public var description: String { "MessageContent(\(attributes.count) attributes)" }
}

extension MessageContent: Redacted {}
