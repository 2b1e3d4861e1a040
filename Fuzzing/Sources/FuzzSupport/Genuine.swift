@_spi(Fuzzing) package import SAML2
import XMLCore
package import XMLSecurity

/// What the issuers of the samples signed, and whom the fuzzer trusts.
///
/// Nobody else has their private keys, so that whatever is accepted must be one of these.
package struct Genuine: Sendable {
    /// The issuers of the samples, and the service provider that asks them.
    package let trust: SAML.TrustStore
    /// Accepts what they signed.
    package let ladder: SAML.Ladder
    /// The canonical bytes of every element that a trusted key signed.
    package let forms: Set<[UInt8]>
    /// What the assertions in them say.
    package let statements: Set<[String?]>

    /// Reads the samples.
    ///
    /// - Parameter decryptor: What decrypts, too.
    /// - Throws: An error when a sample cannot be read.
    package init(decryptor: Decryptor? = nil) throws {
        var trust = try SAML.TrustStore(metadata: Samples.bytes("metadata/all-idps.xml"))
        let requester = try Samples.bytes("keys/sample-sp-signing.cert.pem")
        trust.trust(
            try TrustedKey.keys(pemEncoded: String(decoding: requester, as: UTF8.self)),
            forIssuer: "https://saml.sp.auth.adobe.com", as: [.serviceProvider])
        self.trust = trust
        ladder = SAML.Ladder(
            trusting: trust, policy: .legacySHA1, decryptor: decryptor)
        var forms: Set<[UInt8]> = []
        var statements: Set<[String?]> = []
        for path in try Samples.paths(in: "captures", ending: ".xml") {
            let document = try XML.Document(parsing: Samples.bytes(path))
            guard let finding = ladder.finding(in: document) else { continue }
            forms.formUnion(finding.signedForms)
            statements.formUnion(finding.statements)
        }
        guard forms.count > 30 else { Fuzzing.fail("there are only \(forms.count) signed samples") }
        self.forms = forms
        self.statements = statements
    }
}

extension Genuine {
    /// Ends the run unless all of a message was signed by somebody who is trusted.
    package func expect(_ finding: SAML.Ladder.Finding) {
        guard !finding.signedForms.isEmpty else { Fuzzing.fail("accepted without a signature") }
        for form in finding.signedForms where !forms.contains(form) {
            Fuzzing.fail("accepted: \(String(decoding: form, as: UTF8.self))")
        }
        for statement in finding.statements where !statements.contains(statement) {
            Fuzzing.fail("an assertion says what nobody signed")
        }
    }
}
