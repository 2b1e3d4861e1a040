internal import WireText

/// A reader of every field of a record, or of what a message says, in the order in which they are written.
///
/// Functions pass the fields, not a table of closures, as records are written by the million.
protocol RecordVisitor {
    /// Takes a field; a `value` of `nil` means that it is absent.
    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?)
    /// Takes the fields of one object, which is null where all of them are absent.
    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void)
}

extension RecordVisitor {
    /// Takes a field that is a string, or null.
    mutating func visit(_ name: StaticString, _ value: String?) {
        visit(name, .text, Optional.some(value))
    }
}

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

/// Collects values, each at the place of its column.
struct RecordValues: RecordVisitor {
    private(set) var values: [JSONValue?] = []

    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        values.append(value?.json)
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) { fields(&self) }
}

/// Collects the members of an object.
struct RecordMembers: RecordVisitor {
    private(set) var members: [(name: String, value: JSONValue)] = []
    /// Leaves out fields that say nothing, and groups without a field that says something.
    let onlyStated: Bool
    private var saysSomething = false
    private var isInGroup = false

    init(onlyStated: Bool) { self.onlyStated = onlyStated }

    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        guard let value else { return }
        saysSomething = saysSomething || value.saysSomething
        if isInGroup || !onlyStated || value.saysSomething {
            members.append(("\(name)", value.json))
        }
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) {
        var group = RecordMembers(onlyStated: onlyStated)
        group.isInGroup = true
        fields(&group)
        guard group.saysSomething || !onlyStated else { return }
        members.append(("\(name)", group.members.isEmpty ? .null : .object(group.members)))
    }
}

/// Writes the same object as ``RecordMembers`` without making its values first.
struct RecordWriter: RecordVisitor {
    private var output: [UInt8]
    private let onlyStated: Bool
    private var saysSomething = false
    private var isInGroup = false

    /// Appends an object.
    static func append(
        to output: inout [UInt8], onlyStated: Bool, _ fields: (inout RecordWriter) -> Void
    ) {
        var writer = RecordWriter(output: [], onlyStated: onlyStated)
        swap(&writer.output, &output)
        writer.appendObject(orNull: false, fields)
        swap(&writer.output, &output)
    }

    private init(output: [UInt8], onlyStated: Bool) {
        self.output = output
        self.onlyStated = onlyStated
    }

    @inline(__always)
    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        guard let value else { return }
        if onlyStated {
            let isStated = value.saysSomething
            guard isInGroup || isStated else { return }
            saysSomething = saysSomething || isStated
        }
        appendLabel(name)
        value.append(to: &output)
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) {
        let start = output.count
        appendLabel(name)
        isInGroup = true
        saysSomething = false
        appendObject(orNull: true, fields)
        isInGroup = false
        if onlyStated, !saysSomething { output.removeLast(output.count - start) }
    }

    private mutating func appendLabel(_ name: StaticString) {
        output.append(UInt8(ascii: ","))
        output.append(UInt8(ascii: "\""))
        unsafe output.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    private mutating func appendObject(orNull: Bool, _ fields: (inout Self) -> Void) {
        let start = output.count
        fields(&self)
        guard output.count > start else {
            output += (orNull ? "null" : "{}").utf8
            return
        }
        // The first comma stands where the object begins.
        output[start] = UInt8(ascii: "{")
        output.append(UInt8(ascii: "}"))
    }
}
