internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import WireText
internal import XMLCore

extension ProfileRecord {
    /// Every field, in the order it is written; the fields of a group stand together.
    package static let columns: [RecordField<ProfileRecord>] =
        origin + verified(MessageContent.identity) + trust + verified(MessageContent.conditions)
        + verified(MessageContent.subject) + claims + encoding

    /// The fields with those of one group together.
    package static let sections = RecordSection.sections(of: columns)

    /// The fields at the top of a record, which say what was verified.
    private static func verified(
        _ fields: [RecordField<MessageContent>]
    ) -> [RecordField<ProfileRecord>] {
        fields.map { $0.of(\.verified) }
    }

    private static let origin: [RecordField<ProfileRecord>] = [
        RecordField("schema", .integer) { _ in schemaVersion },
        RecordField("index", .integer) { $0.index },
        RecordField("source.file") { $0.source.file },
        RecordField("source.entry", .integer) { $0.source.entry },
        RecordField("source.line", .integer) { $0.source.line },
        RecordField("source.time", .text) { $0.source.time },
        RecordField("source.host", .text) { $0.source.host },
        RecordField("source.part", .text) { $0.source.part?.rawValue },
        RecordField("source.alsoAt", .json) { record in
            record.source.alsoAt.isEmpty
                ? nil : record.source.alsoAt.map { JSONValue.object($0.jsonMembers) }
        },
        RecordField("kind") { $0.kind?.rawValue },
        RecordField("outcome") { $0.outcome.rawValue },
        RecordField("count", .integer) { $0.entryCount },
        RecordField("reasons", .json) { $0.reasons.map(\.json) },
        RecordField("envelope", .json) { $0.envelope.map(\.rawValue) },
    ]

    private static let trust: [RecordField<ProfileRecord>] = [
        RecordField("signature.verdict") { $0.signature.verdict.rawValue },
        RecordField("signature.signed", .json) { $0.signature.signed.map(\.rawValue) },
        RecordField("signature.signatureMethod") { $0.signature.signatureMethod },
        RecordField("signature.digestMethod") { $0.signature.digestMethod },
        RecordField("signature.canonicalization") { $0.signature.canonicalization },
        RecordField("signature.keySHA256") { $0.signature.keySHA256 },
        RecordField("encrypted", .json) { $0.encrypted.map(\.rawValue) },
        RecordField("encryption.methods", .json) { $0.encryption?.methods },
        RecordField("encryption.keyTransports", .json) { $0.encryption?.keyTransports },
        RecordField("encryption.orders", .json) { $0.encryption?.orders.map(\.rawValue) },
        RecordField("conditions.verdict") { $0.conditions.verdict.rawValue },
        RecordField("conditions.checked", .json) { $0.conditions.checked.map(\.rawValue) },
        RecordField("conditions.now", .text) { $0.conditions.now },
    ]

    private static let claims: [RecordField<ProfileRecord>] = [
        RecordField("claimed", .json) { record in
            Optional.some(record.claimed.map { RecordClaims(content: $0.unverified) })
        },
        RecordField("missing", .json) { $0.missing },
    ]

    private static let encoding: [RecordField<ProfileRecord>] = [
        RecordField("normalization.mode", .text) { $0.normalization?.mode.rawValue },
        RecordField("normalization.preservesSignature", .boolean) { record in
            record.normalization.map(\.preservesSignature)
        },
        RecordField("normalization.warnings", .json) {
            $0.normalization?.warnings.map(\.rawValue)
        },
        RecordField("payload", .text) { $0.payload.map { JSONValue.plain($0) } },
        RecordField("bytes", .integer) { $0.byteCount },
        RecordField("redacted", .boolean) { $0.isRedacted },
    ]
}

extension MessageContent {
    static let identity: [RecordField<MessageContent>] = [
        RecordField("response.id", .text) { $0.message.map(\.id) },
        RecordField("response.inResponseTo", .text) { $0.message.map(\.inResponseTo) },
        RecordField("response.issueInstant", .text) {
            $0.message.map { $0.issueInstant?.description }
        },
        RecordField("response.destination", .text) { $0.message.map(\.destination) },
        RecordField("response.status", .text) { $0.message.map(\.status) },
        RecordField("issuer") { $0.issuer },
    ]

    static let conditions: [RecordField<MessageContent>] = [
        RecordField("conditions.notBefore") { $0.notBefore?.description },
        RecordField("conditions.notOnOrAfter") { $0.notOnOrAfter?.description },
        RecordField("conditions.audiences", .json) { $0.audiences },
    ]

    static let subject: [RecordField<MessageContent>] = [
        RecordField("nameID.value", .text) { $0.nameID.map { Optional($0.value) } },
        RecordField("nameID.format", .text) { $0.nameID.map(\.format) },
        RecordField("nameID.nameQualifier", .text) { $0.nameID.map(\.nameQualifier) },
        RecordField("nameID.spNameQualifier", .text) { $0.nameID.map(\.spNameQualifier) },
        RecordField("attributes", .json) { RecordAttributes(items: $0.attributes) },
        RecordField("otherAttributes", .json) { $0.otherAttributes },
    ]

    /// The fields that `claimed` can have, with those of one group together.
    ///
    /// It alone has the provider's words on a failure, so that tables keep their columns.
    package static let sections = RecordSection.sections(
        of: identity.dropLast()
            + [
                RecordField("response.statusMessage", .text) { $0.message?.statusMessage }
            ] + identity.suffix(1) + conditions + subject)
}

extension Reason {
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("code", .string(code.rawValue)), ("message", .string(message)),
        ]
        if let position {
            members.append(("line", .integer(position.line)))
            members.append(("column", .integer(position.column)))
        }
        if let expected { members.append(("expected", .string(expected))) }
        if let found { members.append(("found", .string(found))) }
        if let likelyCause { members.append(("likelyCause", .string(likelyCause))) }
        members.append(("sentence", .string(statement)))
        if isSearchedBriefly { members.append(("searchedBriefly", .boolean(true))) }
        return .object(members)
    }
}

extension MessagePlace {
    /// The known facts about the place.
    var jsonMembers: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        if let entry { members.append(("entry", .integer(entry))) }
        if let line { members.append(("line", .integer(line))) }
        if let part { members.append(("part", .string(part.rawValue))) }
        return members
    }
}
