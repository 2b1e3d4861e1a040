internal import BatchEngine
internal import PayloadCoding
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// The facts of a record for its reader.
struct MessageFacts {
    typealias Members = [(name: String, value: JSONValue)]

    let record: ProfileRecord
    let stated: StatedFacts
    let processor: ProfileProcessor
    let remedies: ReportRemedies

    init(
        _ record: ProfileRecord, _ stated: StatedFacts, _ processor: ProfileProcessor,
        _ remedies: ReportRemedies
    ) {
        self.record = record
        self.stated = stated
        self.processor = processor
        self.remedies = remedies
    }

    private var claimed: MessageContent? { record.claimed?.unverified }
    private var context: SAML.ProcessingContext { processor.options.context }

    /// The subject: what is verified of it, or else what is claimed.
    private var subject: String? {
        record.verified.nameID?.value ?? claimed?.nameID?.value ?? stated.subject
    }

    /// Returns the cells of the table.
    func summary(index: Int) -> Members {
        let reason =
            record.reasons.first { $0.sentence != nil || $0.likelyCause != nil }
            ?? record.reasons.first
        let words = reason.map(remedies.words)
        let ids = [record.verified, claimed].compactMap(\.self).flatMap {
            [$0.message?.id, $0.message?.inResponseTo]
        }.compactMap(\.self)
        let source = record.source
        var members: Members = [
            ("index", .integer(index)), ("outcome", .string(record.outcome.rawValue)),
            ("kind", .string(orNull: record.kind?.rawValue)),
            ("issuer", .string(orNull: record.groupingIssuer)),
            ("subject", .string(orNull: subject)),
            ("time", .string(orNull: source.shownTime ?? issued)),
            ("file", .string(orNull: source.file)), ("place", .string(place)),
            ("ids", .strings(ids)),
        ]
        members.append(("code", .string(orNull: reason?.code.rawValue)))
        members.append(("cause", .string(orNull: reason?.likelyCause)))
        members.append(("what", .string(orNull: words?.what)))
        members.append(("action", .string(orNull: words?.action)))
        return members
    }

    /// Returns the cells of the table for an entry of saved results.
    static func summary(of entry: ResultEntry, _ remedies: ReportRemedies) -> Members {
        let words = entry.reasons.first.map {
            remedies.savedWords($0, entry.likelyCause, entry.words.sentence)
        }
        let time = entry.captureTime ?? entry.issueInstant
        return [
            ("index", .integer(entry.index)),
            ("outcome", .string(entry.outcome.rawValue)),
            ("kind", .string(orNull: entry.kind?.rawValue)),
            ("issuer", .string(orNull: entry.issuer)),
            ("subject", .string(orNull: entry.words.subject)),
            (
                "time",
                .string(orNull: time.map { SAML.Instant(secondsSinceEpoch: $0).description })
            ),
            ("file", .string(orNull: entry.file)),
            (
                "place",
                .string(
                    [entry.entry.map { "entry \($0)" }, entry.line.map { "line \($0)" }]
                        .compactMap(\.self).joined(separator: ", "))
            ),
            ("ids", .strings(entry.words.identifiers)),
            ("code", .string(orNull: entry.reasons.first)),
            ("cause", .string(orNull: entry.likelyCause)),
            ("what", .string(orNull: words?.what)), ("action", .string(orNull: words?.action)),
            ("reasons", .array(entry.reasons.map { .object([("code", .string($0))]) })),
            (
                "attributes",
                .array(
                    entry.words.attributes.map { item in
                        .array([.string(item.name), .string(item.values.joined(separator: " | "))])
                    })
            ),
        ]
    }

    private var issueInstant: SAML.Instant? {
        (record.verified.message ?? claimed?.message)?.issueInstant
    }

    private var issued: String? { issueInstant?.wholeSeconds }

    /// The time that conditions were checked at.
    private var now: SAML.Instant? { context.isTimeOfIssue ? issueInstant : context.now }

