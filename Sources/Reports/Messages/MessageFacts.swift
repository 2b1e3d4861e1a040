internal import BatchEngine
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings
internal import WireText
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
    func summary(index: Int, number: Int) -> Members {
        let reason =
            record.reasons.first { $0.sentence != nil || $0.likelyCause != nil }
            ?? record.reasons.first
        let ids = [record.verified, claimed].compactMap(\.self).flatMap {
            [$0.message?.id, $0.message?.inResponseTo]
        }.compactMap(\.self)
        let source = record.source
        return Self.cells(
            index, record.outcome, record.kind, issuer: record.groupingIssuer, subject: subject,
            time: source.shownTime ?? issued, file: source.file, number: number,
            place: source.placeInWords,
            ids: ids, code: reason?.code.rawValue, cause: reason?.likelyCause,
            words: reason.map(remedies.words))
    }

    /// Returns the cells of the table for an entry of saved results.
    static func summary(of entry: ResultEntry, _ remedies: ReportRemedies) -> Members {
        let time = (entry.captureTime ?? entry.issueInstant).map {
            SAML.Instant(secondsSinceEpoch: $0).description
        }
        let place = [entry.entry.map { "entry \($0)" }, entry.line.map { "line \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        func state(_ isClaimed: Bool) -> String { isClaimed ? "claimed" : "verified" }
        let words = entry.words
        let subject = words.subject.map {
            JSONValue.strings(["NameID", $0, state(words.isSubjectClaimed)])
        }
        let attributes =
            [subject].compactMap(\.self)
            + words.attributes.map { item in
                JSONValue.strings([
                    item.name, item.values.joined(separator: " | "), state(item.isClaimed),
                ])
            }
        return cells(
            entry.index, entry.outcome, entry.kind, issuer: entry.issuer,
            subject: entry.words.subject, time: time, file: entry.file, number: nil, place: place,
            ids: entry.words.identifiers, code: entry.reasons.first, cause: entry.likelyCause,
            words: entry.reasons.first.map {
                remedies.savedWords($0, entry.likelyCause, entry.words.sentence)
            }) + [
                ("reasons", .array(entry.reasons.map { .object([("code", .string($0))]) })),
                ("notes", .array(entry.notes.map { .object([("code", .string($0))]) })),
                ("attributes", .array(attributes)),
            ]
    }

    private static func cells(
        _ index: Int, _ outcome: ProfileRecord.Outcome, _ kind: ProfileRecord.Kind?,
        issuer: String?, subject: String?, time: String?, file: String?, number: Int?,
        place: String,
        ids: [String], code: String?, cause: String?, words: ReportRemedies.Words?
    ) -> Members {
        [
            ("index", .integer(index)), ("outcome", .string(outcome.rawValue)),
            ("kind", .string(orNull: kind?.rawValue)), ("issuer", .string(orNull: issuer)),
            ("subject", .string(orNull: subject)), ("time", .string(orNull: time)),
            ("file", .string(orNull: file)), ("nth", number.map { .integer($0) } ?? .null),
            ("place", .string(place)), ("ids", .strings(ids)),
            ("code", .string(orNull: code)), ("cause", .string(orNull: cause)),
            ("what", .string(orNull: words?.what)), ("action", .string(orNull: words?.action)),
        ]
    }

    private var issueInstant: SAML.Instant? {
        (record.verified.message ?? claimed?.message)?.issueInstant
    }

    private var issued: String? { issueInstant?.wholeSeconds }

    /// The time that conditions were checked at.
    private var now: SAML.Instant? {
        switch record.conditions.now {
        case .issued: issueInstant
        case .captured: record.source.instant
        case nil: context.now
        }
    }

    /// The history of the message, in order.
    var story: JSONValue {
        let source = record.source
        let place = source.placeInWords
        let facts = RecordFacts(record)
        var steps: [(String, String)] = []
        let whence = [source.file, place.isEmpty ? nil : place].compactMap(\.self)
        let when = [source.shownTime, source.hostInWords].compactMap(\.self)
        steps.append(("Captured", (whence + when).joined(separator: ", ")))
        let unpacked = record.envelope.map(\.rawValue).joined(separator: ", then ")
        if record.kind != nil || !record.envelope.isEmpty {
            let packaging = unpacked.isEmpty ? "plain XML, in no packaging" : unpacked
            steps.append(
                ("Unpacked", "\(packaging): \(record.byteCount.counted("byte")) of XML"))
        }
        if record.kind != nil {
            let issuer = record.groupingIssuer.map { " by \(SAML.Discrepancy.visible($0))" } ?? ""
            steps.append(("Issued", "\(issued ?? "at an unknown time")\(issuer)"))
            let signer = record.signature.key.map { key in
                ", by \(key.certificate?.subject ?? "key \(key.keySHA256.prefix(16))…")"
            }
            steps.append(("Signed", facts.signature + (signer ?? "")))
        }
        if let message = record.verified.message ?? claimed?.message,
            let words = message.statusMessage
        {
            let status = message.status?.split(separator: ":").last ?? "no status"
            let state = record.verified.message == nil ? "claimed" : "verified"
            steps.append(("Answered", "\(status), \(words.inQuotes) (\(state))"))
        }
        if let encrypted = facts.encrypted {
            let state = record.encryption == nil ? ", not decrypted" : ""
            steps.append(("Encrypted", encrypted + state))
        }
        let time = now.map {
            " at \($0.wholeSeconds)" + (record.conditions.now.map { ",\($0.words)" } ?? "")
        }
        let codes = record.reasons.map(\.code.rawValue).joined(separator: ", ")
        steps.append(
            (
                "Judged",
                record.outcome.rawValue + (time ?? "") + (codes.isEmpty ? "" : ": \(codes)")
            ))
        if let encoding = facts.encoding { steps.append(("Encoded", encoding)) }
        return .array(steps.map { .strings([$0.0, $0.1]) })
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

    /// What a stricter receiver would refuse.
    var notes: JSONValue {
        .array(
            record.notes.map { note in
                var members: Members = [
                    ("code", .string(note.code)), ("text", .string(note.message)),
                    ("action", .string(note.action)),
                ]
                if let position = note.position { members.append(("at", .string("\(position)"))) }
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
            for (name, values) in content.attributeTexts {
                rows.append(.strings([name, values ?? "", state]))
            }
            for name in content.namesSentBesides {
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
