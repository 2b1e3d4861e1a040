internal import PayloadCoding
internal import SAML2
internal import XMLCore
internal import XMLSecurity

/// The checks of a query before a simulated MVPD answers it.
struct QueryVerification {
    /// The maximum age of a query in seconds: the lifetime of an authentication session.
    static let lifetime: Int64 = 30 * 60
    /// The accepted difference of the clocks, in seconds.
    static let clockSkew: Int64 = 60

    let serviceProvider: SandboxServiceProvider
    /// The address of the MVPD's attribute service.
    let destination: String

    /// Verifies a query and reads it from what was signed.
    ///
    /// - Parameters:
    ///   - text: XML, or Base64 of it.
    ///   - now: The time.
    /// - Returns: The query.
    /// - Throws: A ``QueryRefusal``.
    func query(in text: String, now: SAML.Instant) throws(QueryRefusal) -> SAML.AttributeQuery {
        let query = try verified(document(text))
        guard let named = query.destination, isSame(named, destination) else {
            throw QueryRefusal(
                .wrongDestination,
                "The query is meant for another MVPD. Ask the sandbox for one with the MVPD that "
                    + "the device is signed in with.")
        }
        guard let issued = query.issueInstant,
            issued.advanced(bySeconds: Self.lifetime) > now,
            issued <= now.advanced(bySeconds: Self.clockSkew)
        else {
            throw QueryRefusal(
                .expired,
                "The query is more than \(Self.lifetime / 60) minutes old or from the future. Ask "
                    + "for a new one; do not keep verification tokens.")
        }
        return query
    }

    private func document(_ text: String) throws(QueryRefusal) -> XML.Document {
        var bytes = Array(text.utf8)
        if bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") {
            bytes = (try? Base64.decodeWrapped(bytes)) ?? []
        }
        guard let document = try? XML.Document(parsing: bytes) else {
            throw QueryRefusal(
                .notXML,
                "The verification token is neither XML nor Base64 of XML. Pass the value of the "
                    + "profile request or authenticationRequest.request unchanged.")
        }
        return document
    }

    private func verified(_ document: XML.Document) throws(QueryRefusal) -> SAML.AttributeQuery {
        guard document.rootElement.isNamed(.attributeQuery) else {
            throw QueryRefusal(
                .notAQuery, "The verification token is not a samlp:AttributeQuery.")
        }
        var trust = SAML.TrustStore()
        trust.trust(
            [serviceProvider.key.trusted], forIssuer: SandboxServiceProvider.entityID,
            as: [.serviceProvider])
        let verifier = SAML.MessageVerifier(trusting: trust)
        do throws(SAML.MessageVerifier.Failure) {
            let query = try verifier.verifiedQuery(in: document).query
            guard query.id != nil, let issuer = query.issuer,
                isSame(issuer.uri, SandboxServiceProvider.entityID)
            else {
                throw .signature(.absent(from: document.rootElement))
            }
            return query
        } catch {
            switch error {
            case .structure(let error): throw QueryRefusal(.notAQuery, error.description)
            default:
                throw QueryRefusal(
                    .signatureInvalid,
                    "The sandbox did not sign this query, or it was modified. Pass the "
                        + "verification token on byte for byte; a restarted sandbox has new keys.")
            }
        }
    }
}