    private var place: String {
        let source = record.source
        return [
            source.entry.map { "entry \($0)" }, source.line.map { "line \($0)" },
            source.part?.rawValue,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the history of the message, in order.
    func story(_ examination: MessageExamination?) -> JSONValue {
        let source = record.source
        var steps: [(String, String)] = []
        let whence = [source.file, place.isEmpty ? nil : place].compactMap(\.self)
        let when = [source.shownTime, source.host.map { "sent to \($0)" }].compactMap(\.self)
        steps.append(("Captured", (whence + when).joined(separator: ", ")))
        let unpacked = record.envelope.map(\.rawValue).joined(separator: ", then ")
        if record.kind != nil || !record.envelope.isEmpty {
            steps.append(
                (
                    "Unpacked",
                    (unpacked.isEmpty ? "plain XML, in no packaging" : unpacked)
                        + ": \(record.byteCount.counted("byte")) of XML"
                ))
        }
        if record.kind != nil {
            let issuer = record.groupingIssuer.map { " by \(SAML.Discrepancy.visible($0))" } ?? ""
            steps.append(("Issued", "\(issued ?? "at an unknown time")\(issuer)"))
            steps.append(("Signed", signed))
        }
        if let message = record.verified.message ?? claimed?.message,
            let words = message.statusMessage
        {
            let status = message.status?.split(separator: ":").last ?? "no status"
            steps.append(
                (
                    "Answered",
                    "\(status), “\(SAML.Discrepancy.shortened(words))” "
                        + (record.verified.message == nil ? "(claimed)" : "(verified)")
                ))
        }
        if !record.encrypted.isEmpty {
            let parts = record.encrypted.map(\.rawValue).joined(separator: ", ")
            let methods = record.encryption.map {
                ", decrypted: "
                    + ($0.methods + $0.keyTransports).map(\.algorithmName)
                    .joined(separator: ", ")
            }
            steps.append(("Encrypted", parts + (methods ?? ", not decrypted")))
        }
        let time = now.map {
            " at \($0.wholeSeconds)" + (context.isTimeOfIssue ? ", when it was issued" : "")
        }
        let codes = record.reasons.map(\.code.rawValue).joined(separator: ", ")
        steps.append(
            (
                "Judged",
                record.outcome.rawValue + (time ?? "") + (codes.isEmpty ? "" : ": \(codes)")
            ))
        if let normalization = record.normalization {
            steps.append(
                (
                    "Encoded",
                    "\(normalization.mode.rawValue): \(record.encodingEffect ?? "")"
                ))
        }
        return .array(steps.map { .strings([$0.0, $0.1]) })
    }

    private var signed: String {
        let signature = record.signature
        guard !signature.signed.isEmpty else { return "no signature" }
        let parts = signature.signed.map(\.rawValue).joined(separator: " and ")
        let method = signature.signatureMethod.map { " with \($0.algorithmName)" } ?? ""
        let key = signature.key.map {
            " by \($0.certificate?.subject ?? "key \($0.keySHA256.prefix(16))…")"
        }
        let verdict =
            signature.verdict == .notChecked ? "not verified" : signature.verdict.rawValue
        return "\(parts)\(method)\(key ?? ""): \(verdict)"
    }

    /// The reasons, most decisive first.
    var reasons: JSONValue {
        .array(
            record.reasons.map { reason in
                let words = remedies.words(reason)
                var members: Members = [
                    ("code", .string(reason.code.rawValue)),
                    ("text", .string(reason.statement)),
                ]
                if let action = words.action { members.append(("action", .string(action))) }
                if let cause = reason.likelyCause { members.append(("cause", .string(cause))) }
                if let position = reason.position {
                    members.append(("at", .string("\(position)")))
                }
                return .object(members)
            })
    }

    /// Each condition with the value that was expected and the one that was found.
    var conditions: JSONValue {
        guard record.kind != nil else { return .array([]) }
        let content =
            record.verified.message != nil || !record.verified.audiences.isEmpty
            ? record.verified : claimed ?? record.verified
        let message = record.verified.message ?? claimed?.message
        func row(_ check: SAML.Check, _ expected: String?, _ found: String?)
            -> JSONValue
        {
            let failed = record.reasons.first { reason in
                reason.code.conditionsFailure?.places.checks.contains(SAML.Checks(check)) ?? false
            }
            let state =
                failed != nil
                ? "failed" : record.conditions.checked.contains(check) ? "met" : "not checked"
            return .array([
                .string(check.rawValue), .string(failed?.expected ?? expected ?? "–"),
                .string(failed?.found ?? found ?? "–"), .string(state),
            ])
        }
        let begin = content.notBefore.map { "from \($0.wholeSeconds)" }
        let end = content.notOnOrAfter.map { "until \($0.wholeSeconds)" }
        let validity = [begin, end].compactMap(\.self).joined(separator: " ")
        let audiences = content.audiences.isEmpty ? stated.audiences : content.audiences
        return .array([
            row(
                .time, now.map { "\($0.wholeSeconds), give or take \(context.clockSkew) s" },
                validity.isEmpty ? stated.validity : validity),
            row(
                .audience, context.audience,
                audiences.isEmpty ? nil : audiences.joined(separator: ", ")),
            row(.recipient, context.recipient, message?.destination),
            row(
                .inResponseTo,
                context.isUnsolicited ? "none" : context.inResponseTo ?? context.query?.id,
                message?.inResponseTo),
            row(
                .issuer, context.issuer, record.groupingIssuer),
        ])
    }

    /// Names and values, and whether a trusted key vouches for them.
    var attributes: JSONValue {
        var rows: [JSONValue] = []
        func add(_ content: MessageContent, _ state: String) {
            if let name = content.nameID {
                rows.append(
                    .strings([
                        "NameID" + (name.format.map { " (\($0.algorithmName))" } ?? ""), name.value,
                        state,
                    ]))
            }
            let texts = ValueTexts(of: content.attributes).byItem
            for (item, values) in zip(content.attributes, texts) {
                rows.append(
                    .strings([
                        item.name, values.map { $0 ?? "(nil)" }.joined(separator: " | "), state,
                    ]))
            }
            let known = Set(content.attributes.map(\.name))
            for name in content.otherAttributes ?? [] where !known.contains(name) {
                rows.append(.strings([name, "(sent, not required)", state]))
            }
        }
        add(record.verified, "verified")
        if let claimed { add(claimed, "claimed") }
        if rows.isEmpty {
            if let subject = stated.subject {
                rows.append(.strings(["NameID", subject, "NOT verified"]))
            }
            for item in stated.attributes {
                rows.append(
                    .strings([item.name, item.values.joined(separator: " | "), "NOT verified"]))
            }
        }
        for name in record.missing { rows.append(.strings([name, "", "missing"])) }
        return .array(rows)
    }
}

extension String {
    /// The last part of an algorithm identifier.
    var algorithmName: String {
        split { $0 == "#" || $0 == "/" || $0 == ":" }.last.map(String.init) ?? self
    }
}
