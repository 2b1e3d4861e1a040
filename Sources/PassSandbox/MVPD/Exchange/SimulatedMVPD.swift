package import AdobePass
package import SAML2
internal import WireText

/// An MVPD that the sandbox plays: an identity provider that verifies what it is asked and really
/// signs what it answers.
package struct SimulatedMVPD: Sendable {
    /// Its identifier in Adobe's configuration.
    package let identifier: Pass.MVPDIdentifier
    /// The issuer of its responses.
    package let entityID: String
    /// Its customers; a device that does not say otherwise belongs to the first.
    package let subscribers: [Subscriber]
    /// The RSA key it signs with.
    package let key: SandboxKey
    /// The key it signs with in the style ``ResponseStyle/ecdsa``.
    package let p256Key: SandboxKey
    /// The service provider that queries it.
    package let serviceProvider: SandboxServiceProvider
    /// Gives identifiers of 128 random bits or more, in characters an XML name may have.
    let makeIdentifier: @Sendable () -> String

    /// Creates an MVPD.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier in Adobe's configuration.
    ///   - entityID: The issuer of its responses; made from the identifier unless given.
    ///   - key: The RSA key it signs with; a new one of 2048 bits unless given.
    ///   - subscribers: Its customers.
    ///   - serviceProvider: Who asks it.
    ///   - now: When its certificates begin.
    ///   - makeIdentifier: Gives unguessable identifiers, in letters and digits.
    /// - Throws: What making a key or a certificate throws.
    package init(
        identifier: Pass.MVPDIdentifier, entityID: String? = nil, key: SandboxKey? = nil,
        subscribers: [Subscriber] = Subscriber.examples, serviceProvider: SandboxServiceProvider,
        now: SAML.Instant, makeIdentifier: @escaping @Sendable () -> String
    ) throws {
        self.identifier = identifier
        let entityID = entityID ?? Self.defaultEntityID(identifier)
        self.entityID = entityID
        self.subscribers = subscribers
        self.key = try key ?? SandboxKey.makeRSA(name: identifier.rawValue, validFrom: now)
        p256Key = try SandboxKey.makeP256(name: identifier.rawValue, validFrom: now)
        self.serviceProvider = serviceProvider
        self.makeIdentifier = makeIdentifier
    }

    /// The address of its attribute service.
    package var attributeService: String { entityID + "/attributes" }

    /// Its certificates in PEM, the RSA key's first.
    package var keyPEM: String { key.certificatePEM + p256Key.certificatePEM }

    /// Adobe's signed attribute query for an app: the XML text to pass on as `verificationToken`.
    ///
    /// REST API v1 sends its bytes, v2 their Base64 in `authenticationRequest.request`.
    ///
    /// - Parameters:
    ///   - serviceProvider: The programmer's channel or brand.
    ///   - platform: What the app runs on.
    ///   - attributeNames: The attributes to ask for.
    ///   - id: The `ID`, which must not be guessable; the response names it in `InResponseTo`.
    ///   - now: The time.
    /// - Returns: A `samlp:AttributeQuery` on one line.
    /// - Throws: What signing throws, such as a parsing error when a value cannot be in XML.
    package func verificationToken(
        serviceProvider: Pass.ServiceProvider, platform: Pass.Platform, attributeNames: [String],
        id: String, now: SAML.Instant
    ) throws -> String {
        try self.serviceProvider.query(
            for: "\(serviceProvider.rawValue)/\(platform.rawValue)",
            destination: attributeService, attributeNames: attributeNames, id: id, now: now)
    }

    /// Answers a query.
    ///
    /// - Parameters:
    ///   - query: The verification token, XML or Base64 of it.
    ///   - attributeNames: The attributes the app wants; none wants all the query asks for.
    ///   - style: How the response is written and signed.
    ///   - subscriber: Whom it is about; the first customer unless given.
    ///   - now: The time.
    /// - Returns: A `samlp:Response` without an XML declaration.
    /// - Throws: A ``QueryRefusal``, or what signing throws.
    package func response(
        to query: String, attributeNames: [String], style: ResponseStyle = .singleLine,
        subscriber: Subscriber? = nil, now: SAML.Instant
    ) throws -> String {
        guard style.isKnown else {
            throw QueryRefusal(
                .unknownStyle,
                "This sandbox has the styles "
                    + ResponseStyle.all.map(\.rawValue).joined(separator: ", ") + ".")
        }
        let verified = try QueryVerification(
            serviceProvider: serviceProvider, destination: attributeService
        ).query(in: query, now: now)
        let names = try released(attributeNames, by: verified)
        let draft = ResponseDraft(
            id: "_r" + makeIdentifier(), assertionID: "_a" + makeIdentifier(),
            inResponseTo: verified.id ?? "", issuer: entityID, now: now, style: style,
            subscriber: subscriber ?? subscribers.first, attributeNames: names)
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
            : wanted.filter { name in
                asked.isEmpty || asked.contains { $0.utf8.elementsEqual(name.utf8) }
            }
        guard !names.isEmpty || (wanted.isEmpty && asked.isEmpty) else {
            throw QueryRefusal(
                .attributesNotInQuery,
                "The query requests none of the app's attributes. Take attributeNames from "
                    + "where the verification token came from.")
        }
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(Array($0.utf8)).inserted }
    }

    private static func defaultEntityID(_ identifier: Pass.MVPDIdentifier) -> String {
        let name = identifier.rawValue.lowercased().utf8
            .filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return "https://\(String(decoding: name, as: UTF8.self)).example.com/saml"
    }
}

extension SimulatedMVPD: Redacted {
    /// Which MVPD it is.
    package var description: String { "SimulatedMVPD(\(identifier.rawValue))" }
}
