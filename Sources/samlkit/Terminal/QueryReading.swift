import ProfileProcessing
import SAML2
import WireText
import XMLCore
import XMLSecurity

/// The content of a query and the verdict on its signature.
struct QueryReading {
    /// The verified query; `nil` if no keys are trusted, or if the signature is invalid.
    private var query: SAML.AttributeQuery?
    /// The claimed query, if no keys are trusted.
    private var claimed: SAML.AttributeQuery?
    private var verdict = SignatureSummary.Verdict.valid
    private var verified: VerifiedElement?
    /// The reason not to answer the query.
    private(set) var failure: Reason?

    init(
        of file: QueryFile, trusting trust: SAML.TrustStore?, policy: XMLDSig.Policy,
        now: SAML.Instant
    ) {
        guard let trust else {
            claimed = file.query.unverified
            let isSigned = file.query.unverified.hasSignature || file.signedQuery != nil
            verdict = isSigned ? .notChecked : .absent
            return
        }
        let verifier = SAML.MessageVerifier(trusting: trust, policy: policy, now: now)
        do throws(SAML.MessageVerifier.Failure) {
            (query, verified) =
                if let signed = file.signedQuery {
                    try verifier.verifiedQuery(in: signed)
                } else {
                    try verifier.verifiedQuery(in: file.document)
                }
            let context = SAML.ProcessingContext(now: now, audience: nil)
            failure = query.flatMap { query in
                query.failures(in: context).first.map { failure in
                    Reason(
                        .conditions(failure), message: failure.description,
                        comparing: query.discrepancy(of: failure, in: context, isClaimed: false))
                }
            }
        } catch {
            switch error {
            case .structure(let error):
                failure = Reason(
                    .saml(error.code), message: error.description, position: error.position)
            case .decryption(let error):
                verdict = .invalid
                failure = Reason(.encryption(error.code), message: error.description)
            case .signature(let error):
                verdict =
                    error.code == .absent ? .absent : error.isRefusal ? .refused : .invalid
                failure = Reason(
                    .signature(error.code), message: error.description, position: error.position)
            }
        }
    }

    var lines: [ScreenLine] {
        func row(_ label: String, _ text: ScreenLine) -> ScreenLine {
            "\(.label, label.padding(to: 14))\(text)"
        }
        let word = verdict == .notChecked ? "NOT VERIFIED" : verdict.rawValue
        var lines = [row("signature", ScreenLine(signature, toning: word, verdict.tone))]
        if let failure { lines.append("  \(.bad, failure.code): \(failure.words)") }
        if claimed != nil {
            lines.append(row("claimed", ScreenLine("by the query, NOT verified:", .caution)))
        }
        guard let query = query ?? claimed else { return lines }
        let rows = [
            ("id", query.id), ("issued", query.issueInstant?.description),
            ("issuer", query.issuer?.uri), ("destination", query.destination),
            ("subject", query.subject?.nameID?.value),
        ]
        lines += rows.compactMap { label, text in text.map { row(label, ScreenLine($0)) } }
        for (number, attribute) in query.requestedAttributes.enumerated() {
            let label = number == 0 ? "asks for" : ""
            let friendlyName = attribute.friendlyName.map { " (\($0))" } ?? ""
            lines.append(row(label, "\(attribute.name)\(friendlyName)"))
        }
        return lines
    }

    private var signature: String {
        switch verdict {
        case .notChecked: return "present, NOT VERIFIED"
        case .absent: return "none"
        case .invalid, .refused: return verdict.rawValue
        case .valid:
            let method = verified?.signatureMethod.rawValue
                .split(whereSeparator: { $0 == "#" || $0 == "/" }).last.map { " (\($0), key " }
            let key = verified.map { $0.key.keySHA256.prefix(16) + "…)" }
            return "valid" + (method ?? "") + (key ?? "")
        }
    }

    /// Returns the content of a query, by its names in JSON.
    private static func members(
        of query: SAML.AttributeQuery?
    ) -> [(name: String, value: JSONValue)] {
        [
            ("id", .string(orNull: query?.id)),
            ("issueInstant", .string(orNull: query?.issueInstant?.description)),
            ("destination", .string(orNull: query?.destination)),
            ("issuer", .string(orNull: query?.issuer?.uri)),
            ("nameID", query?.subject?.nameID?.json ?? .null),
            ("requestedAttributes", .array((query?.requestedAttributes ?? []).map(\.json))),
        ]
    }

    var json: JSONValue {
        let signature: JSONValue = .object([
            ("verdict", .string(verdict.rawValue)),
            ("signatureMethod", .string(orNull: verified?.signatureMethod.rawValue)),
            ("keySHA256", .string(orNull: verified?.key.keySHA256)),
        ])
        let reasons = [failure].compactMap(\.self).map { reason -> JSONValue in
            .object([
                ("code", .string(reason.code.rawValue)), ("message", .string(reason.message)),
            ])
        }
        return .object(
            Self.members(of: query) + [
                ("claimed", claimed.map { .object(Self.members(of: $0)) } ?? .null),
                ("hasSignature", .boolean(verdict != .absent)), ("signature", signature),
                ("reasons", .array(reasons)),
            ])
    }
}

extension SAML.NameID {
    fileprivate var json: JSONValue {
        .object([("value", .string(value)), ("format", .string(orNull: format))])
    }
}

extension SAML.Attribute {
    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)), ("nameFormat", .string(orNull: nameFormat)),
            ("friendlyName", .string(orNull: friendlyName)),
            ("values", .array(values.map { .string(orNull: $0.text) })),
        ])
    }
}
