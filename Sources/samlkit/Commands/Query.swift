import ArgumentParser
import ProfileProcessing
import SAML2
import SAMLBindings
import XMLCore

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a verificationToken: who asks whom for which attributes.",
        discussion: """
            The token may be bare XML, Base64, percent-encoded Base64, or a SAMLRequest parameter.

            Example: samlkit query verification-token.b64
            """)

    @Argument(help: ArgumentHelp("The token; - is standard input.", valueName: "file"))
    var file: String

    @Flag(help: "Write a JSON object.")
    var json = false

    func run() throws {
        let query = try read()
        if json { return try Console.write(query.json.line) }
        let rows: [(String, String?)] = [
            ("id", query.id), ("issued", query.issueInstant?.description),
            ("issuer", query.issuer?.uri), ("destination", query.destination),
            ("subject", query.subject?.nameID?.value),
            ("signature", query.hasSignature ? "present, NOT VERIFIED" : "none"),
        ]
        for (label, text) in rows {
            guard let text else { continue }
            try Console.print(TerminalText.safe("\(label.padding(to: 14))\(text)"))
        }
        for (number, attribute) in query.requestedAttributes.enumerated() {
            let label = (number == 0 ? "asks for" : "").padding(to: 14)
            let friendlyName = attribute.friendlyName.map { " (\($0))" } ?? ""
            try Console.print(TerminalText.safe("\(label)\(attribute.name)\(friendlyName)"))
        }
    }

    private func read() throws -> SAML.AttributeQuery {
        let message = CapturedMessage(octets: try InputFile.octets(file))
        do {
            let envelope = try EnvelopeDecoder().envelope(from: message)
            let document = try XML.Document(parsing: envelope.xml)
            return try SAML.AttributeQuery(unverified: document.rootElement)
        } catch {
            throw CommandFailure(.rejected, "\(file): \(error)")
        }
    }
}

extension SAML.AttributeQuery {
    fileprivate var json: JSONValue {
        .object([
            ("id", .string(orNull: id)),
            ("issueInstant", .string(orNull: issueInstant?.description)),
            ("destination", .string(orNull: destination)),
            ("issuer", .string(orNull: issuer?.uri)),
            (
                "nameID",
                subject?.nameID.map { nameID in
                    .object([
                        ("value", .string(nameID.value)),
                        ("format", .string(orNull: nameID.format)),
                    ])
                } ?? .null
            ),
            (
                "requestedAttributes",
                .array(
                    requestedAttributes.map { attribute in
                        .object([
                            ("name", .string(attribute.name)),
                            ("nameFormat", .string(orNull: attribute.nameFormat)),
                            ("friendlyName", .string(orNull: attribute.friendlyName)),
                            ("values", .array(attribute.values.map { .string(orNull: $0.text) })),
                        ])
                    })
            ),
            ("hasSignature", .boolean(hasSignature)),
        ])
    }
}
