internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
package import WireText
internal import XMLCore

/// One field of a record: the description that every output format is made from, and that lines of NDJSON, which
/// ``ProfileRecord/appendJSON(to:)`` writes, are held against.
///
/// It is a class because every record goes through all of them, and copying one costs a single count.
package final class RecordColumn: Sendable {
    /// The object the field is in, `nil` for the record itself.
    package let group: String?
    /// The field's name.
    package let name: String
    /// The form of the value in formats with different types of values.
    package let form: Form
    /// The field's value, `nil` where the field is absent.
    package let value: @Sendable (ProfileRecord) -> JSONValue?

    /// The kind of a field's value.
    package enum Form: Sendable {
        case integer
        case boolean
        case text
        /// A list or a map, which flat formats write as JSON.
        case json
    }

    /// The field's name in flat formats, such as `response.id`.
    package var path: String { group.map { "\($0).\(name)" } ?? name }

    init(
        _ path: String, _ form: Form, _ value: @escaping @Sendable (ProfileRecord) -> JSONValue?
    ) {
        let parts = path.split(separator: ".").map(String.init)
        group = parts.count > 1 ? parts.first : nil
        name = parts.last ?? path
        self.form = form
        self.value = value
    }

    /// A field that is a string, or null.
    private static func string(
        _ path: String, _ value: @escaping @Sendable (ProfileRecord) -> String?
    ) -> RecordColumn {
        RecordColumn(path, .text) { .string(orNull: value($0)) }
    }

    /// A field of something a record may not have at all; then it is absent.
    private static func string<Owner>(
        _ path: String, of owner: @escaping @Sendable (ProfileRecord) -> Owner?,
        _ value: @escaping @Sendable (Owner) -> String?
    ) -> RecordColumn {
        RecordColumn(path, .text) { record in
            owner(record).map { .string(orNull: value($0)) }
        }
    }

    /// Every field, in the order it is written; the fields of a group stand together.
    package static let all: [RecordColumn] =
        origin + ContentColumn.message.map(\.verified) + trust
        + ContentColumn.conditions.map(\.verified) + ContentColumn.subject.map(\.verified) + claims
        + encoding

    private static let origin: [RecordColumn] = [
        RecordColumn("schema", .integer) { _ in .integer(ProfileRecord.schemaVersion) },
        RecordColumn("index", .integer) { .integer($0.index) },
        .string("source.file") { $0.source.file },
        RecordColumn("source.entry", .integer) { $0.source.entry.map { .integer($0) } },
        RecordColumn("source.line", .integer) { $0.source.line.map { .integer($0) } },
        RecordColumn("source.time", .text) { $0.source.time.map { .string($0) } },
        RecordColumn("source.host", .text) { $0.source.host.map { .string($0) } },
        RecordColumn("source.part", .text) { $0.source.part.map { .string($0.rawValue) } },
        RecordColumn("source.alsoAt", .json) { record in
            record.source.alsoAt.isEmpty
                ? nil : .array(record.source.alsoAt.map { .object($0.jsonMembers) })
        },
        .string("kind") { $0.kind?.rawValue },
        .string("outcome") { $0.outcome.rawValue },
        RecordColumn("count", .integer) { $0.entryCount.map { .integer($0) } },
        RecordColumn("reasons", .json) { .array($0.reasons.map(\.json)) },
        RecordColumn("envelope", .json) { .strings($0.envelope.map(\.rawValue)) },
    ]

    private static let trust: [RecordColumn] = [
        .string("signature.verdict") { $0.signature.verdict.rawValue },
        RecordColumn("signature.signed", .json) { .strings($0.signature.signed.map(\.rawValue)) },
        .string("signature.signatureMethod") { $0.signature.signatureMethod },
        .string("signature.digestMethod") { $0.signature.digestMethod },
        .string("signature.canonicalization") { $0.signature.canonicalization },
        .string("signature.keySHA256") { $0.signature.keySHA256 },
        RecordColumn("encrypted", .json) { .strings($0.encrypted.map(\.rawValue)) },
        RecordColumn("encryption.methods", .json) { $0.encryption.map { .strings($0.methods) } },
        RecordColumn("encryption.keyTransports", .json) {
            $0.encryption.map { .strings($0.keyTransports) }
        },
        RecordColumn("encryption.orders", .json) {
            $0.encryption.map { .strings($0.orders.map(\.rawValue)) }
        },
        .string("conditions.verdict") { $0.conditions.verdict.rawValue },
        RecordColumn("conditions.checked", .json) {
            .strings($0.conditions.checked.map(\.rawValue))
        },
        RecordColumn("conditions.now", .text) { $0.conditions.now.map { .string($0) } },
    ]

    private static let claims: [RecordColumn] = [
        RecordColumn("claimed", .json) {
            $0.claimed.map { ContentColumn.object(of: $0.unverified) } ?? .null
        },
        RecordColumn("missing", .json) { .strings($0.missing) },
    ]

    private static let encoding: [RecordColumn] = [
        .string("normalization.mode", of: \.normalization) { $0.mode.rawValue },
        RecordColumn("normalization.preservesSignature", .boolean) { record in
            record.normalization.map { $0.preservesSignature.map { .boolean($0) } ?? .null }
        },
        RecordColumn("normalization.warnings", .json) { record in
            record.normalization.map { .strings($0.warnings.map(\.rawValue)) }
        },
        RecordColumn("payload", .text) { $0.payload.map { .plain($0) } },
        RecordColumn("bytes", .integer) { .integer($0.byteCount) },
        RecordColumn("redacted", .boolean) { .boolean($0.isRedacted) },
    ]

    /// A field by itself, or the fields of one group.
    package struct Section: Sendable {
        package let name: String
        package let isGroup: Bool
        package fileprivate(set) var columns: [RecordColumn]
    }

    /// The fields with those of one group together.
    package static let sections = sections(of: all)
    /// The fields that `claimed` can have, with those of one group together.
    package static let claimedSections = sections(
        of: ContentColumn.claimed.map(\.verified))

    private static func sections(of columns: [RecordColumn]) -> [Section] {
        columns.reduce(into: []) { sections, column in
            if let group = column.group, sections.last?.name == group {
                sections[sections.count - 1].columns.append(column)
            } else {
                sections.append(
                    Section(
                        name: column.group ?? column.name,
                        isGroup: column.group != nil, columns: [column]))
            }
        }
    }
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
