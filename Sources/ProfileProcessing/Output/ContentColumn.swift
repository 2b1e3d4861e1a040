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

    /// A field that is a string or null, of something a message may not have at all; then it is absent.
    private static func string<Owner>(
        _ path: String, of owner: @escaping @Sendable (MessageContent) -> Owner?,
        _ value: @escaping @Sendable (Owner) -> String?
    ) -> ContentColumn {
        ContentColumn(path) { content in owner(content).map { .string(orNull: value($0)) } }
    }

    static let message: [ContentColumn] = [
        .string("response.id", of: \.message) { $0.id },
        .string("response.inResponseTo", of: \.message) { $0.inResponseTo },
        .string("response.issueInstant", of: \.message) { $0.issueInstant?.description },
        .string("response.destination", of: \.message) { $0.destination },
        .string("response.status", of: \.message) { $0.status },
        ContentColumn("issuer") { .string(orNull: $0.issuer) },
    ]

    static let conditions: [ContentColumn] = [
        ContentColumn("conditions.notBefore") { .string(orNull: $0.notBefore?.description) },
        ContentColumn("conditions.notOnOrAfter") { .string(orNull: $0.notOnOrAfter?.description) },
        ContentColumn("conditions.audiences", .json) { .strings($0.audiences) },
    ]

    static let subject: [ContentColumn] = [
        .string("nameID.value", of: \.nameID) { $0.value },
        .string("nameID.format", of: \.nameID) { $0.format },
        .string("nameID.nameQualifier", of: \.nameID) { $0.nameQualifier },
        .string("nameID.spNameQualifier", of: \.nameID) { $0.spNameQualifier },
        ContentColumn("attributes", .json) { content in
            let texts = ValueTexts(of: content.attributes)
            return .object(
                zip(content.attributes, texts.byItem).map { item, texts in
                    (item.name, .array(texts.map { .string(orNull: $0) }))
                })
        },
    ]

    /// The fields with those of one group together, as records have them.
    private static let sections:
        [(name: String, fields: [(name: String?, column: ContentColumn)])] =
            (message + conditions + subject).reduce(into: []) { sections, column in
                let parts = column.path.split(separator: ".").map(String.init)
                let field = (name: parts.count > 1 ? parts.last : nil, column: column)
                if sections.last?.name == parts[0] {
                    sections[sections.count - 1].fields.append(field)
                } else {
                    sections.append((parts[0], [field]))
                }
            }

    /// The fields in which `content` says something; a group has all of its fields or is absent.
    static func object(of content: MessageContent) -> JSONValue {
        .object(
            sections.compactMap { section in
                let values = section.fields.map { ($0.name, $0.column.value(content) ?? .null) }
                guard values.contains(where: { !$0.1.isEmpty }) else { return nil }
                guard values[0].0 != nil else { return (section.name, values[0].1) }
                return (section.name, .object(values.map { ($0 ?? "", $1) }))
            })
    }
}

extension JSONValue {
    /// A Boolean value that indicates whether it says nothing: null, or a list or a map of nothing.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}
