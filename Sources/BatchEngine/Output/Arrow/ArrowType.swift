internal import ProfileProcessing

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
            case "reasons": .list(.object(reason))
            case "source.alsoAt": .list(.object(place))
            default: texts
            }
        }
    }

    private static let reason = [
        ArrowField(name: "code", type: .text), ArrowField(name: "message", type: .text),
        ArrowField(name: "line", type: .integer), ArrowField(name: "column", type: .integer),
        ArrowField(name: "likelyCause", type: .text), ArrowField(name: "expected", type: .text),
        ArrowField(name: "found", type: .text), ArrowField(name: "sentence", type: .text),
        ArrowField(name: "searchedBriefly", type: .boolean),
    ]

    private static let place = [
        ArrowField(name: "entry", type: .integer), ArrowField(name: "line", type: .integer),
        ArrowField(name: "part", type: .text),
    ]
}
