internal import ProfileProcessing
internal import SAMLBindings

/// The type of a column in Apache Arrow, as far as records need types.
indirect enum ArrowType: Hashable, Sendable {
    case integer
    case boolean
    case text
    case list(ArrowType)
    /// Any names, each with a value.
    case map(ArrowType)
    case object([ArrowField])
}

/// A column, or a member of an object.
struct ArrowField: Hashable, Sendable {
    let name: String
    let type: ArrowType
}

extension ArrowField {
    /// The columns of a record, in the order in which they are written.
    static let record = fields(of: ProfileRecord.columns)

    private static let texts = ArrowType.list(.text)

    private static func fields(of columns: [RecordColumn]) -> [ArrowField] {
        RecordColumn.sections(of: columns).map { section in
            let members = columns[section].map { ArrowField(name: $0.name, type: type(of: $0)) }
            return columns[section.lowerBound].group.map {
                ArrowField(name: $0, type: .object(members))
            } ?? members[0]
        }
    }

    private static func type(of column: RecordColumn) -> ArrowType {
        switch column.form {
        case .integer: .integer
        case .boolean: .boolean
        case .text: .text
        case .json:
            switch column.path {
            case "attributes": .map(texts)
            case "claimed": .object(fields(of: MessageContent.columns))
            case "notes": .list(.object(fields(of: Note.columns)))
            case "reasons": .list(.object(fields(of: Reason.columns)))
            case "source.alsoAt": .list(.object(fields(of: MessagePlace.columns)))
            default: texts
            }
        }
    }
}
