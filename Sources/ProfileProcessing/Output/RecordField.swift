package import WireText

/// One field of a record, or of what a message says: every output format is made from these descriptions.
///
/// It is a class because every record goes through all of them, and copying one costs a single count.
package final class RecordField<Owner>: Sendable {
    /// The object the field is in, `nil` for the record itself.
    package let group: String?
    /// The field's name.
    package let name: String
    /// The form of the value in formats with different types of values.
    package let form: RecordForm
    /// The field's value, `nil` where the field is absent.
    package let value: @Sendable (Owner) -> JSONValue?
    /// Appends a comma, the name and the value to a line of JSON, and returns whether there is one.
    fileprivate let append: @Sendable (Owner, inout [UInt8]) -> Bool

    /// The field's name in flat formats, such as `response.id`.
    package var path: String { group.map { "\($0).\(name)" } ?? name }

    private init(
        _ path: String, _ form: RecordForm,
        value: @escaping @Sendable (Owner) -> JSONValue?,
        append: @escaping @Sendable (Owner, inout [UInt8]) -> Bool
    ) {
        let parts = path.split(separator: ".").map(String.init)
        group = parts.count > 1 ? parts.first : nil
        name = parts.last ?? path
        self.form = form
        self.value = value
        self.append = append
    }

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - path: Its name, behind that of its group.
    ///   - form: The form of the value.
    ///   - value: Returns the value, `nil` where the field is absent.
    convenience init<Value: RecordValue>(
        _ path: String, _ form: RecordForm, _ value: @escaping @Sendable (Owner) -> Value?
    ) {
        let label = RecordLabel.bytes(of: path.split(separator: ".").last.map(String.init) ?? path)
        self.init(
            path, form, value: { value($0)?.json },
            append: { owner, output in
                guard let value = value(owner) else { return false }
                output += label
                value.append(to: &output)
                return true
            })
    }

    /// Creates a field that is a string, or null.
    convenience init(_ path: String, _ value: @escaping @Sendable (Owner) -> String?) {
        self.init(path, .text) { Optional.some(value($0)) }
    }

    /// Returns the field of something that holds the owner.
    func of<Outer>(_ owner: @escaping @Sendable (Outer) -> Owner) -> RecordField<Outer> {
        RecordField<Outer>(
            path, form, value: { [value] in value(owner($0)) },
            append: { [append] in append(owner($0), &$1) })
    }
}

/// The kind of a field's value.
package enum RecordForm: Sendable {
    case integer
    case boolean
    case text
    /// A list or a map, which flat formats write as JSON.
    case json
}

/// A field by itself, or the fields of one group.
package struct RecordSection<Owner>: Sendable {
    package let name: String
    package let isGroup: Bool
    package private(set) var fields: [RecordField<Owner>]
    private let label: [UInt8]

    /// Returns fields with those of one group together, which stand beside each other.
    static func sections(of fields: [RecordField<Owner>]) -> [RecordSection] {
        fields.reduce(into: []) { sections, field in
            if let group = field.group, sections.last?.name == group {
                sections[sections.count - 1].fields.append(field)
            } else {
                let name = field.group ?? field.name
                sections.append(
                    RecordSection(
                        name: name, isGroup: field.group != nil, fields: [field],
                        label: RecordLabel.bytes(of: name)))
            }
        }
    }

    /// Returns the members of an object; a group without any is null.
    func members(of owner: Owner) -> [(name: String, value: JSONValue)] {
        let values = fields.compactMap { field in
            field.value(owner).map { (name: field.name, value: $0) }
        }
        return isGroup ? [(name, values.isEmpty ? .null : .object(values))] : values
    }

    /// Appends the same members, each with a comma before it.
    func append(of owner: Owner, to output: inout [UInt8]) {
        guard isGroup else {
            _ = fields[0].append(owner, &output)
            return
        }
        output += label
        if !appendObject(of: owner, to: &output) { output += "null".utf8 }
    }

    /// Appends the members if one of them says something: a group has all of its fields or is absent.
    func appendStated(of owner: Owner, to output: inout [UInt8]) {
        let start = output.count
        if isGroup { output += label }
        var saysSomething = false
        let inside = output.count
        for field in fields {
            let begin = output.count
            guard field.append(owner, &output) else { continue }
            saysSomething = saysSomething || !RecordLabel.isEmptyValue(output[begin...])
        }
        guard saysSomething else { return output.removeLast(output.count - start) }
        guard isGroup else { return }
        output[inside] = UInt8(ascii: "{")
        output.append(UInt8(ascii: "}"))
    }

    private func appendObject(of owner: Owner, to output: inout [UInt8]) -> Bool {
        let start = output.count
        for field in fields { _ = field.append(owner, &output) }
        guard output.count > start else { return false }
        // The first comma stands where the object begins.
        output[start] = UInt8(ascii: "{")
        output.append(UInt8(ascii: "}"))
        return true
    }
}

/// The bytes around a value in a line of JSON.
private enum RecordLabel {
    static func bytes(of name: String) -> [UInt8] { Array(",\"\(name)\":".utf8) }

    /// Returns whether a member has no value, or a list or a map of nothing.
    static func isEmptyValue(_ member: ArraySlice<UInt8>) -> Bool {
        emptyValues.contains { member.suffix($0.count).elementsEqual($0) }
    }

    private static let emptyValues = [":null", ":[]", ":{}"].map { Array($0.utf8) }
}
