public import SAML2
public import XMLCore
public import XMLSecurity

/// What the issuers of the samples signed, and whom the fuzzer trusts.
///
/// Nobody else has their private keys, so that whatever is accepted must be one of these.
public struct Genuine: Sendable {
    /// The issuers of the samples, and the service provider that asks them.
    public let trust: SAML.TrustStore
    /// Accepts what they signed, with the widest policy, under which most can go wrong.
    public let verifier: SAML.MessageVerifier
    /// The canonical bytes of every element that a trusted key signed.
    public let forms: Set<[UInt8]>
    /// What the assertions in them say.
    public let statements: Set<[String?]>

    /// Reads the samples.
    ///
    /// - Parameter decryptor: What decrypts, too.
    /// - Throws: An error when a sample cannot be read.
    public init(decryptor: Decryptor? = nil) throws {
        var trust = SAML.TrustStore()
        let metadata = try XML.Document(parsing: Samples.bytes("metadata/all-idps.xml"))
        try trust.trust(SAML.Metadata(metadata.rootElement))
        let requester = try Samples.bytes("keys/sample-sp-signing.cert.pem")
        trust.trust(
            try TrustedKey.keys(pemEncoded: String(decoding: requester, as: UTF8.self)),
            forIssuer: "https://saml.sp.auth.adobe.com", as: [.serviceProvider])
        self.trust = trust
        verifier = SAML.MessageVerifier(
            trusting: trust, policy: .legacySHA1, decryptor: decryptor)
        var forms: Set<[UInt8]> = []
        var assertions: [SAML.Assertion] = []
        for path in try Samples.paths(in: "captures", ending: ".xml") {
            let document = try XML.Document(parsing: Samples.bytes(path))
            for element in try Self.verified(document, by: verifier) {
                forms.insert(element.canonicalForm.bytes)
                if let assertion = try? SAML.Assertion(element) { assertions.append(assertion) }
                if let response = try? SAML.Response(element) { assertions += response.assertions }
            }
        }
        guard forms.count > 30 else { Fuzzing.fail("there are only \(forms.count) signed samples") }
        self.forms = forms
        statements = Set(assertions.map(Self.statement(of:)))
    }

    /// The subject's identifier and the attributes of an assertion, with all texts.
    ///
    /// Values that are XML are equal only in the same document, hence not the values themselves.
    public static func statement(of assertion: SAML.Assertion) -> [String?] {
        [assertion.id, assertion.issuer?.value, assertion.subject?.nameID?.value]
            + assertion.attributes.flatMap { [$0.name, $0.friendlyName] + $0.values.map(\.text) }
    }

    /// Every element of a document that `verifier` accepts; none for what it refuses.
    public static func verified(
        _ document: XML.Document, by verifier: SAML.MessageVerifier
    ) throws -> [VerifiedElement] {
        if let response = try? verifier.verifiedResponse(in: document) {
            return [response.verifiedResponse].compactMap(\.self) + response.verifiedAssertions
        }
        guard let query = try? SAML.AttributeQuery(unverified: document.rootElement),
            let root = try? verifier.verifiedRoot(of: document, issuer: query.issuer?.uri)
        else { return [] }
        return [root]
    }
}

extension Genuine {
    /// Ends the run unless all of a response was signed by somebody who is trusted.
    public func expect(_ response: SAML.VerifiedResponse) {
        let elements =
            [response.verifiedResponse].compactMap(\.self) + response.verifiedAssertions
        guard !elements.isEmpty || response.response.assertions.isEmpty else {
            Fuzzing.fail("accepted without a signature")
        }
        expect(elements)
        for assertion in response.response.assertions
        where !statements.contains(Self.statement(of: assertion)) {
            Fuzzing.fail("an assertion says what nobody signed")
        }
    }

    /// Ends the run unless the elements are those of samples.
    public func expect(_ elements: [VerifiedElement]) {
        for element in elements where !forms.contains(element.canonicalForm.bytes) {
            Fuzzing.fail(
                "accepted: \(String(decoding: element.canonicalForm.bytes, as: UTF8.self))")
        }
    }
}
