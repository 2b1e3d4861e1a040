internal import SAML2
internal import WireText
internal import XMLCore

/// One field of what a message says: at the top of a record where it was verified, under `claimed` where it was not.
struct ContentColumn: Sendable {
    let path: String
    let form: RecordColumn.Form
    let value: @Sendable (MessageContent) -> JSONValue?

    /// The field at the top of a record.
    var verified: RecordColumn { RecordColumn(path, form) { value($0.verified) } }

    private init(
        _ path: String, _ form: RecordColumn.Form = .text,
        _ value: @escaping @Sendable (MessageContent) -> JSONValue?
    ) {
        self.path = path
        self.form = form
        self.value = value
    }

    static let message: [ContentColumn] = [
        ContentColumn("response.id") { $0.message.map { .string(orNull: $0.id) } },
        ContentColumn("response.inResponseTo") {
            $0.message.map { .string(orNull: $0.inResponseTo) }
        },
        ContentColumn("response.issueInstant") {
            $0.message.map { .string(orNull: $0.issueInstant?.description) }
        },
        ContentColumn("response.destination") {
            $0.message.map { .string(orNull: $0.destination) }
        },
        ContentColumn("response.status") { $0.message.map { .string(orNull: $0.status) } },
        ContentColumn("issuer") { .string(orNull: $0.issuer) },
    ]

    /// The fields under `claimed`, which alone has the provider's words on a failure: so tables keep their columns.
    static let claimed =
        message.dropLast()
        + [
            ContentColumn("response.statusMessage") {
                $0.message?.statusMessage.map { .string($0) }
            }
        ] + message.suffix(1) + conditions + subject

    static let conditions: [ContentColumn] = [
        ContentColumn("conditions.notBefore") { .string(orNull: $0.notBefore?.description) },
        ContentColumn("conditions.notOnOrAfter") { .string(orNull: $0.notOnOrAfter?.description) },
        ContentColumn("conditions.audiences", .json) { .strings($0.audiences) },
    ]

    static let subject: [ContentColumn] = [
        ContentColumn("nameID.value") { $0.nameID.map { .string(orNull: $0.value) } },
        ContentColumn("nameID.format") { $0.nameID.map { .string(orNull: $0.format) } },
        ContentColumn("nameID.nameQualifier") {
            $0.nameID.map { .string(orNull: $0.nameQualifier) }
        },
        ContentColumn("nameID.spNameQualifier") {
            $0.nameID.map { .string(orNull: $0.spNameQualifier) }
        },
        ContentColumn("attributes", .json) { content in
            .object(
                zip(content.attributes, ValueTexts(of: content.attributes).byItem).map {
                    item, texts in
                    (item.name, .array(texts.map { .string(orNull: $0) }))
                })
        },
        ContentColumn("otherAttributes", .json) { $0.otherAttributes.map { .strings($0) } },
    ]

    /// The fields with those of one group together, as records have them.
    private static let sections:
        [(name: String, isGroup: Bool, fields: [(name: String, column: ContentColumn)])] =
            claimed.reduce(into: []) { sections, column in
                let parts = column.path.split(separator: ".").map(String.init)
                let field = (name: parts.last ?? column.path, column: column)
                if sections.last?.name == parts[0] {
                    sections[sections.count - 1].fields.append(field)
                } else {
                    sections.append((parts[0], parts.count > 1, [field]))
                }
            }

    /// The fields in which `content` says something; a group has all of its fields or is absent.
    static func object(of content: MessageContent) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        for section in sections {
            guard section.isGroup else {
                let value = section.fields[0].column.value(content)
                if let value, !value.isEmpty { members.append((section.name, value)) }
                continue
            }
            // Most groups of what is claimed are absent, and looking costs less than making them.
            guard section.fields.contains(where: { $0.column.value(content)?.isEmpty == false })
            else { continue }
            let values = section.fields.compactMap { field in
                field.column.value(content).map { (name: field.name, value: $0) }
            }
            members.append((section.name, .object(values)))
        }
        return .object(members)
    }
}

extension JSONValue {
    /// A Boolean value that indicates whether it is empty: null, or a list or a map of nothing.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}
