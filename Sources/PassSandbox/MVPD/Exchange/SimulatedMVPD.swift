internal import Crypto
internal import SAML2
internal import WireText
internal import XMLCore

/// An MVPD that the sandbox plays: an identity provider that verifies what it is asked and really
/// signs what it answers.
struct SimulatedMVPD: Sendable {
    /// Its identifier in Adobe's configuration.
    let identifier: String
    /// The issuer of its responses.
    let entityID: String
    /// Its customers; a device that does not say otherwise belongs to the first.
    let subscribers: [SandboxConfiguration.Subscriber]
    /// The RSA key it signs with.
    let key: SandboxKey
    /// The key it signs with in the style ``ResponseStyle/ecdsa``.
    let p256Key: SandboxKey
    /// The service provider that queries it.
    let serviceProvider: SandboxServiceProvider

    /// Creates an MVPD.
    ///
    /// - Parameters:
    ///   - mvpd: Its identifier in Adobe's configuration and its customers.
    ///   - key: The RSA key it signs with.
    ///   - serviceProvider: Who asks it.
    ///   - now: When its certificates begin.
    /// - Throws: What making a key or a certificate throws.
    init(
        _ mvpd: SandboxConfiguration.MVPD, key: SandboxKey,
        serviceProvider: SandboxServiceProvider, now: SAML.Instant
    ) throws {
        identifier = mvpd.id
        entityID = Self.entityID(of: mvpd)
        subscribers = mvpd.subscribers
        self.key = key
        p256Key = try SandboxKey(
            pemEncoded: P256.Signing.PrivateKey().pemRepresentation, name: mvpd.id, validFrom: now)
        self.serviceProvider = serviceProvider
    }

    /// Returns the issuer of an MVPD's responses.
    static func entityID(of mvpd: SandboxConfiguration.MVPD) -> String {
        let name = mvpd.id.lowercased().utf8
            .filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return "https://\(String(decoding: name, as: UTF8.self)).example.com/saml"
    }

    /// The address of its attribute service.
    var attributeService: String { entityID + "/attributes" }

    /// Its certificates in PEM, the RSA key's first.
    var keyPEM: String { key.certificatePEM + p256Key.certificatePEM }

    /// Answers a query.
    ///
    /// - Parameters:
    ///   - query: The verification token, XML or Base64 of it.
    ///   - attributeNames: The attributes the app wants; none wants all the query asks for.
    ///   - style: How the response is written and signed.
    ///   - subscriber: Whom it is about; the first customer unless given.
    ///   - id: Makes the identifiers of response and assertion: unguessable letters and digits.
    ///   - now: The time.
    /// - Returns: A `samlp:Response` without an XML declaration.
    /// - Throws: A ``QueryRefusal``, or what signing throws.
    func response(
        to query: String, attributeNames: [String], style: ResponseStyle = .singleLine,
        subscriber: SandboxConfiguration.Subscriber? = nil, id: String, now: SAML.Instant
    ) throws -> String {
        let verified = try QueryVerification(
            serviceProvider: serviceProvider, destination: attributeService
        ).query(in: query, now: now)
        let names = try released(attributeNames, by: verified)
        let draft = ResponseDraft(
            id: "_r" + id, assertionID: "_a" + id, inResponseTo: verified.id ?? "",
            issuer: entityID, now: now, style: style, subscriber: subscriber ?? subscribers.first,
            attributeNames: names)
        return try ResponseSigning(mvpd: self, style: style).text(of: draft)
    }

    /// The attributes that are both wanted and asked for, each once.
    private func released(
        _ wanted: [String], by query: SAML.AttributeQuery
    ) throws(QueryRefusal) -> [String] {
        let asked = query.requestedAttributes.map(\.name)
        let names =
            wanted.isEmpty
            ? asked
            : wanted.filter { name in asked.isEmpty || asked.contains { isSame($0, name) } }
        guard !names.isEmpty || (wanted.isEmpty && asked.isEmpty) else {
            throw QueryRefusal(
                .attributesNotInQuery,
                "The query requests none of the app's attributes. Take attributeNames from "
                    + "where the verification token came from.")
        }
        var seen: Set<ByteExactName> = []
        return names.filter { seen.insert(ByteExactName($0)).inserted }
    }
}

extension SimulatedMVPD: Redacted {
    /// The name of the MVPD.
    var description: String { "SimulatedMVPD(\(identifier))" }
}
