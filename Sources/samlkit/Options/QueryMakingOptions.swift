import ArgumentParser
import SAML2
import WireText
import XMLSecurity

/// The options of `query --make`.
struct QueryMakingOptions: ParsableArguments {
    @Option(help: "The service provider that sends the query.")
    var issuer: String?

    @Option(help: "The NameID of the subject.")
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "The Format of the NameID: persistent, transient, unspecified or a URI "
                + "(default: persistent).",
            valueName: "format"))
    var subjectFormat: String?

    @Option(help: ArgumentHelp("The NameQualifier of the NameID.", valueName: "name"))
    var nameQualifier: String?

    @Option(help: ArgumentHelp("The SPNameQualifier of the NameID.", valueName: "name"))
    var spNameQualifier: String?

    @Option(
        help: ArgumentHelp(
            "An attribute to request, or several separated by commas; repeats. Without any, all "
                + "are requested.",
            valueName: "name"))
    var attribute: [String] = []

    @Option(
        help: ArgumentHelp(
            "The NameFormat of the attributes: basic, uri, unspecified or a URI (default: basic).",
            valueName: "format"))
    var nameFormat: String?

    @Option(help: ArgumentHelp("The address that receives the query.", valueName: "URI"))
    var destination: String?

    @Option(help: ArgumentHelp("The ID of the query (default: random).", valueName: "ID"))
    var id: String?

    @Option(
        help: .file("A PEM file with the signing key."),
        completion: .file())
    var key: String?

    @Option(
        help: .file("A PEM file with the key's certificate, to include in the signature."),
        completion: .file())
    var certificate: String?

    @Flag(help: "Write the query in Base64 instead of XML.")
    var base64 = false

    /// The first given option that needs `--make`.
    var firstGiven: String? {
        let options: [(String, Bool)] = [
            ("--issuer", issuer != nil), ("--subject", subject != nil),
            ("--subject-format", subjectFormat != nil), ("--name-qualifier", nameQualifier != nil),
            ("--sp-name-qualifier", spNameQualifier != nil), ("--attribute", !attribute.isEmpty),
            ("--name-format", nameFormat != nil), ("--destination", destination != nil),
            ("--id", id != nil), ("--key", key != nil), ("--certificate", certificate != nil),
            ("--base64", base64),
        ]
        return options.first(where: \.1)?.0
    }

    /// Returns the query, issued at `now`.
    func draft(at now: SAML.Instant) throws -> SAML.AttributeQuery.Draft {
        guard let issuer, let subject else {
            throw ValidationError("--make needs --issuer, --subject and --key.")
        }
        let subjectFormat = subjectFormat ?? "persistent"
        let nameFormat = nameFormat ?? "basic"
        let name = SAML.NameID(
            subject, format: Self.subjectFormats[subjectFormat] ?? subjectFormat,
            nameQualifier: nameQualifier, spNameQualifier: spNameQualifier)
        let format = Self.nameFormats[nameFormat] ?? nameFormat
        let names = attribute.flatMap { $0.split(separator: ",").map(String.init) }
        return SAML.AttributeQuery.Draft(
            id: id ?? Self.randomIdentifier(), issueInstant: now, issuer: issuer, subject: name,
            destination: destination,
            requestedAttributes: names.map { .init($0, nameFormat: format) })
    }

    /// Returns the signer of the query.
    func signer() throws -> EnvelopedSigner {
        guard let key else { throw ValidationError("--make needs --issuer, --subject and --key.") }
        let signingKey = try InputFile.reading(key) { try SigningKey(pemEncoded: $0) }
        guard let certificate else { return EnvelopedSigner(key: signingKey) }
        return try InputFile.reading(certificate) {
            try EnvelopedSigner(key: signingKey, certificatesPEM: $0)
        }
    }

    /// The formats of subjects that have a short name.
    private static let subjectFormats = [
        "persistent": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
        "transient": "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
        "unspecified": "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
    ]

    /// The formats of attribute names that have a short name.
    private static let nameFormats = [
        "basic": SAML.Attribute.NameFormat.basic, "uri": SAML.Attribute.NameFormat.uri,
        "unspecified": SAML.Attribute.NameFormat.unspecified,
    ]

    /// An underscore and 128 random bits (SAML Core, section 1.3.4).
    private static func randomIdentifier() -> String {
        "_" + Hexadecimal.text((0..<16).map { _ in UInt8.random(in: 0...255) })
    }
}
