/// The form of a field's value in formats with different types of values.
package enum RecordForm: Sendable {
    case integer
    case boolean
    case text
    /// A list or a map, which flat formats write as JSON.
    case json
}

/// The description of one field.
package struct RecordColumn: Sendable {
    /// The object the field is in, `nil` for the record itself.
    package let group: String?
    package let name: String
    package let form: RecordForm

    /// The field's name in flat formats, such as `response.id`.
    package var path: String { group.map { "\($0).\(name)" } ?? name }

    /// The columns with those of one group together, which stand beside each other, as ranges of `columns`.
    package static func sections(of columns: [RecordColumn]) -> [Range<Int>] {
        columns.indices.reduce(into: []) { sections, index in
            if let group = columns[index].group, let last = sections.last,
                columns[last.lowerBound].group == group
            {
                sections[sections.count - 1] = last.lowerBound..<index + 1
            } else {
                sections.append(index..<index + 1)
            }
        }
    }
}

/// Collects descriptions.
struct RecordColumns: RecordVisitor {
    private(set) var columns: [RecordColumn] = []
    private var group: String?

    /// Returns the columns of what `visit` tells.
    static func columns(_ visit: (inout RecordColumns) -> Void) -> [RecordColumn] {
        var visitor = RecordColumns()
        visit(&visitor)
        return visitor.columns
    }

    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        columns.append(RecordColumn(group: group, name: "\(name)", form: form))
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) {
        group = "\(name)"
        fields(&self)
        group = nil
    }
}
